import { type Dispatcher, Pool } from 'undici';
import { type HttpProtocol, maxHeaderBytes, ServerConnections } from './server-connections.ts';
import { TlsTunnels } from './tls-tunnel.ts';

/** What undici needs to send a request through the guard. */
export interface GuardedRoute {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  readonly protocol: HttpProtocol;
  /** The connection was used before, so the server may have just closed it. */
  readonly isReused: boolean;
}

interface GuardDispatcherOptions {
  readonly ignoreTlsErrors: boolean;
  /** CA certificates beside the system's, PEM. */
  readonly ca?: string | undefined;
  /** Timeout between two pieces of a body, ms. */
  readonly idleBodyMs: number;
}

export interface GuardDispatcher extends AsyncDisposable {
  /** Connects first to a TLS server, to learn its HTTP version. @throws EgressError, TLS errors of Node */
  routeFor(url: URL): Promise<GuardedRoute>;
  /** Call after a request without a response: the next request gets a new connection. Requests in flight keep the old one. */
  retire(url: URL): void;
}

/** The dispatchers of all guards that requests go through. */
export interface GuardDispatchers extends AsyncDisposable {
  /** Opens it with the first request. */
  through(guardUrl: string): GuardDispatcher;
}

/** The connections of a guard are closed after this time without a request, ms: those of former proxies are not used again. Longer than any request. */
const unusedMs = 3_600_000;
/** Connections are kept to at most this many servers. */
const maxServers = 200;
/** Unused connections are kept this long: a little less than most servers keep theirs. */
const idleMs = 60_000;

/** Opens dispatchers, one per guard. */
export function openGuardDispatchers(options: GuardDispatcherOptions): GuardDispatchers {
  /** Least recently used first. */
  const open = new Map<string, { readonly dispatcher: GuardDispatcher; readonly usedAt: number }>();
  return {
    through(guardUrl) {
      const nowMs = performance.now();
      const dispatcher = open.get(guardUrl)?.dispatcher ?? openGuardDispatcher(guardUrl, options);
      open.delete(guardUrl);
      open.set(guardUrl, { dispatcher, usedAt: nowMs });
      for (const [unused, { dispatcher: idle, usedAt }] of open) {
        if (nowMs - usedAt < unusedMs) break;
        open.delete(unused);
        void idle[Symbol.asyncDispose]();
      }
      return dispatcher;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...open.values()].map(({ dispatcher }) => dispatcher[Symbol.asyncDispose]()));
    },
  };
}

/**
 * Connections through one guard: plain requests in absolute form (many proxies permit CONNECT to port 443 only), TLS in a separate tunnel per server, with
 * HTTP/2 where the server supports it.
 */
function openGuardDispatcher(guardUrl: string, options: GuardDispatcherOptions): GuardDispatcher {
  const guard = new URL(guardUrl);
  const { idleBodyMs, ignoreTlsErrors, ca } = options;
  const plain = new Pool(guard.origin, {
    connections: 64,
    bodyTimeout: idleBodyMs,
    headersTimeout: 0, // the caller's signal limits it
    maxHeaderSize: maxHeaderBytes,
  });
  const tunnels = new TlsTunnels({ guard, ignoreTlsErrors, ca });
  const servers = new Map<string, ServerConnections>();

  function serverAt(url: URL): ServerConnections {
    const server = servers.get(url.origin) ?? new ServerConnections(url, tunnels, { idleBodyMs });
    servers.delete(url.origin); // keeps the map in the order of last use
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
    async routeFor(url) {
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
