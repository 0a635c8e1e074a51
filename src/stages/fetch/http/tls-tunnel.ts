import { request as httpRequest } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { rootCertificates, connect as startTls, type TLSSocket } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { normalizeHost } from '../guard/authority.ts';
import { EgressError, egressErrorIn } from '../guard/egress-error.ts';

interface TunnelOptions {
  readonly guard: URL;
  readonly ignoreTlsErrors: boolean;
  /** CA certificates beside the system's, PEM. */
  readonly ca?: string | undefined;
}

const connectTimeoutMs = 20_000;
/** TLS sessions kept for resumption. The oldest are forgotten. */
const maxSessions = 512;

/** Opens TLS connections to web servers in CONNECT tunnels through one guard. As browsers do, it resumes sessions and prefers HTTP/2. */
export class TlsTunnels {
  readonly #options: TunnelOptions;
  readonly #sessions = new LRUCache<string, Buffer>({ max: maxSessions });

  constructor(options: TunnelOptions) {
    this.#options = options;
  }

  /** @throws EgressError from the guard; TLS errors of Node unchanged */
  async open(url: URL): Promise<TLSSocket> {
    const { origin } = url;
    const host = normalizeHost(url.hostname);
    const socket = startTls({
      socket: await openTunnel(this.#options.guard, `${url.hostname}:${url.port || 443}`),
      host,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ALPNProtocols: ['h2', 'http/1.1'],
      session: this.#sessions.get(origin),
      ...(this.#options.ca === undefined ? {} : { ca: [...rootCertificates, this.#options.ca] }),
      rejectUnauthorized: !this.#options.ignoreTlsErrors,
    });
    socket.on('session', (session) => this.#sessions.set(origin, session));
    return whenSecure(socket, url.host);
  }
}

function whenSecure(socket: TLSSocket, subject: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => {
      clearTimeout(limit);
      socket.destroy();
      reject(error);
    };
    const limit = setTimeout(
      () => failed(new EgressError('unreachable', `${subject}: no TLS in ${connectTimeoutMs} ms`)),
      connectTimeoutMs,
    );
    socket.once('error', failed);
    socket.once('close', () => failed(new EgressError('unreachable', `${subject}: closed before TLS was agreed`)));
    socket.once('secureConnect', () => {
      clearTimeout(limit);
      socket.removeListener('error', failed);
      socket.removeAllListeners('close');
      resolve(socket);
    });
  });
}

/** @throws EgressError from the guard */
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
      tunnel.destroy(new EgressError('unreachable', `${authority}: no connection in ${connectTimeoutMs} ms`)),
    );
    tunnel.once('error', reject);
    tunnel.once('connect', (response, socket: Duplex) => {
      const plain = socket as Socket; // node:http passes the socket that it opened
      plain.setTimeout(0);
      if (response.statusCode === 200) return resolve(plain);
      plain.destroy();
      reject(
        egressErrorIn(response.headers) ??
          new EgressError('unreachable', `${authority}: the guard answers ${response.statusCode}`),
      );
    });
    tunnel.end();
  });
}
