import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Agent, buildConnector, type Dispatcher, Pool } from 'undici';
import { EgressTrouble, troubleIn } from './egress-trouble.ts';

/** What undici needs to send a request through the guard. */
export interface GuardedRoute {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
}

export interface GuardDispatcher extends AsyncDisposable {
  routeOf(url: URL): GuardedRoute;
}

const connectTimeoutMs = 20_000;

/**
 * Connections through one guard: plain requests in absolute form (many proxies permit CONNECT to port 443 only), TLS in a tunnel of its own per server,
 * HTTP/2 where the server speaks it.
 */
export function openGuardDispatcher(guardUrl: string, options: { readonly ignoreTlsErrors: boolean }): GuardDispatcher {
  const guard = new URL(guardUrl);
  const plain = new Pool(guard.origin, { connections: 64, bodyTimeout: 0, headersTimeout: 0 });
  const secure = buildConnector({
    allowH2: true,
    timeout: connectTimeoutMs,
    rejectUnauthorized: !options.ignoreTlsErrors,
  });
  const tunnelled = new Agent({
    allowH2: true,
    bodyTimeout: 0,
    headersTimeout: 0,
    connect: (target, done) => {
      openTunnel(guard, `${target.hostname}:${target.port || 443}`).then(
        (httpSocket) => secure({ ...target, httpSocket }, done),
        (error: Error) => done(error, null),
      );
    },
  });
  return {
    routeOf: (url) =>
      url.protocol === 'https:'
        ? { dispatcher: tunnelled, origin: url.origin, path: `${url.pathname}${url.search}` }
        : { dispatcher: plain, origin: guard.origin, path: `${url.origin}${url.pathname}${url.search}` },
    async [Symbol.asyncDispose]() {
      await Promise.all([plain.destroy(), tunnelled.destroy()]);
    },
  };
}

/** @throws EgressTrouble as the guard says */
function openTunnel(guard: URL, authority: string): Promise<Socket> {
  const tunnel = httpRequest({
    host: guard.hostname,
    port: guard.port,
    method: 'CONNECT',
    path: authority,
    headers: { host: authority },
    agent: false,
    timeout: connectTimeoutMs,
  });
  return new Promise((resolve, reject) => {
    tunnel.once('timeout', () =>
      tunnel.destroy(new EgressTrouble('unreachable', `${authority}: no connection in ${connectTimeoutMs} ms`)),
    );
    tunnel.once('error', reject);
    tunnel.once('connect', (answer, socket: Duplex) => {
      const plain = socket as Socket; // node:http hands out the socket it dialled
      plain.setTimeout(0);
      if (answer.statusCode === 200) return resolve(plain);
      plain.destroy();
      reject(
        troubleIn(answer.headers) ??
          new EgressTrouble('unreachable', `${authority}: the guard answers ${answer.statusCode}`),
      );
    });
    tunnel.end();
  });
}
