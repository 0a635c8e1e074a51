import { lookup } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../../ports.ts';
import type { Authority } from './authority.ts';
import type { DialRules, Resolve } from './dial.ts';
import type { EgressError } from './egress-error.ts';
import { type Forwarder, openForwarder } from './forwarder.ts';
import { networkPolicy } from './network-policy.ts';
import { allowAnyPeer, openOwnUserCheck } from './own-peer.ts';
import { type ProxyDns, upstreamProxy } from './upstream-proxy.ts';

export interface EgressGuard extends AsyncDisposable {
  /**
   * URL of the local proxy that sends on through `proxyUrl`.
   * @param proxyUrl `http://user:password@host:port`, https:// or socks5://; null: a direct connection
   */
  routeFor(proxyUrl: string | null): Promise<string>;
  /** Bytes that came back through an open route, as transferred: of pages, failed requests, handshakes. */
  bytesThrough(guardUrl: string): number;
  /** Closes a route and its connections. `routeFor` opens a new one. */
  closeRoute(guardUrl: string): Promise<void>;
  /** Why the last connection through a route to this target failed; null when it succeeded. A browser does not show the response to CONNECT; this does. */
  lastError(guardUrl: string, target: Authority): EgressError | null;
}

interface EgressGuardOptions {
  /** Exceptions: CIDR, address, host, host:port. */
  readonly allow: readonly string[];
  /** `host:port=address:port`: connect to the address instead. The address itself must be allowed. */
  readonly connectTo: readonly string[];
  /** Ports allowed in addition to the standard web ports: `port` or `from-to`. */
  readonly allowPorts?: readonly string[];
  readonly log: Log;
  /** Default: the system's resolver. */
  readonly resolve?: Resolve;
  /** Accepts connections only from processes of our own user. Default: false. */
  readonly ownUserOnly?: boolean;
  /** Who resolves names that go through a proxy. Default: auto. */
  readonly proxyDns?: ProxyDns;
  /** CA certificates for https proxies, in addition to the system's, PEM. */
  readonly proxyCa?: string;
  /** Applies separately to resolving a name, connecting, and the proxy's response. Default: 15 s. */
  readonly dialTimeoutMs?: number;
}

/** The system's resolver. */
export const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * All traffic of crawled pages leaves through here: one forward proxy on loopback per upstream proxy, and one for direct connections. Each resolves names
 * itself, pins the address and refuses what is outside the public internet. It has no credentials: with them Playwright intercepts every request and
 * disables the browser's cache. On a shared machine `ownUserOnly` keeps other users out.
 * @throws CommandError (configuration) for a malformed entry
 */
export async function openEgressGuard(options: EgressGuardOptions): Promise<EgressGuard> {
  const { allow, connectTo, allowPorts = [], log, resolve = systemResolve, dialTimeoutMs = 15_000 } = options;
  const ownPorts = new Set<number>();
  const policy = networkPolicy({ allow, connectTo, ports: allowPorts });
  const rules: DialRules = { policy, resolve, ownPorts, timeoutMs: dialTimeoutMs };
  const proxies = { dns: options.proxyDns ?? 'auto', resolve, ca: options.proxyCa, timeoutMs: dialTimeoutMs };
  const isPeerAllowed = options.ownUserOnly ? await openOwnUserCheck() : allowAnyPeer;
  const errors = new LastErrors(log);
  const routes = new Map<string | null, Promise<Route>>();
  const openRoutes = new Map<string, Route>();
  const open = async (proxyUrl: string | null): Promise<Route> => {
    const forwarder: Forwarder = await openForwarder({
      rules,
      isPeerAllowed,
      upstream: proxyUrl === null ? null : upstreamProxy(proxyUrl, proxies),
      onResult: (target, error) => errors.record(route.url, target, error),
    });
    ownPorts.add(forwarder.port);
    const route: Route = { url: `http://127.0.0.1:${forwarder.port}`, proxyUrl, forwarder };
    openRoutes.set(route.url, route);
    return route;
  };
  return {
    async routeFor(proxyUrl) {
      const route = routes.get(proxyUrl) ?? open(proxyUrl);
      routes.set(proxyUrl, route);
      return (await route).url;
    },
    bytesThrough: (guardUrl) => openRoutes.get(guardUrl)?.forwarder.bytes ?? 0,
    async closeRoute(guardUrl) {
      const route = openRoutes.get(guardUrl);
      if (route === undefined) return;
      openRoutes.delete(guardUrl);
      routes.delete(route.proxyUrl);
      ownPorts.delete(route.forwarder.port);
      await route.forwarder[Symbol.asyncDispose]();
    },
    lastError: (guardUrl, target) => errors.find(guardUrl, target),
    async [Symbol.asyncDispose]() {
      for (const { forwarder } of await Promise.all(routes.values())) await forwarder[Symbol.asyncDispose]();
    },
  };
}

interface Route {
  readonly url: string;
  readonly proxyUrl: string | null;
  readonly forwarder: Forwarder;
}

/** Pairs of route and target whose error is remembered. */
const maxErrors = 2_000;

/** The last error of each route and target. The oldest are forgotten. */
class LastErrors {
  readonly #log: Log;
  readonly #errors = new LRUCache<string, EgressError>({ max: maxErrors });

  constructor(log: Log) {
    this.#log = log;
  }

  record(guardUrl: string, { host, port }: Authority, error: EgressError | null): void {
    const key = `${guardUrl} ${host}:${port}`;
    if (error === null) return void this.#errors.delete(key);
    this.#errors.set(key, error);
    this.#log.debug(`network.${error.kind}`, { host, port, why: error.message });
  }

  find(guardUrl: string, { host, port }: Authority): EgressError | null {
    return this.#errors.get(`${guardUrl} ${host}:${port}`) ?? null;
  }
}
