import { createHash } from 'node:crypto';
import type { ProxyUse } from '../../../model/crawl/proxy.ts';
import type { IdentityRoute } from '../../../ports.ts';

export interface Ranking {
  readonly site: string;
  /** Another number orders anew. */
  readonly round: number;
  /** Above 0: a route with twice the weight is first twice as often. */
  readonly weightOf: (route: IdentityRoute) => number;
}

/**
 * All routes in the site's order of preference: weighted rendezvous hashing (Schindelhauer and Schomaker 2005). Every process computes the same order, a site keeps
 * its route within a round, and only the sites of a route that disappears move.
 */
export const rankRoutes = (
  routes: readonly IdentityRoute[],
  { site, round, weightOf }: Ranking,
): readonly IdentityRoute[] =>
  routes
    .map((route) => ({
      route,
      distance: -Math.log(uniform(`${route.id}\n${site}${round === 0 ? '' : `\n${round}`}`)) / weightOf(route),
    }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ route }) => route);

/** Evenly distributed in (0, 1), from the first 52 bits of a hash. */
function uniform(text: string): number {
  const bits = Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 13), 16);
  return (bits + 0.5) / 2 ** 52;
}

/**
 * The success of a proxy with a site as a weight: its rate with one success and one failure added (Laplace), so that a proxy without a try counts as half good
 * and is tried.
 */
export function successWeight(uses: readonly ProxyUse[], proxy: string, site: string): number {
  const ofBoth = uses.filter((use) => use.proxy === proxy && use.site === site);
  const sum = (field: 'tries' | 'successes'): number => ofBoth.reduce((total, use) => total + use[field], 0);
  return (sum('successes') + 1) / (sum('tries') + 2);
}
