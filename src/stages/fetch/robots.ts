import { LRUCache } from 'lru-cache';
import robotsModule, { type Robot } from 'robots-parser';
import { kindOf, NewshawkError } from '../../errors.ts';
import { fetchAddress } from '../../model/web/canonical-url.ts';
import type { Clock, HttpClient, IdentityRoute, Robots, Turns } from '../../ports.ts';
import { decodeHtml } from './http/decode.ts';
import { parseRetryAfter } from './page-status.ts';

/** The package's types declare `exports.default`, but its code sets `module.exports`. */
const robotsParser = robotsModule as unknown as (url: string, text: string) => Robot;

interface RobotsOptions {
  readonly http: HttpClient;
  /** The product token that robots.txt may name, for example `newshawk`. */
  readonly userAgent: string;
  readonly clock: Clock;
  readonly policy: 'obey' | 'ignore';
}

interface RobotsRules {
  /** Null: the site has no robots.txt, everything is allowed. */
  readonly rules: Robot | null;
}

interface RobotsRequester {
  readonly identity: IdentityRoute;
  readonly turns: Turns | undefined;
}

interface CachedRules {
  /** The rules in force; null: none were ever received. */
  readonly rules: RobotsRules | null;
  /** Since when robots.txt is unreachable, by the monotonic clock; null: it was reachable at the last request. */
  readonly unreachableSinceMs: number | null;
  /** Why it is unreachable; empty otherwise. */
  readonly why: string;
  /** When it is requested again, by the monotonic clock. */
  readonly expiresMs: number;
  /** The site asks for no requests before then, by the monotonic clock; null: it does not. */
  readonly restsUntilMs: number | null;
}

/** No rules came. */
interface NoAnswer {
  readonly why: string;
  /** The server asks us to wait: 429, or 503 with a Retry-After. */
  readonly asksToWait: boolean;
  /** Its Retry-After. */
  readonly retryAfterMs: number | null;
}

const dayMs = 24 * 3_600_000;
/** At most a day, except while robots.txt is unreachable (RFC 9309, 2.4). */
const cacheMs = dayMs;
/** Pause before an unreachable robots.txt is requested again, when an older copy is in force. */
const retryMs = 10 * 60_000;
/** After this time an unreachable robots.txt counts as missing: RFC 9309, 2.3.1.4, suggests 30 days. */
const assumeNoneMs = 30 * dayMs;
/** The rest is ignored; RFC 9309, 2.5, demands at least 500 KiB. */
const parsedBytes = 512 * 1024;
/** A longer file is not taken for a robots.txt. */
const maxBytes = 8 * parsedBytes;
const timeoutMs = 15_000;
/** Origins whose rules are kept in memory. The oldest are dropped. */
const maxCachedOrigins = 5_000;

const noRules: RobotsRules = { rules: null };
/** Longest Retry-After that is kept, ms. */
const maxRetryAfterMs = dayMs;

/**
 * robots.txt by RFC 9309. 4xx permits everything. After 5xx, 429 or no response the last rules stay in force; without any, nothing may be fetched. Nothing is
 * fetched before the end of a Retry-After either, not even robots.txt.
 * Concurrent checks of one origin and identity share a request.
 */
export function openRobots({ http, userAgent, clock, policy }: RobotsOptions): Robots {
  const cache = new LRUCache<string, CachedRules>({ max: maxCachedOrigins });
  /** Requests in flight by identity and origin: one proxy's failure is not another's. */
  const pending = new Map<string, Promise<CachedRules>>();

  async function rulesOf(origin: string, requester: RobotsRequester): Promise<CachedRules> {
    const cached = cache.get(origin);
    if (cached !== undefined && cached.expiresMs > clock.monotonicMs()) return cached;
    const key = `${requester.identity.id} ${origin}`;
    const request = pending.get(key) ?? refresh(origin, requester, cached).finally(() => pending.delete(key));
    pending.set(key, request);
    return request;
  }

  async function refresh(
    origin: string,
    requester: RobotsRequester,
    previous: CachedRules | undefined,
  ): Promise<CachedRules> {
    const result = await fetchRules(http, clock, origin, requester);
    const nowMs = clock.monotonicMs();
    const cached =
      'why' in result
        ? unreachableRules(previous, nowMs, result)
        : { rules: result, unreachableSinceMs: null, why: '', expiresMs: nowMs + cacheMs, restsUntilMs: null };
    cache.set(origin, cached);
    return cached;
  }

  return {
    async check(task, identity, turns) {
      const url = fetchAddress(task);
      if (policy === 'ignore') return { allowed: true, crawlDelayMs: null };
      if (!URL.canParse(url)) throw new NewshawkError('misconfigured', `not a URL: ${url}`);
      const { origin } = new URL(url);
      const { rules: siteRules, why, restsUntilMs } = await rulesOf(origin, { identity, turns });
      if (restsUntilMs !== null) {
        const retryAfterMs = Math.max(0, restsUntilMs - clock.monotonicMs());
        throw new NewshawkError('throttled', `the server asks us to wait (${origin}/robots.txt: ${why})`, {
          retryAfterMs,
        });
      }
      // A failure, not a drop: the page is retried, whereas a disallowed page is not.
      if (siteRules === null)
        throw new NewshawkError(
          'unreachable',
          `${origin}/robots.txt does not answer, and until it does nothing may be fetched: ${why}`,
          { fault: 'host', at: origin },
        );
      const { rules } = siteRules;
      if (rules === null) return { allowed: true, crawlDelayMs: null };
      const delay = rules.getCrawlDelay(userAgent);
      return {
        allowed: spellingsOf(url).every((spelling) => rules.isAllowed(spelling, userAgent) ?? true),
        crawlDelayMs: delay === undefined || !Number.isFinite(delay) || delay < 0 ? null : Math.round(delay * 1_000),
      };
    },

    // with `policy: 'ignore'` too: sitemaps are not rules
    async sitemaps(url, identity, turns) {
      const { rules: siteRules } = await rulesOf(new URL(url).origin, { identity, turns });
      return siteRules?.rules?.getSitemaps() ?? [];
    },
  };
}

/** @returns why robots.txt is unreachable, in place of rules. @throws NewshawkError proxy, and other errors that are not the site's */
async function fetchRules(
  http: HttpClient,
  clock: Clock,
  origin: string,
  requester: RobotsRequester,
): Promise<RobotsRules | NoAnswer> {
  const url = `${origin}/robots.txt`;
  try {
    const { status, body, headers } = await http.fetch({ url, ...requester, maxBytes, timeoutMs });
    if (status >= 500 || status === 429) {
      const retryAfterMs = parseRetryAfter(headers['retry-after'], clock.now());
      const asksToWait = status === 429 || (status === 503 && retryAfterMs !== null);
      return { why: `it answers ${status}`, asksToWait, retryAfterMs };
    }
    if (status >= 400) return noRules;
    return { rules: robotsParser(url, decodeHtml(body.subarray(0, parsedBytes), headers).html) };
  } catch (error) {
    const kind = kindOf(error);
    if (kind === 'unreachable' || kind === 'timed-out') {
      return { why: (error as NewshawkError).message, asksToWait: false, retryAfterMs: null };
    }
    // Too large, or a redirect to a refused address: no rules. If the origin itself is refused, the page's request reports it.
    if (kind === 'too-large' || kind === 'misconfigured') return noRules;
    throw error; // a failure on our side
  }
}

/** The previous rules stay in force; after `assumeNoneMs` the site counts as one without robots.txt. */
function unreachableRules(
  previous: CachedRules | undefined,
  nowMs: number,
  { why, asksToWait, retryAfterMs }: NoAnswer,
): CachedRules {
  const unreachableSinceMs = previous?.unreachableSinceMs ?? nowMs;
  const countsAsMissing = nowMs - unreachableSinceMs >= assumeNoneMs;
  const rules = countsAsMissing ? noRules : (previous?.rules ?? null);
  const restMs = Math.min(retryAfterMs ?? 0, maxRetryAfterMs);
  const mustWait = asksToWait && !countsAsMissing && (rules === null || restMs > 0);
  // Without rules the next check requests robots.txt again; the host's pauses limit how often.
  const expiresMs = mustWait || rules === null ? nowMs + restMs : nowMs + retryMs;
  return { rules, unreachableSinceMs, why, expiresMs, restsUntilMs: mustWait ? expiresMs : null };
}

/** Characters that mean the same to a rule whether a query has them encoded or not: `: / ? @ ! $ ' ( ) * , ; =`. */
const reserved = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|3D)/gi;

/**
 * The spellings of a URL that a rule may match. RFC 9309, 2.2.2, compares after percent-encoding: `Disallow: /*?title=Special:` also means
 * `?title=Special%3A`, and the reverse. A URL is disallowed when one of its spellings is.
 */
function spellingsOf(url: string): readonly string[] {
  const encoded = encodedAlike(url);
  return [...new Set([encoded, encoded.replace(reserved, decodeURIComponent), withEncodedQuery(encoded)])];
}

/** The URL with the optional characters of its query encoded. */
function withEncodedQuery(url: string): string {
  const [path = '', ...query] = url.split('?');
  const encode = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return query.length === 0 ? url : `${path}?${query.join('?').replace(/[:/?@!$'()*,;]/g, encode)}`;
}

/** Encodes the URL as the parser encodes rules: without this `Disallow: /[path]/` would match nothing. */
function encodedAlike(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${encodeURI(pathname + search).replace(/%25/g, '%')}`; // encodeURI does not throw: a parsed URL has no lone surrogates
}
