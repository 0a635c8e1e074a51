import robotsModule, { type Robot } from 'robots-parser';
import { kindOf, NewshawkError } from '../../errors.ts';
import { fetchAddress } from '../../model/web/canonical-url.ts';
import type { Clock, HttpClient, IdentityRoute, Robots, Turns } from '../../ports.ts';
import { decodeHtml } from './http/decode.ts';

/** The package's types say `exports.default`, its code `module.exports`. */
const robotsParser = robotsModule as unknown as (url: string, text: string) => Robot;

export interface RobotsOptions {
  readonly http: HttpClient;
  /** The product token that robots.txt may name, e.g. `newshawk`. */
  readonly userAgent: string;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly policy: 'obey' | 'ignore';
}

interface Rules {
  /** Null: the site has none, everything is allowed. */
  readonly rules: Robot | null;
}

interface Asker {
  readonly identity: IdentityRoute;
  readonly turns: Turns | undefined;
}

interface Known {
  /** The last answer; null while there was none yet. */
  readonly good: Rules | null;
  /** Since when the site does not answer, ms since the epoch; null: it does. */
  readonly silentSinceMs: number | null;
  /** Why it does not. */
  readonly silence: string;
  readonly untilMs: number;
}

const dayMs = 24 * 3_600_000;
/** RFC 9309, 2.4: not longer than a day, except while robots.txt is unreachable. */
const keptMs = dayMs;
/** RFC 9309, 2.3.1.4: unreachable means disallowed, or the last known copy; asked again after this. */
const askedAgainMs = 10 * 60_000;
/** The same: after a reasonably long time, for example 30 days, as if there were none. */
const silentForGoodMs = 30 * dayMs;
/** RFC 9309, 2.5: at least 500 KiB must be read; what is beyond is left. */
const readBytes = 512 * 1024;
/** What is longer than this is no robots.txt. */
const maxBytes = 8 * readBytes;
const timeoutMs = 15_000;
/** Hosts whose rules are kept in memory; the longest unused are asked again. */
const maxOrigins = 5_000;

const noRules: Rules = { rules: null };

/**
 * robots.txt by RFC 9309: 4xx permits; 5xx, 429 and silence leave the last known rules in force and forbid where there are none; one request per origin
 * and identity, however many ask at once.
 */
export function openRobots({ http, userAgent, clock, policy }: RobotsOptions): Robots {
  const known = new Map<string, Known>();
  /** Under way, by identity too: what goes wrong with one proxy is not another's. */
  const asking = new Map<string, Promise<Known>>();

  async function rulesOf(origin: string, asker: Asker): Promise<Known> {
    const before = known.get(origin);
    if (before !== undefined && before.untilMs > clock.monotonicMs()) return before;
    const key = `${asker.identity.id} ${origin}`;
    const running = asking.get(key) ?? ask(origin, asker, before).finally(() => asking.delete(key));
    asking.set(key, running);
    return running;
  }

  async function ask(origin: string, asker: Asker, before: Known | undefined): Promise<Known> {
    const answer = await fetchRules(origin, asker);
    const nowMs = clock.monotonicMs();
    const now =
      typeof answer === 'string'
        ? silent(before, nowMs, answer)
        : { good: answer, silentSinceMs: null, silence: '', untilMs: nowMs + keptMs };
    known.delete(origin); // the last asked is the last of the map
    known.set(origin, now);
    if (known.size > maxOrigins) for (const oldest of known.keys()) if (known.delete(oldest)) break;
    return now;
  }

  /** Or in words why there are none: the site does not answer. @throws NewshawkError proxy, and what says nothing of the site */
  async function fetchRules(origin: string, asker: Asker): Promise<Rules | string> {
    const url = `${origin}/robots.txt`;
    try {
      const { status, body, headers } = await http.fetch({ url, ...asker, maxBytes, timeoutMs });
      if (status >= 500 || status === 429) return `it answers ${status}`;
      if (status >= 400) return noRules;
      return { rules: robotsParser(url, decodeHtml(body.subarray(0, readBytes), headers).html) };
    } catch (error) {
      const kind = kindOf(error);
      if (kind === 'unreachable' || kind === 'timed-out') return (error as NewshawkError).message;
      // Too large, or a redirect to where nobody may go: no rules. If the origin itself is refused, the page's own request says so.
      if (kind === 'too-large' || kind === 'misconfigured') return noRules;
      throw error; // our side: it says nothing of the site
    }
  }

  return {
    async check(task, identity, turns) {
      const url = fetchAddress(task);
      if (policy === 'ignore') return { allowed: true, crawlDelayMs: null };
      if (!URL.canParse(url)) throw new NewshawkError('misconfigured', `not an address: ${url}`);
      const { origin } = new URL(url);
      const { good, silence } = await rulesOf(origin, { identity, turns });
      // Not the site's wish but its trouble: the page comes again, where one that is forbidden would not.
      if (good === null)
        throw new NewshawkError(
          'unreachable',
          `${origin}/robots.txt does not answer, and till then nothing may be fetched: ${silence}`,
          { fault: 'host', at: origin },
        );
      if (good.rules === null) return { allowed: true, crawlDelayMs: null };
      const delay = good.rules.getCrawlDelay(userAgent);
      return {
        allowed: spellingsOf(url).every((spelling) => good.rules?.isAllowed(spelling, userAgent) ?? true),
        crawlDelayMs: delay === undefined || !Number.isFinite(delay) || delay < 0 ? null : Math.round(delay * 1_000),
      };
    },

    // which rules are obeyed makes no difference to what the file names
    async sitemaps(url, identity, turns) {
      const { good } = await rulesOf(new URL(url).origin, { identity, turns });
      return good?.rules?.getSitemaps() ?? [];
    },
  };
}

/** The last known rules stay in force; after a month without any answer the site counts as one that has none. */
function silent(before: Known | undefined, nowMs: number, silence: string): Known {
  const silentSinceMs = before?.silentSinceMs ?? nowMs;
  const isForGood = nowMs - silentSinceMs >= silentForGoodMs;
  const good = isForGood ? noRules : (before?.good ?? null);
  // Without rules nothing may be fetched: who asks next asks the site again. How often that is, is a matter of its host's rest.
  return { good, silentSinceMs, silence, untilMs: good === null ? nowMs : nowMs + askedAgainMs };
}

/** Octets that an address may have plain or encoded in a query, and that mean the same there for a rule: `: / ? @ ! $ ' ( ) * , ; =`. */
const reserved = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|3D)/gi;

/**
 * An address as rules may spell it (RFC 9309, 2.2.2: both sides are percent-encoded alike before they are compared): `Disallow: /*?title=Special:` means
 * `?title=Special%3A` too, and the other way round. Who is forbidden one is forbidden all.
 */
function spellingsOf(url: string): readonly string[] {
  const encoded = encodedAlike(url);
  return [...new Set([encoded, encoded.replace(reserved, decodeURIComponent), withEncodedQuery(encoded)])];
}

/** The address as a page has it that encodes what its query need not. */
function withEncodedQuery(url: string): string {
  const [path = '', ...query] = url.split('?');
  const encode = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return query.length === 0 ? url : `${path}?${query.join('?').replace(/[:/?@!$'()*,;]/g, encode)}`;
}

/** The parser percent-encodes rules more eagerly than addresses are: without this `Disallow: /[path]/` would match nothing. */
function encodedAlike(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${encodeURI(pathname + search).replace(/%25/g, '%')}`; // a URL has no half surrogates: encodeURI has nothing to throw for
}
