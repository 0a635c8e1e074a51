import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import type { Duplex } from 'node:stream';
import { generate } from 'selfsigned';

export interface TestProxy extends AsyncDisposable {
  readonly port: number;
  /** `127.0.0.1:port` */
  readonly name: string;
  /** Requested targets in order, as the proxy got them. */
  readonly asked: string[];
  /** Of an https proxy. */
  readonly certificate: string;
}

export interface TestProxyOptions {
  readonly kind: 'http' | 'https' | 'socks5';
  /** The address that targets see. */
  readonly exit: string;
  /** `user:password`; null: no credentials are required. */
  readonly credentials: string | null;
}

/** A forward proxy that takes every name for 127.0.0.1. */
export async function openTestProxy({ kind, exit, credentials }: TestProxyOptions): Promise<TestProxy> {
  const asked: string[] = [];
  const dial = (port: number): Socket => connect({ host: '127.0.0.1', port, localAddress: exit });
  const tls = kind === 'https' ? await certificate() : null;
  const server: TcpServer =
    kind === 'socks5' ? socksServer(asked, dial, credentials) : tls === null ? createServer() : createTlsServer(tls);
  if (kind !== 'socks5') speakHttp(server as Server, { asked, dial, exit, credentials });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => {})); // clients that hang up are part of these tests
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    name: `127.0.0.1:${port}`,
    asked,
    certificate: tls?.cert ?? '',
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function certificate(): Promise<{ key: string; cert: string }> {
  const extensions = [{ name: 'subjectAltName' as const, altNames: [{ type: 7 as const, ip: '127.0.0.1' }] }];
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keySize: 2048,
    extensions,
  });
  return { key, cert };
}

interface HttpSide {
  readonly asked: string[];
  readonly dial: (port: number) => Socket;
  readonly exit: string;
  readonly credentials: string | null;
}

function speakHttp(server: Server, { asked, dial, exit, credentials }: HttpSide): void {
  const wanted = credentials === null ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
  const isKnown = ({ headers }: IncomingMessage): boolean => headers['proxy-authorization'] === wanted;
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    if (!isKnown(incoming)) return void response.writeHead(407).end();
    const { hostname, host, port, pathname, search } = new URL(incoming.url ?? '');
    asked.push(`${hostname}:${port || 80}`);
    // RFC 9112, 3.2.2: the host of the absolute form replaces the header
    const headers = { ...incoming.headers, host };
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: port || 80,
        localAddress: exit,
        path: pathname + search,
        method: incoming.method,
        headers,
        agent: false,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      },
    );
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  server.on('connect', (incoming: IncomingMessage, client: Duplex) => {
    client.on('error', () => {}); // as above
    if (!isKnown(incoming)) return void client.end('HTTP/1.1 407 Who\r\ncontent-length: 0\r\n\r\n');
    asked.push(incoming.url ?? '');
    join(dial(Number(incoming.url?.split(':').at(-1))), client, 'HTTP/1.1 200 OK\r\n\r\n');
  });
}

function join(target: Socket, client: Duplex, greeting: string | Buffer): void {
  target.on('error', () => client.destroy());
  target.once('connect', () => {
    client.write(greeting);
    client.pipe(target).pipe(client);
  });
}

/** RFC 1928 and 1929, for clients that send one message at a time. */
function socksServer(asked: string[], dial: (port: number) => Socket, credentials: string | null): TcpServer {
  return createTcpServer(async (socket) => {
    socket.on('error', () => {}); // as above
    const message = async (): Promise<Buffer> => ((await once(socket, 'data')) as [Buffer])[0];
    const [, count = 0, ...methods] = await message();
    const method = credentials === null ? 0 : 2;
    if (!methods.slice(0, count).includes(method)) return void socket.end(Buffer.of(5, 255));
    socket.write(Buffer.of(5, method));
    if (credentials !== null) {
      const sent = await message();
      const [user, password] = [sent.subarray(2, 2 + (sent[1] ?? 0)), sent.subarray(3 + (sent[1] ?? 0))];
      const isKnown = `${user}:${password}` === credentials;
      socket.write(Buffer.of(1, isKnown ? 0 : 1));
      if (!isKnown) return void socket.end();
    }
    const wish = await message();
    const port = wish.readUInt16BE(wish.length - 2);
    const host = wish[3] === 3 ? wish.subarray(5, -2).toString() : wish.subarray(4, -2).join('.');
    asked.push(`${host}:${port}`);
    join(dial(port), socket, Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
  });
}
