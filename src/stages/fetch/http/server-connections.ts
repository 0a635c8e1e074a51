import type { TLSSocket } from 'node:tls';
import { Client, Pool } from 'undici';
import type { TlsTunnels } from './tls-tunnel.ts';

export type HttpProtocol = 'h2' | 'http/1.1';

/** Chromium's limit for a response's headers: policies and cookies make them long. */
export const maxHeaderBytes = 256 * 1024;
/** HTTP/1.1 connections to one server, as in browsers. HTTP/2 uses one connection. */
const maxConnections = 6;
/** Concurrent requests in one HTTP/2 connection, unless the server permits fewer. */
const maxStreams = 100;

const streamsOf = (protocol: HttpProtocol): number => (protocol === 'h2' ? maxStreams : 1);

/** The connections to one TLS server. The first is opened before any request is written, because the request depends on the HTTP version. */
export class ServerConnections {
  /** `performance.now()` of the last use. */
  usedAt = 0;
  readonly #url: URL;
  readonly #tunnels: TlsTunnels;
  readonly #idleBodyMs: number;
  #protocol: HttpProtocol = 'http/1.1';
  #pool: Pool | null = null;
  /** An open connection that the pool has not used yet. */
  #spare: TLSSocket | null = null;
  #opening: Promise<void> | null = null;

  constructor(url: URL, tunnels: TlsTunnels, limits: { readonly idleBodyMs: number }) {
    this.#url = url;
    this.#tunnels = tunnels;
    this.#idleBodyMs = limits.idleBodyMs;
  }

  get isIdle(): boolean {
    if (this.#opening !== null) return false;
    const { running = 0, pending = 0, queued = 0 } = this.#pool?.stats ?? {};
    return running + pending + queued === 0;
  }

  get isConnected(): boolean {
    return (this.#pool?.stats.connected ?? 0) > 0;
  }

  /** The pool and the server's HTTP version; connects when no connection is open. @throws the errors of TlsTunnels.open */
  async route(): Promise<{ readonly pool: Pool; readonly protocol: HttpProtocol }> {
    if (!this.isConnected) {
      this.#opening ??= this.#openSpare().finally(() => {
        this.#opening = null;
      });
      await this.#opening;
    }
    this.#pool ??= this.#openPool();
    return { pool: this.#pool, protocol: this.#protocol };
  }

  /** Takes no new requests, and closes after those in flight. */
  async retire(): Promise<void> {
    this.#spare?.destroy();
    await this.#pool?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#spare?.destroy();
    await this.#pool?.destroy();
  }

  #openPool(): Pool {
    return new Pool(this.#url.origin, {
      connections: this.#protocol === 'h2' ? 1 : maxConnections,
      allowH2: true,
      maxConcurrentStreams: maxStreams,
      bodyTimeout: this.#idleBodyMs,
      headersTimeout: 0, // the caller's signal limits it
      maxHeaderSize: maxHeaderBytes,
      factory: (origin, options) => this.#client(origin, options as Client.Options),
    });
  }

  async #openSpare(): Promise<void> {
    if (this.#spare !== null && !this.#spare.destroyed) return;
    const socket = await this.#open();
    // The server may close it before the first request: the pool then opens another.
    socket.on('error', () => socket.destroy());
    this.#spare = socket;
  }

  async #open(): Promise<TLSSocket> {
    const socket = await this.#tunnels.open(this.#url);
    this.#protocol = socket.alpnProtocol === 'h2' ? 'h2' : 'http/1.1';
    return socket;
  }

  #client(origin: string | URL, options: Client.Options): Client {
    const client: Client = new Client(origin, {
      ...options,
      pipelining: streamsOf(this.#protocol),
      connect: (_target, done) => {
        this.#nextSocket().then(
          (socket) => {
            client.pipelining = streamsOf(this.#protocol);
            done(null, socket);
          },
          (error: Error) => done(error, null),
        );
      },
    });
    return client;
  }

  async #nextSocket(): Promise<TLSSocket> {
    const spare = this.#spare;
    this.#spare = null;
    return spare === null || spare.destroyed ? this.#open() : spare;
  }
}
