import { createHash } from 'node:crypto';

/** Why a proxy is not on the day's list. */
export const proxyFaults = [
  'breaks-tls',
  'rewrites-pages',
  'dead',
  'refuses-us',
  'unreliable',
  'slow',
  'not-tested',
] as const;
export type ProxyFault = (typeof proxyFaults)[number];

/** Result of one check: several pages, each fetched several times. */
export interface ProxyCheck {
  readonly at: Date;
  /** Null: the proxy is good. */
  readonly fault: ProxyFault | null;
  /** Why it has the fault, a sentence for people; absent: it is good. */
  readonly why?: string;
  /** Number of fetches through the proxy. */
  readonly tries: number;
  /** Share of the tries that gave the right page: 0 to 1. */
  readonly successRate: number;
  /** Median of the successful tries, ms; null without one. */
  readonly latencyMs: number | null;
}

/** A proxy that a list names. */
export interface ListedProxy {
  /** `proxyIdOf(url)`: safe to show. */
  readonly id: string;
  /** With credentials, where the list has some. */
  readonly url: string;
  /** The address of the list that named it last, without credentials. */
  readonly list: string;
  /** When a list named it last. */
  readonly listedAt: Date;
  /** Null: not checked yet. */
  readonly check: ProxyCheck | null;
}

/** What a proxy did for one site on one day (UTC). */
export interface ProxyUse {
  /** `2026-11-23` */
  readonly day: string;
  /** `proxyIdOf`; `direct` for direct connections. */
  readonly proxy: string;
  readonly site: string;
  readonly tries: number;
  readonly successes: number;
  /** Tries that the site blocked. */
  readonly blocked: number;
  readonly bytes: number;
}

/** Uses of this time weigh the choice for a site, ms: a site that blocks a proxy seldom forgets it within a week. */
export const weighedMs = 7 * 24 * 3_600_000;

/** In place of a site: what came through a proxy outside visits, for example failed requests, robots.txt, handshakes. */
export const otherTraffic = '(other)';

/** The id of direct connections among proxies. */
export const directId = 'direct';

/** Host, port and a hash of the whole address: providers distinguish sessions by user name, so the id differs too, without showing it. */
export function proxyIdOf(proxyUrl: string): string {
  const hash = createHash('sha256').update(proxyUrl).digest('hex').slice(0, 8);
  return `${new URL(proxyUrl).host}-${hash}`;
}

/** The day of a time in UTC: `2026-11-23`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** A check counts for this long, ms: the day's list is checked daily, and a check may start some hours late. */
const checkLastsMs = 36 * 3_600_000;

/** The proxies whose last check was good and is not older than 36 hours, the most reliable and then the fastest first. */
export const goodProxies = (proxies: readonly ListedProxy[], now: Date): ListedProxy[] =>
  proxies.filter((proxy) => isGood(proxy, now)).sort(byQuality);

const isGood = ({ check }: ListedProxy, now: Date): boolean =>
  check !== null && check.fault === null && now.getTime() - check.at.getTime() <= checkLastsMs;

const byQuality = (a: ListedProxy, b: ListedProxy): number =>
  (b.check?.successRate ?? 0) - (a.check?.successRate ?? 0) ||
  (a.check?.latencyMs ?? Number.POSITIVE_INFINITY) - (b.check?.latencyMs ?? Number.POSITIVE_INFINITY) ||
  (a.id < b.id ? -1 : 1);

/** How the proxies stand. */
export interface ProxyStanding {
  /** Proxies of lists. */
  readonly total: number;
  readonly good: number;
  /** Bytes through proxies of any kind, in the uses given. */
  readonly bytes: number;
}

export const proxyStanding = (
  proxies: readonly ListedProxy[],
  uses: readonly ProxyUse[],
  now: Date,
): ProxyStanding => ({
  total: proxies.length,
  good: goodProxies(proxies, now).length,
  bytes: uses.reduce((sum, { proxy, bytes }) => (proxy === directId ? sum : sum + bytes), 0),
});
