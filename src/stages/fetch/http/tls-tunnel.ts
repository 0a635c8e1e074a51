import { request as httpRequest } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as startTls, type TLSSocket } from 'node:tls';
import { plainHost } from '../guard/authority.ts';
import { EgressTrouble, troubleIn } from '../guard/egress-trouble.ts';

export interface TunnelOptions {
  readonly guard: URL;
  readonly ignoreTlsErrors: boolean;
}

const connectTimeoutMs = 20_000;
/** Sessions to resume: a handshake less for each; the oldest are forgotten. */
const maxSessions = 512;

/** TLS to web servers in CONNECT tunnels through one guard. Resumes sessions, offers HTTP/2 first, as browsers do. */
export class TlsTunnels {
  readonly #options: TunnelOptions;
  readonly #sessions = new Map<string, Buffer>();

  constructor(options: TunnelOptions) {
    this.#options = options;
  }

  /** @throws EgressTrouble as the guard says; the errors of TLS as they are */
  async open(url: URL): Promise<TLSSocket> {
    const { origin } = url;
    const host = plainHost(url.hostname);
    const socket = startTls({
      socket: await openTunnel(this.#options.guard, `${url.hostname}:${url.port || 443}`),
      host,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ALPNProtocols: ['h2', 'http/1.1'],
      session: this.#sessions.get(origin),
      rejectUnauthorized: !this.#options.ignoreTlsErrors,
    });
    socket.on('session', (session) => this.#remember(origin, session));
    return secured(socket, url.host);
  }

  #remember(origin: string, session: Buffer): void {
    this.#sessions.delete(origin);
    this.#sessions.set(origin, session);
    if (this.#sessions.size > maxSessions)
      for (const oldest of this.#sessions.keys()) return void this.#sessions.delete(oldest);
  }
}

function secured(socket: TLSSocket, what: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => {
      clearTimeout(limit);
      socket.destroy();
      reject(error);
    };
    const limit = setTimeout(
      () => failed(new EgressTrouble('unreachable', `${what}: no TLS in ${connectTimeoutMs} ms`)),
      connectTimeoutMs,
    );
    socket.once('error', failed);
    socket.once('close', () => failed(new EgressTrouble('unreachable', `${what}: closed before TLS was agreed`)));
    socket.once('secureConnect', () => {
      clearTimeout(limit);
      socket.removeListener('error', failed);
      socket.removeAllListeners('close');
      resolve(socket);
    });
  });
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
