import { createHash } from 'node:crypto';
import { CommandError, exitCodes, NewshawkError } from '../../../errors.ts';
import type { Identity } from '../../../model/page/page.ts';
import type { Clock, Identities, IdentityRoute, Log, VisitResult } from '../../../ports.ts';
import type { EgressGuard } from '../guard/egress-guard.ts';
import type { CookieShelf } from './identity-cookies.ts';
import { type WayOut, type WaysOutConfig, waysOut } from './ways-out.ts';

export interface IdentitiesOptions {
  readonly browsers: WaysOutConfig;
  readonly guard: Pick<EgressGuard, 'routeFor'>;
  readonly cookies: Pick<CookieShelf, 'of'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Log;
  /** Version of the browser that renders, e.g. `153.0.8010.0`: the user agent of the static path says the same. */
  readonly chromiumVersion: string;
}

/** The identities, and the ways out that they use. */
export interface ProxiedIdentities extends Identities {
  /** The proxy of an identity, with its credentials; null for the direct way. */
  readonly proxyUrlOf: (identity: Identity) => string | null;
}

/** A site that blocked a proxy is asked through another one for so long; most walls forget within minutes. */
const restAfterBlockMs = 10 * 60_000;
/** A proxy that failed is left out everywhere, shortly: many fail for seconds. One that fails again after its rest, twice as long. */
const restAfterProxyFailureMs = 60_000;
const longestProxyRestMs = 30 * 60_000;
/** One slow site is a slow site. So many in a row, and nothing between them, are a proxy that answers but leads nowhere. */
const silentSites = 3;
/** Rankings kept, one a site: with 500 identities that is 4 MB. */
const maxRankings = 1_000;

/** One identity per proxy and profile, and direct ones where no proxy is configured or `allowDirect` is set. */
export async function openIdentities(options: IdentitiesOptions): Promise<ProxiedIdentities> {
  const { browsers, guard, chromiumVersion } = options;
  const ways = await waysOut(browsers, guard, defaultUserAgent(chromiumVersion));
  return new StickyIdentities(ways, options);
}

/** Chromium's reduced user agent: the platform and the minor version say nothing of the machine. */
export const defaultUserAgent = (chromiumVersion: string): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chromiumVersion.split('.')[0]}.0.0.0 Safari/537.36`;

interface Way {
  /** Its name in the rests. */
  readonly way: number;
  readonly proxyUrl: string | null;
  /** Sites that timed out since the last page that came. */
  readonly silentFor: Set<string>;
  /** In a row. */
  failures: number;
}

class StickyIdentities implements ProxiedIdentities {
  readonly #options: Pick<IdentitiesOptions, 'clock' | 'cookies' | 'log'>;
  readonly #routes: readonly IdentityRoute[];
  readonly #wayOf: ReadonlyMap<string, Way>;
  /** Until when something rests, by the monotonic clock: a way out (`way`), a way at a site, an identity at a site. */
  readonly #restsUntil = new Map<string, number>();
  readonly #rankings = new Map<string, readonly IdentityRoute[]>();

  constructor(ways: readonly WayOut[], options: IdentitiesOptions) {
    this.#options = options;
    this.#routes = ways.flatMap(({ routes }) => routes);
    this.#wayOf = new Map(
      ways.flatMap(({ proxyUrl, routes }, way) => {
        const common: Way = { way, proxyUrl, silentFor: new Set(), failures: 0 };
        return routes.map(({ id }) => [id, common] as const);
      }),
    );
  }

  get proxies(): readonly (string | null)[] {
    return [...new Set(this.#routes.map(({ proxy }) => proxy))];
  }

  readonly proxyUrlOf = ({ id }: Identity): string | null => this.#wayOf.get(id)?.proxyUrl ?? null;

  /**
   * Rendezvous hashing: a site keeps its identity as long as that is well, and only its own sites move when one rests. Walls go by address: after a block
   * another proxy is better than another reader behind the same one.
   */
  async pick(site: string, rests: (identity: Identity) => boolean = () => false): Promise<IdentityRoute> {
    const nowMs = this.#options.clock.monotonicMs();
    const [best] = this.#ranked(site)
      .map((route) => ({
        route,
        rests: Number(rests(route)),
        wayFreeAt: this.#wayFreeAt(route, site, nowMs),
        freeAt: this.#freeAt(`${route.id} ${site}`, nowMs),
      }))
      .sort((a, b) => a.rests - b.rests || a.wayFreeAt - b.wayFreeAt || a.freeAt - b.freeAt);
    if (best === undefined) throw new CommandError(exitCodes.proxies, 'There is no proxy and no direct way out.');
    return best.route;
  }

  report(identity: Identity, site: string, result: VisitResult): void {
    const way = this.#wayOf.get(identity.id);
    if (way === undefined) throw new NewshawkError('bug', `a visit by an unknown identity: ${identity.id}`);
    const ofSite = [`${way.way} ${site}`, `${identity.id} ${site}`];
    if (result === 'blocked') this.#blocked(identity, site, ofSite);
    else if (result === 'proxy-failed') this.#failed(way, identity, 'it failed');
    else if (result === 'timed-out') this.#timedOut(way, identity, site);
    else {
      way.silentFor.clear();
      way.failures = 0;
      for (const key of [`${way.way}`, ...ofSite]) this.#restsUntil.delete(key);
    }
  }

  #blocked({ id, proxy }: Identity, site: string, keys: readonly string[]): void {
    const { clock, cookies, log } = this.#options;
    for (const key of keys) this.#restsUntil.set(key, clock.monotonicMs() + restAfterBlockMs);
    void cookies.of(id).forget(site); // in memory: nothing can fail, and the generation has moved already
    log.info('identity.rests', { identity: id, proxy, site, why: 'blocked', ms: restAfterBlockMs });
  }

  /** Tasks that were on their way through the proxy fail together: that is one failure. */
  #failed(way: Way, { proxy }: Identity, why: string): void {
    const nowMs = this.#options.clock.monotonicMs();
    if (this.#freeAt(`${way.way}`, nowMs) > nowMs) return;
    const ms = Math.min(restAfterProxyFailureMs * 2 ** way.failures, longestProxyRestMs);
    way.failures++;
    this.#restsUntil.set(`${way.way}`, nowMs + ms);
    this.#options.log.warn('proxy.rests', { proxy, why, ms });
  }

  #timedOut(way: Way, identity: Identity, site: string): void {
    if (way.proxyUrl === null) return;
    way.silentFor.add(site);
    if (way.silentFor.size < silentSites) return;
    way.silentFor.clear();
    this.#failed(way, identity, `${silentSites} sites in a row timed out`);
  }

  #ranked(site: string): readonly IdentityRoute[] {
    const ranked = this.#rankings.get(site) ?? rankingOf(this.#routes, site);
    this.#rankings.delete(site);
    this.#rankings.set(site, ranked);
    const [oldest] = this.#rankings.keys();
    if (this.#rankings.size > maxRankings && oldest !== undefined) this.#rankings.delete(oldest);
    return ranked;
  }

  #wayFreeAt({ id }: IdentityRoute, site: string, nowMs: number): number {
    const way = `${this.#wayOf.get(id)?.way}`;
    return Math.max(this.#freeAt(way, nowMs), this.#freeAt(`${way} ${site}`, nowMs));
  }

  #freeAt(key: string, nowMs: number): number {
    return Math.max(this.#restsUntil.get(key) ?? 0, nowMs);
  }
}

/** The site's order of all identities, best first. */
const rankingOf = (routes: readonly IdentityRoute[], site: string): readonly IdentityRoute[] =>
  routes
    .map((route) => ({ route, weight: createHash('sha256').update(`${route.id}\n${site}`).digest('hex') }))
    .sort((a, b) => (a.weight < b.weight ? 1 : -1))
    .map(({ route }) => route);
