import { LRUCache } from 'lru-cache';
import { NewshawkError } from '../../../errors.ts';
import { directId, otherTraffic, proxyIdOf } from '../../../model/crawl/proxy.ts';
import type { Identity } from '../../../model/page/page.ts';
import type { Clock, Identities, IdentityReport, IdentityRoute, Log, ProxyRound } from '../../../ports.ts';
import type { EgressGuard } from '../guard/egress-guard.ts';
import type { CookieJars } from './identity-cookies.ts';
import { type IdentityConfig, openProxyRoute, openProxyRoutes, type ProxyRoutes } from './proxy-routes.ts';
import { bytesOn, ProxyUses } from './proxy-uses.ts';
import { rankRoutes, successWeight } from './rank-routes.ts';

interface IdentitiesOptions {
  readonly browsers: IdentityConfig;
  readonly guard: EgressGuard;
  readonly cookies: CookieJars;
  readonly clock: Clock;
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
/** The route of a proxy that left the round is closed after this time, ms: longer than a visit may last. */
const keepFormerMs = 3 * 3_600_000;
/** Rankings kept, one per site. With 500 identities they take 4 MB. */
const maxRankings = 1_000;

/** Opens one identity per proxy and profile, and direct ones when no proxy is configured or `allowDirect` is set. */
export async function openIdentities(options: IdentitiesOptions): Promise<IdentityRouter> {
  const { browsers, guard, chromiumVersion } = options;
  const userAgent = defaultUserAgent(chromiumVersion);
  const open = (proxyUrl: string) => openProxyRoute(proxyUrl, browsers, guard, userAgent);
  return new StickyIdentities(await openProxyRoutes(browsers, guard, userAgent), open, options);
}

/** Chromium's reduced user agent: its platform and minor version do not describe the machine. */
export const defaultUserAgent = (chromiumVersion: string): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chromiumVersion.split('.')[0]}.0.0.0 Safari/537.36`;

/** State of a proxy, or of the direct connection, that its identities share. */
interface ProxyState {
  /** Its key in `#restsUntil`, and its name in `ProxyUse`. */
  readonly key: string;
  readonly proxyUrl: string | null;
  readonly guardUrl: string;
  /** Bytes of its route that are counted in `ProxyUse`. */
  countedBytes: number;
  /** Sites that timed out since the last success. */
  readonly timedOutSites: Set<string>;
  /** Failures since the last success. */
  failures: number;
}

class StickyIdentities implements IdentityRouter {
  readonly #options: Omit<IdentitiesOptions, 'chromiumVersion'>;
  readonly #open: (proxyUrl: string) => Promise<ProxyRoutes>;
  /** Configured proxies, and the direct connection. */
  readonly #configured: readonly ProxyRoutes[];
  #routes: readonly IdentityRoute[] = [];
  /** Those of the round. */
  #listed: readonly ProxyRoutes[] = [];
  /** Those of former rounds with the time when they left, by the monotonic clock: visits may still use them. */
  #former: readonly (ProxyRoutes & { readonly leftAt: number })[] = [];
  /** By identity, of this and former rounds. */
  readonly #proxyOf = new Map<string, ProxyState>();
  readonly #uses = new ProxyUses();
  /** The choice of a run without lists: it never changes. */
  #round: ProxyRound = { number: 0, proxies: [], uses: [] };
  /** When a pause ends, by the monotonic clock. Keys: a proxy, a proxy at a site, an identity at a site. */
  readonly #restsUntil = new Map<string, number>();
  readonly #rankings = new LRUCache<string, readonly IdentityRoute[]>({ max: maxRankings });

  constructor(
    configured: readonly ProxyRoutes[],
    open: (proxyUrl: string) => Promise<ProxyRoutes>,
    options: IdentitiesOptions,
  ) {
    this.#options = options;
    this.#open = open;
    this.#configured = configured;
    this.#use(configured);
  }

  async useProxies(round: ProxyRound): Promise<void> {
    const configured = new Set(this.#configured.map(({ proxyUrl }) => proxyUrl));
    const listed = await Promise.all(round.proxies.filter((url) => !configured.has(url)).map(this.#open));
    this.#round = round;
    const nowMs = this.#options.clock.monotonicMs();
    const isUsed = ({ proxyUrl }: ProxyRoutes) => listed.some((proxy) => proxy.proxyUrl === proxyUrl);
    const leaving = this.#listed.map((proxy) => ({ ...proxy, leftAt: nowMs }));
    const former = [...this.#former, ...leaving].filter((proxy) => !isUsed(proxy));
    const isOver = ({ leftAt }: { readonly leftAt: number }) => nowMs - leftAt > keepFormerMs;
    this.#listed = listed;
    this.#former = former.filter((proxy) => !isOver(proxy));
    this.#use([...this.#configured, ...listed]);
    await Promise.all(former.filter(isOver).map((proxy) => this.#close(proxy)));
  }

  #use(proxies: readonly ProxyRoutes[]): void {
    this.#routes = proxies.flatMap(({ routes }) => routes);
    this.#rankings.clear();
    for (const { proxyUrl, guardUrl, routes } of proxies) {
      const key = proxyUrl === null ? directId : proxyIdOf(proxyUrl);
      const [before] = routes.flatMap(({ id }) => this.#proxyOf.get(id) ?? []);
      const timedOutSites = new Set<string>();
      const proxy = before ?? { key, proxyUrl, guardUrl, countedBytes: 0, timedOutSites, failures: 0 };
      for (const { id } of routes) this.#proxyOf.set(id, proxy);
    }
  }

  async #close({ guardUrl, routes }: ProxyRoutes): Promise<void> {
    this.#countOtherBytes();
    for (const { id } of routes) this.#proxyOf.delete(id);
    await this.#options.guard.closeRoute(guardUrl);
  }

  uses() {
    this.#countOtherBytes();
    return this.#uses.all();
  }

  countBytes(identity: Identity, site: string, bytes: number): void {
    const proxy = this.#proxy(identity);
    this.#uses.add(this.#options.clock.now(), proxy.key, site, { bytes });
    proxy.countedBytes += bytes;
  }

  /** Counts what came through the proxies beside counted visits. Visits in progress count here until their end: then it is taken back. */
  #countOtherBytes(): void {
    const { clock, guard } = this.#options;
    for (const proxy of new Set(this.#proxyOf.values())) {
      if (proxy.proxyUrl === null) continue;
      const excess = proxy.countedBytes - guard.bytesThrough(proxy.guardUrl);
      const bytes = -Math.min(excess, this.#uses.bytesAt(clock.now(), proxy.key, otherTraffic));
      if (bytes === 0) continue;
      this.#uses.add(clock.now(), proxy.key, otherTraffic, { bytes });
      proxy.countedBytes += bytes;
    }
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
      .filter((route) => !this.#isUsedUp(route))
      .map((route) => ({
        route,
        rests: Number(rests(route)),
        proxyFreeAt: this.#proxyFreeAt(route, site, nowMs),
        freeAt: this.#freeAt(`${route.id} ${site}`, nowMs),
      }))
      .sort((a, b) => a.rests - b.rests || a.proxyFreeAt - b.proxyFreeAt || a.freeAt - b.freeAt);
    if (best === undefined) throw new NewshawkError('no-proxy', this.#whyNone());
    return best.route;
  }

  report(identity: Identity, site: string, result: IdentityReport): void {
    const proxy = this.#proxy(identity);
    const counted = { tries: 1, successes: Number(result === 'ok'), blocked: Number(result === 'blocked') };
    this.#uses.add(this.#options.clock.now(), proxy.key, site, counted);
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

  #proxy({ id }: Identity): ProxyState {
    const proxy = this.#proxyOf.get(id);
    if (proxy === undefined) throw new NewshawkError('bug', `a visit by an unknown identity: ${id}`);
    return proxy;
  }

  /** Whether the proxy has brought its bytes of the day: by this process, or by all processes before the round. */
  #isUsedUp(route: IdentityRoute): boolean {
    const { browsers, clock } = this.#options;
    const { key } = this.#proxy(route);
    if (browsers.proxyBytesPerDay === null || key === directId) return false;
    const now = clock.now();
    this.#countOtherBytes();
    const bytes = Math.max(this.#uses.bytesOn(now, key), bytesOn(this.#round.uses, now, key));
    return bytes >= browsers.proxyBytesPerDay;
  }

  #whyNone(): string {
    const { allowDirect } = this.#options.browsers;
    const direct = allowDirect ? '' : ', and no direct connection is allowed (allowDirect)';
    return this.#routes.length > 0
      ? `every proxy has brought its bytes of the day (proxyBytesPerDay)${direct}`
      : `no proxy of the lists is good today${direct}: \`newshawk proxies collect\` and \`newshawk proxies check\` make the day's list, \`newshawk proxies list\` shows it`;
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
    const ranked = this.#rankings.get(site) ?? this.#rank(site);
    this.#rankings.set(site, ranked);
    return ranked;
  }

  /** Without lists the order never changes; with lists it follows the success at this site, anew in each round. */
  #rank(site: string): readonly IdentityRoute[] {
    const { number: round, uses } = this.#round;
    const weightOf = (route: IdentityRoute): number =>
      round === 0 ? 1 : successWeight(uses, this.#proxy(route).key, site);
    return rankRoutes(this.#routes, { site, round, weightOf });
  }

  #proxyFreeAt({ id }: IdentityRoute, site: string, nowMs: number): number {
    const key = `${this.#proxyOf.get(id)?.key}`;
    return Math.max(this.#freeAt(key, nowMs), this.#freeAt(`${key} ${site}`, nowMs));
  }

  #freeAt(key: string, nowMs: number): number {
    return Math.max(this.#restsUntil.get(key) ?? 0, nowMs);
  }
}
