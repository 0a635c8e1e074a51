import { lookup } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { Server as ProxyChain } from 'proxy-chain';
import type { Log } from '../../ports.ts';
import type { DialRules, Resolve } from './dial.ts';
import type { EgressTrouble } from './egress-trouble.ts';
import { type Forwarder, openForwarder } from './forwarder.ts';
import { type Authority, networkPolicy } from './network-policy.ts';

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
  readonly log: Log;
  /** Default: the system's. */
  readonly resolve?: Resolve;
}

const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * All traffic of crawled pages leaves through here: a forward proxy on loopback for each way out, which resolves names itself, pins the address and refuses
 * what is not of the public internet. It asks for no credentials: with them Playwright intercepts every request and the browser's cache is off.
 * @throws CommandError (configuration) for an entry that cannot be read
 */
export async function openEgressGuard(options: EgressGuardOptions): Promise<EgressGuard> {
  const { allow, connectTo, log, resolve = systemResolve } = options;
  const ownPorts = new Set<number>();
  const rules: DialRules = { policy: networkPolicy(allow, connectTo), resolve, ownPorts };
  const troubles = new TroubleBook(log);
  const routes = new Map<string | null, Promise<Route>>();
  const open = async (proxyUrl: string | null): Promise<Route> => {
    const socks = proxyUrl?.startsWith('socks') ? await openSocksHop(proxyUrl) : null;
    const upstream = socks === null ? proxyUrl : `http://127.0.0.1:${socks.port}`;
    if (socks !== null) ownPorts.add(socks.port);
    const forwarder: Forwarder = await openForwarder({
      rules,
      upstream: upstream === null ? null : new URL(upstream),
      onResult: (target, trouble) => troubles.note(route.url, target, trouble),
    });
    const { port } = forwarder.server.address() as AddressInfo;
    ownPorts.add(port);
    const route: Route = { url: `http://127.0.0.1:${port}`, forwarder, socks };
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
      for (const { forwarder, socks } of await Promise.all(routes.values())) {
        await forwarder[Symbol.asyncDispose]();
        await socks?.close(true);
      }
    },
  };
}

interface Route {
  readonly url: string;
  readonly forwarder: Forwarder;
  /** The local hop to a SOCKS proxy; null without one. */
  readonly socks: ProxyChain | null;
}

/** proxy-chain speaks SOCKS; the guard before it judges the targets. `socks5h` leaves names to the proxy, as everywhere here. */
async function openSocksHop(proxyUrl: string): Promise<ProxyChain> {
  const upstreamProxyUrl = proxyUrl.replace(/^socks5:/, 'socks5h:');
  const hop = new ProxyChain({ host: '127.0.0.1', port: 0, prepareRequestFunction: () => ({ upstreamProxyUrl }) });
  await hop.listen();
  return hop;
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
