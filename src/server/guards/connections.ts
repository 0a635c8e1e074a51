import type { FastifyInstance, FastifyRequest } from 'fastify';

type Server = FastifyInstance['server'];
type Socket = FastifyRequest['raw']['socket'];

/** Connections beyond the limit that are still accepted while all others have a request, to answer 503 and `/health`. */
const spareConnections = 64;
/** Of all connections, the share that one client may have. A browser has six. */
const clientShare = 0.25;

/** ms. A connection without a request is closed after at most 12 s. */
export const headerTimeouts = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 } as const;
/** ms. A whole request, with its body, has to arrive in this time: one that does not holds its connection and a place among the requests. */
export const requestTimeout = 30_000;

interface ConnectionLimits {
  readonly max: number;
  /** A trusted reverse proxy brings the connections of many clients: it may have them all. */
  readonly isProxy: (address: string) => boolean;
}

/**
 * Limits the connections of all clients, and of each. A connection without a request (silent, half a header, kept alive) costs nobody its place: where a new
 * one comes at a limit, the one that has waited longest is closed.
 */
export class Connections {
  readonly #max: number;
  readonly #maxOfClient: number;
  readonly #isProxy: ConnectionLimits['isProxy'];
  readonly #all = new Map<string, Set<Socket>>();
  /** Without a request, the one that has waited longest first. */
  readonly #idle = new Set<Socket>();
  /** Requests of a connection that are not answered: some clients send the next ones at once. */
  readonly #unanswered = new WeakMap<Socket, number>();
  readonly #excess = new WeakSet<Socket>();
  #count = 0;

  constructor(server: Server, { max, isProxy }: ConnectionLimits) {
    this.#max = max;
    this.#isProxy = isProxy;
    this.#maxOfClient = Math.ceil(max * clientShare);
    server.maxConnections = max + spareConnections;
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('request', ({ socket }, response) => {
      this.#noteRequests(socket, 1);
      response.once('close', () => this.#noteRequests(socket, -1));
    });
  }

  /** The limit that a connection is beyond, for people; null: it is within. Its requests are refused, but those for `/health`. */
  limitBeyond(socket: Socket): string | null {
    return this.#excess.has(socket) ? `${this.#max} connections, ${this.#maxOfClient} of one client` : null;
  }

  #noteRequests(socket: Socket, more: number): void {
    const count = (this.#unanswered.get(socket) ?? 0) + more;
    this.#unanswered.set(socket, count);
    if (count > 0) this.#idle.delete(socket);
    else if (!socket.destroyed) this.#idle.add(socket);
  }

  #add(socket: Socket): void {
    const client = clientOf(socket);
    const own = this.#all.get(client) ?? new Set<Socket>();
    this.#all.set(client, own);
    const maxOfClient = this.#isProxy(socket.remoteAddress ?? '') ? this.#max : this.#maxOfClient;
    const isWithin = this.#makeRoom(own, maxOfClient) && this.#count < this.#max;
    if (!isWithin) this.#excess.add(socket);
    own.add(socket);
    this.#idle.add(socket);
    this.#count += 1;
    socket.once('close', () => this.#remove(socket, client));
  }

  /** @returns whether the client may have one more connection */
  #makeRoom(own: ReadonlySet<Socket>, maxOfClient: number): boolean {
    if (own.size >= maxOfClient) {
      const oldest = this.#idle.values().find((socket) => own.has(socket));
      if (oldest === undefined) return false;
      this.#close(oldest);
    } else if (this.#count >= this.#max) {
      const [oldest] = this.#idle;
      if (oldest !== undefined) this.#close(oldest);
    }
    return true;
  }

  #close(socket: Socket): void {
    socket.destroy();
    this.#remove(socket, clientOf(socket));
  }

  #remove(socket: Socket, client: string): void {
    this.#idle.delete(socket);
    const own = this.#all.get(client);
    if (own?.delete(socket) !== true) return;
    this.#count -= 1;
    if (own.size === 0) this.#all.delete(client);
  }
}

/** The address of a client; of IPv6 its first 64 bits, as one machine has all addresses behind them. */
function clientOf({ remoteAddress = '' }: Socket): string {
  const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/, '');
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => '0');
  return [...(first ?? []), ...zeros, ...(last ?? [])].slice(0, 4).join(':');
}
