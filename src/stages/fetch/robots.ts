import robotsModule, { type Robot } from 'robots-parser';
import { kindOf, NewshawkError } from '../../errors.ts';
import type { Clock, HttpClient, IdentityRoute, Robots } from '../../ports.ts';
import { decodeHtml } from './decode.ts';

/** The package's types say `exports.default`, its code `module.exports`. */
const robotsParser = robotsModule as unknown as (url: string, text: string) => Robot;

export interface RobotsOptions {
  readonly http: HttpClient;
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

/** robots.txt by RFC 9309: 4xx permits, 5xx and silence forbid for a while; one request per origin and identity, however many ask at once. */
export function openRobots({ http, userAgent, clock, policy }: RobotsOptions): Robots {
  const cache = new Map<string, Rules>();
  /** Under way, by identity too: what goes wrong with one proxy is not another's. */
  const asked = new Map<string, Promise<Rules>>();

  async function rulesOf(origin: string, identity: IdentityRoute): Promise<Rules> {
    const known = cache.get(origin);
    if (known !== undefined && known.untilMs > clock.now().getTime()) return known;
    const key = `${identity.id} ${origin}`;
    const rules = asked.get(key) ?? fetchRules(origin, identity);
    asked.set(key, rules);
    try {
      cache.set(origin, await rules);
    } finally {
      asked.delete(key); // after an error the next one asks again
    }
    return rules;
  }

  async function fetchRules(origin: string, identity: IdentityRoute): Promise<Rules> {
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
      throw error; // our proxy or our policy: it says nothing of the site
    }
  }

  return {
    async check({ url }, identity) {
      if (policy === 'ignore') return { allowed: true, crawlDelayMs: null };
      if (!URL.canParse(url)) throw new NewshawkError('misconfigured', `not an address: ${url}`);
      const { origin } = new URL(url);
      const { rules, allowed } = await rulesOf(origin, identity);
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
