import { createHash } from 'node:crypto';
import { CommandError, exitCodes, NewshawkError } from '../../../errors.ts';
import type { Identity } from '../../../model/page/page.ts';
import type { Clock, Identities, IdentityRoute, Log, VisitResult } from '../../../ports.ts';
import type { EgressGuard } from '../guard/egress-guard.ts';
import type { CookieJars } from './identity-cookies.ts';
import { type IdentityConfig, openProxyRoutes, type ProxyRoutes } from './proxy-routes.ts';

export interface IdentitiesOptions {
  readonly browsers: IdentityConfig;
  readonly guard: Pick<EgressGuard, 'routeFor'>;
  readonly cookies: Pick<CookieJars, 'of'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Log;
  /** Version of the rendering browser, for example `153.0.8010.0`. The user agent of static fetches shows the same. */
  readonly chromiumVersion: string;
}

/** Identities with access to the proxies behind them. */
export interface IdentityRouter extends Identities {
  /** The proxy of an identity, with its credentials; null: direct. */
  readonly proxyUrlOf: (identity: Identity) => string | null;
}

/** Pause of a proxy at a site that blocked it. Most walls unblock within minutes. */
const restAfterBlockMs = 10 * 60_000;
/** Pause of a failed proxy at all sites, doubled with each further failure. Many failures last seconds. */
const restAfterProxyFailureMs = 60_000;
const longestProxyRestMs = 30 * 60_000;
/** A proxy counts as failed after timeouts at this many sites with no success between them. */
const maxTimedOutSites = 3;
/** Rankings kept, one per site. With 500 identities they take 4 MB. */
const maxRankings = 1_000;

/** Opens one identity per proxy and profile, and direct ones when no proxy is configured or `allowDirect` is set. */
export async function openIdentities(options: IdentitiesOptions): Promise<IdentityRouter> {
  const { browsers, guard, chromiumVersion } = options;
  const proxies = await openProxyRoutes(browsers, guard, defaultUserAgent(chromiumVersion));
  return new StickyIdentities(proxies, options);
}

/** Chromium's reduced user agent: its platform and minor version do not describe the machine. */
export const defaultUserAgent = (chromiumVersion: string): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chromiumVersion.split('.')[0]}.0.0.0 Safari/537.36`;

/** State of a proxy, or of the direct connection, that its identities share. */
interface ProxyState {
  /** Its key in `#restsUntil`. */
  readonly key: string;
  readonly proxyUrl: string | null;
  /** Sites that timed out since the last success. */
  readonly timedOutSites: Set<string>;
  /** Failures since the last success. */
  failures: number;
}

class StickyIdentities implements IdentityRouter {
  readonly #options: Pick<IdentitiesOptions, 'clock' | 'cookies' | 'log'>;
  readonly #routes: readonly IdentityRoute[];
  /** By identity. */
  readonly #proxyOf: ReadonlyMap<string, ProxyState>;
  /** When a pause ends, by the monotonic clock. Keys: a proxy, a proxy at a site, an identity at a site. */
  readonly #restsUntil = new Map<string, number>();
  readonly #rankings = new Map<string, readonly IdentityRoute[]>();

  constructor(proxies: readonly ProxyRoutes[], options: IdentitiesOptions) {
    this.#options = options;
    this.#routes = proxies.flatMap(({ routes }) => routes);
    this.#proxyOf = new Map(
      proxies.flatMap(({ proxyUrl, routes }, index) => {
        const proxy: ProxyState = { key: String(index), proxyUrl, timedOutSites: new Set(), failures: 0 };
        return routes.map(({ id }) => [id, proxy] as const);
      }),
    );
  }

  get proxies(): readonly (string | null)[] {
    return [...new Set(this.#routes.map(({ proxy }) => proxy))];
  }

  readonly proxyUrlOf = ({ id }: Identity): string | null => this.#proxyOf.get(id)?.proxyUrl ?? null;

  /**
   * Rendezvous hashing: a site keeps its identity until that pauses, and then only the sites of that identity move. Walls block by address, so after a block
   * another proxy is preferred to another identity behind the same proxy.
   */
  async pick(site: string, rests: (identity: Identity) => boolean = () => false): Promise<IdentityRoute> {
    const nowMs = this.#options.clock.monotonicMs();
    const [best] = this.#ranked(site)
      .map((route) => ({
        route,
        rests: Number(rests(route)),
        proxyFreeAt: this.#proxyFreeAt(route, site, nowMs),
        freeAt: this.#freeAt(`${route.id} ${site}`, nowMs),
      }))
      .sort((a, b) => a.rests - b.rests || a.proxyFreeAt - b.proxyFreeAt || a.freeAt - b.freeAt);
    if (best === undefined)
      throw new CommandError(exitCodes.proxies, 'There is no proxy and no direct connection is allowed.');
    return best.route;
  }

  report(identity: Identity, site: string, result: VisitResult): void {
    const proxy = this.#proxyOf.get(identity.id);
    if (proxy === undefined) throw new NewshawkError('bug', `a visit by an unknown identity: ${identity.id}`);
    const siteKeys = [`${proxy.key} ${site}`, `${identity.id} ${site}`];
    if (result === 'blocked') this.#pauseAtSite(identity, site, siteKeys);
    else if (result === 'proxy-failed') this.#pauseProxy(proxy, identity, 'it failed');
    else if (result === 'timed-out') this.#recordTimeout(proxy, identity, site);
    else {
      proxy.timedOutSites.clear();
      proxy.failures = 0;
      for (const key of [proxy.key, ...siteKeys]) this.#restsUntil.delete(key);
    }
  }

  #pauseAtSite({ id, proxy }: Identity, site: string, keys: readonly string[]): void {
    const { clock, cookies, log } = this.#options;
    for (const key of keys) this.#restsUntil.set(key, clock.monotonicMs() + restAfterBlockMs);
    void cookies.of(id).forget(site); // in memory, so it cannot fail; it has changed the generation already
    log.info('identity.rests', { identity: id, proxy, site, why: 'blocked', ms: restAfterBlockMs });
  }

  /** Requests in flight fail together with their proxy: while it pauses, further failures do not count. */
  #pauseProxy(proxy: ProxyState, identity: Identity, why: string): void {
    const nowMs = this.#options.clock.monotonicMs();
    if (this.#freeAt(proxy.key, nowMs) > nowMs) return;
    const ms = Math.min(restAfterProxyFailureMs * 2 ** proxy.failures, longestProxyRestMs);
    proxy.failures++;
    this.#restsUntil.set(proxy.key, nowMs + ms);
    this.#options.log.warn('proxy.rests', { proxy: identity.proxy, why, ms });
  }

  #recordTimeout(proxy: ProxyState, identity: Identity, site: string): void {
    if (proxy.proxyUrl === null) return;
    proxy.timedOutSites.add(site);
    if (proxy.timedOutSites.size < maxTimedOutSites) return;
    proxy.timedOutSites.clear();
    this.#pauseProxy(proxy, identity, `${maxTimedOutSites} sites in a row timed out`);
  }

  #ranked(site: string): readonly IdentityRoute[] {
    const ranked = this.#rankings.get(site) ?? rankRoutes(this.#routes, site);
    this.#rankings.delete(site);
    this.#rankings.set(site, ranked);
    const [oldest] = this.#rankings.keys();
    if (this.#rankings.size > maxRankings && oldest !== undefined) this.#rankings.delete(oldest);
    return ranked;
  }

  #proxyFreeAt({ id }: IdentityRoute, site: string, nowMs: number): number {
    const key = `${this.#proxyOf.get(id)?.key}`;
    return Math.max(this.#freeAt(key, nowMs), this.#freeAt(`${key} ${site}`, nowMs));
  }

  #freeAt(key: string, nowMs: number): number {
    return Math.max(this.#restsUntil.get(key) ?? 0, nowMs);
  }
}

/** All identities in the site's order of preference. */
const rankRoutes = (routes: readonly IdentityRoute[], site: string): readonly IdentityRoute[] =>
  routes
    .map((route) => ({ route, weight: createHash('sha256').update(`${route.id}\n${site}`).digest('hex') }))
    .sort((a, b) => (a.weight < b.weight ? 1 : -1))
    .map(({ route }) => route);
