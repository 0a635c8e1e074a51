import type { TLSSocket } from 'node:tls';
import { Client, Pool } from 'undici';
import type { TlsTunnels } from './tls-tunnel.ts';

export type Protocol = 'h2' | 'http/1.1';

/** As much as Chromium reads of an answer's headers: policies and cookies make them long. */
export const maxHeaderBytes = 256 * 1024;
/** As many as a browser opens to one HTTP/1.1 server. With HTTP/2 it is one. */
const maxConnections = 6;
/** Requests at once in one HTTP/2 connection; a server that permits fewer says so, and is obeyed. */
const maxStreams = 100;

const streamsOf = (protocol: Protocol): number => (protocol === 'h2' ? maxStreams : 1);

/** The connections to one TLS server. The first is opened before anything is sent, so that a request knows which protocol it is written for. */
export class ServerConnections {
  /** `performance.now()` of the last use. */
  usedAt = 0;
  readonly #url: URL;
  readonly #tunnels: TlsTunnels;
  readonly #idleBodyMs: number;
  #protocol: Protocol = 'http/1.1';
  #pool: Pool | null = null;
  /** Opened ahead, not yet used by the pool. */
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

  /** The pool, and the protocol that the server speaks; connects where nothing is open. @throws as TlsTunnels.open */
  async route(): Promise<{ readonly pool: Pool; readonly protocol: Protocol }> {
    if (!this.isConnected) {
      this.#opening ??= this.#openSpare().finally(() => {
        this.#opening = null;
      });
      await this.#opening;
    }
    this.#pool ??= this.#openPool();
    return { pool: this.#pool, protocol: this.#protocol };
  }

  /** Lets what runs come to its end, and takes no more. */
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
      headersTimeout: 0, // the caller's limit holds
      maxHeaderSize: maxHeaderBytes,
      factory: (origin, options) => this.#client(origin, options as Client.Options),
    });
  }

  async #openSpare(): Promise<void> {
    if (this.#spare !== null && !this.#spare.destroyed) return;
    const socket = await this.#open();
    // The server may hang up before the first request: the pool then opens another.
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
