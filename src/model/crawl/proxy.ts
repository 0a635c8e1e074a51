import { createHash } from 'node:crypto';
import { z } from 'zod';
import { count, record } from '../schema.ts';

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
const proxyCheckSchema = record({
  at: z.date(),
  /** Null: the proxy is good. */
  fault: z.enum(proxyFaults).nullable(),
  /** Why it has the fault, a sentence for people; absent: it is good. */
  why: z.string().optional(),
  /** Number of fetches through the proxy. */
  tries: count,
  /** Share of the tries that gave the right page: 0 to 1. */
  successRate: z.number(),
  /** Median of the successful tries, ms; null without one. */
  latencyMs: z.number().nullable(),
});
export type ProxyCheck = z.infer<typeof proxyCheckSchema>;

/** A proxy that a list names. */
export const listedProxySchema = record({
  /** `proxyIdOf(url)`: safe to show. */
  id: z.string(),
  /** With credentials, where the list has some. */
  url: z.string(),
  /** The address of the list that named it last, without credentials. */
  list: z.string(),
  /** When a list named it last. */
  listedAt: z.date(),
  /** Null: not checked yet. */
  check: proxyCheckSchema.nullable(),
});
export type ListedProxy = z.infer<typeof listedProxySchema>;

export const proxyUse = {
  /** `2026-11-23` */
  day: z.string(),
  /** `proxyIdOf`; `direct` for direct connections. */
  proxy: z.string(),
  site: z.string(),
  tries: count,
  successes: count,
  /** Tries that the site blocked. */
  blocked: count,
  bytes: count,
};

/** What a proxy did for one site on one day (UTC). */
export const proxyUseSchema = record(proxyUse);
export type ProxyUse = z.infer<typeof proxyUseSchema>;

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
const proxyStandingSchema = record({
  /** Proxies of lists. */
  total: z.number(),
  good: z.number(),
  /** Bytes through proxies of any kind, in the uses given. */
  bytes: count,
});
export type ProxyStanding = z.infer<typeof proxyStandingSchema>;

export const proxyStanding = (
  proxies: readonly ListedProxy[],
  uses: readonly ProxyUse[],
  now: Date,
): ProxyStanding => ({
  total: proxies.length,
  good: goodProxies(proxies, now).length,
  bytes: uses.reduce((sum, { proxy, bytes }) => (proxy === directId ? sum : sum + bytes), 0),
});
