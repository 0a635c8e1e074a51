import robotsModule, { type Robot } from 'robots-parser';
import { kindOf, NewshawkError } from '../../errors.ts';
import type { Clock, HttpClient, Identities, Robots } from '../../ports.ts';
import { decodeHtml } from './decode.ts';

/** The package's types say `exports.default`, its code `module.exports`. */
const robotsParser = robotsModule as unknown as (url: string, text: string) => Robot;

export interface RobotsOptions {
  readonly http: HttpClient;
  readonly identities: Identities;
  /** The product token that robots.txt may name, e.g. `newshawk`. */
  readonly userAgent: string;
  readonly clock: Clock;
  readonly policy: 'obey' | 'ignore';
}

interface Rules {
  readonly rules: Robot | null;
  /** What holds where there are no rules. */
  readonly allowed: boolean;
  readonly untilMs: number;
}

/** RFC 9309, 2.4: not longer than a day. */
const keptMs = 24 * 3_600_000;
/** RFC 9309, 2.3.1.4: unreachable means disallowed; asked again after this. */
const askedAgainMs = 10 * 60_000;
/** RFC 9309, 2.5: at least 500 KiB must be read; what is beyond is no robots.txt. */
const maxBytes = 512 * 1024;
const timeoutMs = 15_000;

/** robots.txt by RFC 9309: 4xx permits, 5xx and silence forbid for a while; one request per origin, however many ask at once. */
export function openRobots({ http, identities, userAgent, clock, policy }: RobotsOptions): Robots {
  const cache = new Map<string, { readonly rules: Promise<Rules>; untilMs: number }>();

  function rulesOf(origin: string, site: string): Promise<Rules> {
    const known = cache.get(origin);
    if (known !== undefined && known.untilMs > clock.now().getTime()) return known.rules;
    const entry = { rules: fetchRules(origin, site), untilMs: Number.POSITIVE_INFINITY };
    cache.set(origin, entry);
    entry.rules.then(
      ({ untilMs }) => {
        entry.untilMs = untilMs;
      },
      () => cache.delete(origin), // the callers get the error; the next one asks again
    );
    return entry.rules;
  }

  async function fetchRules(origin: string, site: string): Promise<Rules> {
    const identity = await identities.pick(site);
    const nowMs = clock.now().getTime();
    const url = `${origin}/robots.txt`;
    try {
      const { status, body, headers } = await http.fetch({ url, identity, maxBytes, timeoutMs });
      if (status >= 500 || status === 429) return { rules: null, allowed: false, untilMs: nowMs + askedAgainMs };
      if (status >= 400) return { rules: null, allowed: true, untilMs: nowMs + keptMs };
      return { rules: robotsParser(url, decodeHtml(body, headers).html), allowed: true, untilMs: nowMs + keptMs };
    } catch (error) {
      if (kindOf(error) === 'unreachable' || kindOf(error) === 'timed-out')
        return { rules: null, allowed: false, untilMs: nowMs + askedAgainMs };
      if (kindOf(error) === 'too-large') return { rules: null, allowed: true, untilMs: nowMs + keptMs };
      if (kindOf(error) === 'proxy') identities.report(identity, site, 'proxy-failed');
      throw error; // our proxy or our policy: it says nothing of the site
    }
  }

  return {
    async check({ url, site }) {
      if (policy === 'ignore') return { allowed: true, crawlDelayMs: null };
      if (!URL.canParse(url)) throw new NewshawkError('misconfigured', `not an address: ${url}`);
      const { origin } = new URL(url);
      const { rules, allowed } = await rulesOf(origin, site);
      // Not the site's wish but its trouble: the page comes again, where one that is forbidden would not.
      if (!allowed)
        throw new NewshawkError(
          'unreachable',
          `${origin}/robots.txt does not answer, and till then nothing may be fetched`,
        );
      if (rules === null) return { allowed, crawlDelayMs: null };
      const delay = rules.getCrawlDelay(userAgent);
      return {
        allowed: rules.isAllowed(url, userAgent) ?? true,
        crawlDelayMs: delay === undefined || !Number.isFinite(delay) ? null : Math.round(delay * 1_000),
      };
    },
  };
}
