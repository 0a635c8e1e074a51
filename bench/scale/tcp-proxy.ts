import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server on this machine that can be cut, or stop to carry anything, as between two machines. */
export interface TcpProxy extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
  /** The server is gone: connections break, and new ones are refused. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** The network carries nothing, and says nothing: connections stay, and what was sent arrives after `release`. */
  hold(): void;
  release(): void;
}

/** @param host an address of this machine (127.0.0.x) @param target port of the server on 127.0.0.1 */
export async function openTcpProxy(host: string, target: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let isHeld = false;
  let server: Server | null = null;
  let port = 0;
  const listen = async (): Promise<void> => {
    const opened = createServer((client) => {
      const pair = new Pair(client, connect(target, '127.0.0.1'));
      pairs.add(pair);
      client.once('close', () => pairs.delete(pair));
      if (isHeld) pair.hold();
    });
    await new Promise<void>((resolve, reject) => opened.once('error', reject).listen(port, host, resolve));
    const address = opened.address();
    if (address !== null && typeof address === 'object') port = address.port;
    server = opened;
  };
  const down = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve())));
    server = null;
    for (const pair of pairs) pair.end();
    await closed;
  };
  await listen();
  return {
    host,
    get port() {
      return port;
    },
    down,
    up: listen,
    hold: () => {
      isHeld = true;
      for (const pair of pairs) pair.hold();
    },
    release: () => {
      isHeld = false;
      for (const pair of pairs) pair.release();
    },
    [Symbol.asyncDispose]: down,
  };
}

class Pair {
  readonly #sockets: readonly [Socket, Socket];
  #isHeld = false;
  #hasEnded = false;

  constructor(client: Socket, upstream: Socket) {
    this.#sockets = [client, upstream];
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => {}); // its close follows
      from.on('close', () => {
        this.#hasEnded = true;
        if (!this.#isHeld) this.end();
      });
    }
  }

  hold(): void {
    this.#isHeld = true;
    for (const socket of this.#sockets) socket.pause();
  }

  release(): void {
    this.#isHeld = false;
    if (this.#hasEnded) this.end();
    else for (const socket of this.#sockets) socket.resume();
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
