import { type Dispatcher, Pool } from 'undici';
import { maxHeaderBytes, type Protocol, ServerConnections } from './server-connections.ts';
import { TlsTunnels } from './tls-tunnel.ts';

/** What undici needs to send a request through the guard. */
export interface GuardedRoute {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  readonly protocol: Protocol;
  /** Over a connection that was used before: the server may have closed it at this moment. */
  readonly isReused: boolean;
}

export interface GuardDispatcherOptions {
  readonly ignoreTlsErrors: boolean;
  /** A body of which nothing comes for so long is given up, ms. */
  readonly idleBodyMs: number;
}

export interface GuardDispatcher extends AsyncDisposable {
  /** Connects where that tells how the request is to be written. @throws EgressTrouble, errors of TLS */
  routeOf(url: URL): Promise<GuardedRoute>;
  /** After a request that got no answer: the next one has a new connection, what else runs keeps the old one. */
  retire(url: URL): void;
}

/** Servers to which connections are kept, and for how long without use: a little less than most servers keep theirs. */
const maxServers = 200;
const idleMs = 60_000;

/**
 * Connections through one guard: plain requests in absolute form (many proxies permit CONNECT to port 443 only), TLS in a tunnel of its own per server,
 * HTTP/2 where the server speaks it.
 */
export function openGuardDispatcher(guardUrl: string, options: GuardDispatcherOptions): GuardDispatcher {
  const guard = new URL(guardUrl);
  const { idleBodyMs, ignoreTlsErrors } = options;
  const plain = new Pool(guard.origin, {
    connections: 64,
    bodyTimeout: idleBodyMs,
    headersTimeout: 0, // the caller's limit holds
    maxHeaderSize: maxHeaderBytes,
  });
  const tunnels = new TlsTunnels({ guard, ignoreTlsErrors });
  const servers = new Map<string, ServerConnections>();

  function serverAt(url: URL): ServerConnections {
    const server = servers.get(url.origin) ?? new ServerConnections(url, tunnels, { idleBodyMs });
    servers.delete(url.origin); // the last used is the last of the map
    servers.set(url.origin, server);
    server.usedAt = performance.now();
    closeUnused();
    return server;
  }

  function closeUnused(): void {
    for (const [origin, server] of servers) {
      if (servers.size <= maxServers && performance.now() - server.usedAt < idleMs) return;
      if (!server.isIdle) continue;
      servers.delete(origin);
      void server.retire();
    }
  }

  return {
    async routeOf(url) {
      const path = `${url.pathname}${url.search}`;
      if (url.protocol === 'http:')
        return {
          dispatcher: plain,
          origin: guard.origin,
          path: `${url.origin}${path}`,
          protocol: 'http/1.1',
          isReused: false,
        };
      const server = serverAt(url);
      const isReused = server.isConnected;
      const { pool, protocol } = await server.route();
      return { dispatcher: pool, origin: url.origin, path, protocol, isReused };
    },
    retire(url) {
      const server = servers.get(url.origin);
      servers.delete(url.origin);
      void server?.retire();
    },
    async [Symbol.asyncDispose]() {
      const open = [...servers.values()];
      servers.clear();
      await Promise.all([plain.destroy(), ...open.map((server) => server[Symbol.asyncDispose]())]);
    },
  };
}
