import { lookup } from 'node:dns/promises';
import type { Log } from '../../../ports.ts';
import type { Authority } from './authority.ts';
import type { DialRules, Resolve } from './dial.ts';
import type { EgressTrouble } from './egress-trouble.ts';
import { type Forwarder, openForwarder } from './forwarder.ts';
import { networkPolicy } from './network-policy.ts';
import { everyPeer, openOwnPeer } from './own-peer.ts';
import { type ProxyDns, upstreamProxy } from './upstream-proxy.ts';

export interface EgressGuard extends AsyncDisposable {
  /**
   * The local proxy for one way out.
   * @param proxyUrl `http://user:password@host:port`, https:// or socks5://; null: direct
   */
  routeFor(proxyUrl: string | null): Promise<string>;
  /** Why the last connection of a route to that authority came to nothing; null where it is well. A browser does not show a tunnel's answer: this does. */
  troubleWith(guardUrl: string, target: Authority): EgressTrouble | null;
}

export interface EgressGuardOptions {
  /** Exceptions: CIDR, address, host, host:port. */
  readonly allow: readonly string[];
  /** `host:port=address:port`: connect there instead; what stands there must be allowed itself. */
  readonly connectTo: readonly string[];
  /** Ports of public servers beside the usual ones: `port` or `from-to`. */
  readonly allowPorts?: readonly string[];
  readonly log: Log;
  /** Default: the system's. */
  readonly resolve?: Resolve;
  /** Serves processes of our own user only; default false. */
  readonly ownUserOnly?: boolean;
  /** Who resolves names that go through a proxy; default: auto. */
  readonly proxyDns?: ProxyDns;
  /** Certificates of https proxies beside the system's, PEM. */
  readonly proxyCa?: string;
  /** For a name to resolve, for a connection to stand, for a proxy to answer; default 15 s each. */
  readonly dialTimeoutMs?: number;
}

const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * All traffic of crawled pages leaves through here: a forward proxy on loopback for each way out, which resolves names itself, pins the address and refuses
 * what is not of the public internet. It asks for no credentials (with them Playwright intercepts every request and the browser's cache is off):
 * on a machine that others use, `ownUserOnly` keeps them out.
 * @throws CommandError (configuration) for an entry that cannot be read
 */
export async function openEgressGuard(options: EgressGuardOptions): Promise<EgressGuard> {
  const { allow, connectTo, allowPorts = [], log, resolve = systemResolve, dialTimeoutMs = 15_000 } = options;
  const ownPorts = new Set<number>();
  const policy = networkPolicy({ allow, connectTo, ports: allowPorts });
  const rules: DialRules = { policy, resolve, ownPorts, timeoutMs: dialTimeoutMs };
  const proxies = { dns: options.proxyDns ?? 'auto', resolve, ca: options.proxyCa, timeoutMs: dialTimeoutMs };
  const mayUse = options.ownUserOnly ? await openOwnPeer() : everyPeer;
  const troubles = new TroubleBook(log);
  const routes = new Map<string | null, Promise<Route>>();
  const open = async (proxyUrl: string | null): Promise<Route> => {
    const forwarder: Forwarder = await openForwarder({
      rules,
      mayUse,
      upstream: proxyUrl === null ? null : upstreamProxy(proxyUrl, proxies),
      onResult: (target, trouble) => troubles.note(route.url, target, trouble),
    });
    ownPorts.add(forwarder.port);
    const route: Route = { url: `http://127.0.0.1:${forwarder.port}`, forwarder };
    return route;
  };
  return {
    async routeFor(proxyUrl) {
      const known = routes.get(proxyUrl) ?? open(proxyUrl);
      routes.set(proxyUrl, known);
      return (await known).url;
    },
    troubleWith: (guardUrl, target) => troubles.find(guardUrl, target),
    async [Symbol.asyncDispose]() {
      for (const { forwarder } of await Promise.all(routes.values())) await forwarder[Symbol.asyncDispose]();
    },
  };
}

interface Route {
  readonly url: string;
  readonly forwarder: Forwarder;
}

/** Remembers the last trouble of each route and target; the oldest are forgotten. */
class TroubleBook {
  readonly #log: Log;
  readonly #troubles = new Map<string, EgressTrouble>();

  constructor(log: Log) {
    this.#log = log;
  }

  note(guardUrl: string, { host, port }: Authority, trouble: EgressTrouble | null): void {
    const key = `${guardUrl} ${host}:${port}`;
    this.#troubles.delete(key);
    if (trouble === null) return;
    this.#troubles.set(key, trouble);
    if (this.#troubles.size > 2_000)
      for (const oldest of this.#troubles.keys()) return void this.#troubles.delete(oldest);
    this.#log.debug(`network.${trouble.kind}`, { host, port, why: trouble.message });
  }

  find(guardUrl: string, { host, port }: Authority): EgressTrouble | null {
    return this.#troubles.get(`${guardUrl} ${host}:${port}`) ?? null;
  }
}
