import { dayOf, goodProxies, weighedMs } from '../../model/crawl/proxy.ts';
import { successWeight } from '../../stages/fetch/identity/rank-routes.ts';
import type { Store } from '../../storage/port.ts';

/** A way out (a proxy, or the direct connection) as the choice for a site sees it. */
export interface WayToSite {
  /** Counts of the last week. */
  readonly tries: number;
  readonly successes: number;
  readonly blocked: number;
  /** `ProxyUse.proxy` */
  readonly proxy: string;
  /** Whether it is on the day's list. */
  readonly isListed: boolean;
  /** A way with twice the weight is chosen twice as often in a round that has both: 0 to 1. */
  readonly weight: number;
}

/** Ways that are shown. */
const maxWays = 10;

/** The ways to a site with their counts of the last week, the likeliest first. Empty where the store knows no proxy and no use. */
export async function waysToSite(store: Store, site: string, now: Date): Promise<readonly WayToSite[]> {
  const good = goodProxies(await store.proxies.list(), now).map(({ id }) => id);
  const uses = await store.proxies.usesSince(dayOf(new Date(now.getTime() - weighedMs)));
  const ofSite = uses.filter((use) => use.site === site);
  return [...new Set([...ofSite.map(({ proxy }) => proxy), ...good])]
    .map((proxy) => {
      const own = ofSite.filter((use) => use.proxy === proxy);
      const sum = (field: 'tries' | 'successes' | 'blocked') => own.reduce((total, use) => total + use[field], 0);
      return {
        proxy,
        isListed: good.includes(proxy),
        tries: sum('tries'),
        successes: sum('successes'),
        blocked: sum('blocked'),
        weight: successWeight(uses, proxy, site),
      };
    })
    .sort((a, b) => b.weight - a.weight || b.tries - a.tries)
    .slice(0, maxWays);
}
