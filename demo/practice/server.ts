import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { sharedFile } from '../assets.ts';
import { type Reply, reply, send } from '../reply.ts';
import { gazette } from './gazette.ts';
import { quayside } from './quayside.ts';

const sites = [gazette, quayside];
export const practiceHosts: readonly string[] = sites.map(({ name }) => `${name}.example`);

export interface Practice {
  readonly port: number;
  /** Addresses of two HTTP proxies that lead to the sites, and nowhere else. */
  readonly proxies: readonly string[];
  /** Each request of a page, in order: `gazette.example/feed.xml`, and the port of the proxy it came through, else null. */
  readonly requests: readonly { readonly page: string; readonly proxyPort: number | null }[];
  close(): Promise<void>;
}

/** The lines of `.env` that lead newshawk to the sites. The pause between requests is 0: they are on this machine. */
export const practiceSettings = (port: number): readonly string[] => [
  `NEWSHAWK_CONNECT_TO=${practiceHosts.map((host) => `${host}:80=127.0.0.1:${port}`).join(',')}`,
  `NEWSHAWK_ALLOW_NETWORKS=${[0, 1, 2].map((step) => `127.0.0.1:${port + step}`).join(',')}`,
  'NEWSHAWK_HOST_GAP_MS=0',
];

/**
 * Serves the two sites of the guide on 127.0.0.1, and beside them, at the next two ports, two forward proxies.
 * @throws Error when one of the three ports is taken (EADDRINUSE)
 */
export async function startPractice(port: number): Promise<Practice> {
  const requests: Practice['requests'][number][] = [];
  /** Ports of connections that a tunnel of a proxy has opened, with the proxy's port. */
  const throughTunnel = new Map<number, number>();
  const handle =
    (proxyPort: number | null) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      const answer = answerOf(request);
      requests.push({
        page: `${request.headers.host ?? ''}${addressOf(request).pathname}`,
        proxyPort: proxyPort ?? throughTunnel.get(request.socket.remotePort ?? 0) ?? null,
      });
      send(request, response, answer).catch((error: unknown) => response.destroy(error as Error));
    };
  const server = createServer(handle(null));
  const servers = [server];
  const tunnels = new Set<Socket>();
  try {
    await listen(server, port);
    for (const proxyPort of [port + 1, port + 2]) {
      const proxy = createServer(handle(proxyPort)); // requests in absolute form
      proxy.on('connect', (_request, client: Socket, head: Buffer) => {
        tunnels.add(client.once('close', () => tunnels.delete(client)));
        openTunnel({ client, head, port }, (localPort) => throughTunnel.set(localPort, proxyPort));
      });
      await listen(proxy, proxyPort);
      servers.push(proxy);
    }
  } catch (error) {
    await Promise.all(servers.filter(({ listening }) => listening).map(closed));
    throw error;
  }
  return {
    port: (server.address() as AddressInfo).port,
    proxies: [port + 1, port + 2].map((proxyPort) => `http://127.0.0.1:${proxyPort}`),
    requests,
    close: async () => {
      for (const tunnel of tunnels) tunnel.destroy(); // a server does not count them among its connections
      await Promise.all(servers.map(closed));
    },
  };
}

function answerOf(request: IncomingMessage): Reply {
  const label = /^([a-z]+)\.(example|localhost)(:\d+)?$/i.exec(request.headers.host ?? '')?.[1]?.toLowerCase();
  const site = sites.find(({ name }) => name === label);
  if (site === undefined)
    return reply(`No such site here. There are: ${practiceHosts.join(', ')}\n`, { type: 'text/plain', status: 421 });
  const { pathname, searchParams } = addressOf(request);
  return sharedFile(pathname) ?? site.answer({ path: pathname, query: searchParams, edition: 0 }) ?? site.notFound();
}

const addressOf = ({ url = '/' }: IncomingMessage): URL =>
  URL.parse(url, 'http://practice') ?? new URL('http://practice/no-address');

interface Tunnel {
  readonly client: Socket;
  readonly head: Buffer;
  readonly port: number;
}

/** Leads to the sites, whatever host CONNECT names: the proxy stands in for one on the Internet. */
function openTunnel({ client, head, port }: Tunnel, opened: (localPort: number) => void): void {
  const target = connect(port, '127.0.0.1', () => {
    opened(target.localPort ?? 0);
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    target.write(head);
    target.pipe(client).pipe(target);
  });
  client.once('close', () => target.destroy());
  for (const socket of [client, target]) socket.on('error', () => client.destroy());
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));

function closed(server: Server): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  return done;
}
