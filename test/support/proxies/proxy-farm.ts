import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

// Local proxies whose exits can be told apart: proxy n listens on 127.0.1.n and leaves by 127.0.2.n, and by 127.0.(100+s).n for the user name `user-s<s>`.

/** What the target saw of one request. */
export interface Seen {
  /** The address that the request came from. */
  readonly peer: string;
  readonly host: string;
  readonly path: string;
  readonly userAgent: string;
  readonly cookie: string;
}

export interface ProxyFarm extends AsyncDisposable {
  /** `127.0.1.n:port`, in order. */
  readonly proxies: readonly string[];
  readonly seen: readonly Seen[];
  /** Where connections came from, requests or not (preconnect). */
  readonly peers: ReadonlySet<string>;
}

export interface FarmOptions {
  readonly proxies: number;
  /** Positions of proxies that refuse connections, and of those that answer everything with 502. */
  readonly dead?: readonly number[];
  readonly sick?: readonly number[];
}

/** The exit of a proxy, by its position from 0. */
export const exitOf = (proxy: number, session: number | null): string =>
  `127.0.${session === null ? 2 : 100 + session}.${proxy + 1}`;

/** Proxies, and a target that they take every name to. */
export async function openProxyFarm({ proxies: count, dead = [], sick = [] }: FarmOptions): Promise<ProxyFarm> {
  const seen: Seen[] = [];
  const peers = new Set<string>();
  const target = createServer((incoming, response) => {
    seen.push(seenOf(incoming));
    answer(incoming, response, seen.length);
  });
  target.on('upgrade', (incoming: IncomingMessage, socket: Duplex) => {
    seen.push(seenOf(incoming));
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
  });
  target.on('connection', ({ remoteAddress }) => peers.add(remoteAddress ?? ''));
  const { port } = await listen(target, '127.0.0.1');
  const servers = [target];
  const proxies: string[] = [];
  for (let index = 0; index < count; index++) {
    const server = sick.includes(index) ? sickProxy() : proxy(index, port);
    const host = `127.0.1.${index + 1}`;
    proxies.push(`${host}:${(await listen(server, host)).port}`);
    if (dead.includes(index)) await close(server);
    else servers.push(server);
  }
  return {
    proxies,
    seen,
    peers,
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map(close));
    },
  };
}

const seenOf = ({ socket, url = '', headers }: IncomingMessage): Seen => ({
  peer: socket.remoteAddress ?? '',
  host: headers.host ?? '',
  path: new URL(url, 'http://target').pathname,
  userAgent: headers['user-agent'] ?? '',
  cookie: headers.cookie ?? '',
});

function proxy(index: number, port: number): Server {
  const ways = (incoming: IncomingMessage) => ({
    host: '127.0.0.1',
    port,
    localAddress: exitOf(index, sessionOf(incoming)),
  });
  const server = createServer((incoming, response) => {
    const { pathname, search } = new URL(incoming.url ?? '/', 'http://proxy');
    const { 'proxy-authorization': _, ...headers } = incoming.headers;
    const options = { ...ways(incoming), method: incoming.method, path: pathname + search, headers, agent: false };
    const outgoing = request(options, (answered) => {
      response.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    const outgoing: Socket = connect(ways(incoming), () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      outgoing.write(head);
      client.pipe(outgoing).pipe(client);
    });
    outgoing.on('error', () => client.destroy());
    client.on('error', () => outgoing.destroy());
  });
  return server;
}

const sickProxy = (): Server =>
  createServer((_, response) => void response.writeHead(502).end()).on('connect', (_, client: Duplex) =>
    client.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n'),
  );

function sessionOf({ headers }: IncomingMessage): number | null {
  const [, encoded = ''] = (headers['proxy-authorization'] ?? '').split(' ');
  const session = /^user-s(\d+):/.exec(Buffer.from(encoded, 'base64').toString())?.[1];
  return session === undefined ? null : Number(session);
}

/** Every page goes by way of a host that all of them share, and that gives each reader a number: who shows up with another's number has its cookies. */
function answer(incoming: IncomingMessage, response: ServerResponse, nth: number): void {
  const { host = '', cookie = '' } = incoming.headers;
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://target');
  const html = { 'content-type': 'text/html; charset=utf-8' };
  if (pathname === '/article') response.writeHead(302, { location: `http://shared.example/bounce?to=${host}` }).end();
  else if (pathname === '/bounce') {
    const number = /reader=\d+/.test(cookie) ? {} : { 'set-cookie': `reader=${nth}; path=/; max-age=3600` };
    response.writeHead(302, { location: `http://${searchParams.get('to')}/read`, ...number }).end();
  } else if (pathname === '/read') response.writeHead(200, html).end(page(host));
  else if (pathname === '/frame') response.writeHead(200, html).end('<p>framed<script src=/framed.js></script>');
  else if (pathname === '/page.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script(host));
  else if (pathname === '/worker.js')
    response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end(`fetch('/from-worker').finally(() => postMessage(1))`);
  else if (/js$/.test(pathname)) response.writeHead(200, { 'content-type': 'text/javascript' }).end('1');
  else if (/css$/.test(pathname))
    response
      .writeHead(200, { 'content-type': 'text/css' })
      .end('@import "/import.css"; body { background: url(/back.png) }');
  else if (pathname === '/robots.txt') response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
}

/** What a rendered page asks for beside itself; the target waits for none of it. */
export const subresources = [
  '/page.js',
  '/style.css',
  '/import.css',
  '/picture.png',
  '/back.png',
  '/frame',
  '/framed.js',
  '/fetched',
  '/redirected-to',
  '/posted',
  '/socket',
  '/worker.js',
  '/from-worker',
  '/beacon',
  '/preloaded.js',
];

const page = (host: string): string => `<!doctype html><html lang="en"><head><title>News of ${host}</title>
<link rel="preconnect" href="http://early.${host}"><link rel="preload" as="script" href="/preloaded.js">
<link rel="stylesheet" href="/style.css"><script src="/page.js" defer></script></head>
<body><article><h1>News of ${host}</h1>${`<p>The paper at ${host} reports what it has seen of the world today, and says who told it.</p>`.repeat(6)}
<img src="/picture.png"><iframe src="http://frame.${host}/frame"></iframe></article></body></html>`;

/** Keeps the page busy until all of it has come or failed. */
const script = (host: string): string => `
const worker = new Promise((done) => { new Worker('/worker.js').onmessage = done; });
const socket = new Promise((done) => { new WebSocket('ws://${host}/socket').onclose = done; });
navigator.sendBeacon('/beacon', 'x');
const all = [worker, socket, fetch('/fetched'), fetch('/posted', { method: 'POST', body: 'x' }), fetch('/redirected-to')];
Promise.race([Promise.all(all), new Promise((done) => setTimeout(done, 3000))]).then(() => fetch('/done'));
`;

async function listen(server: Server, host: string): Promise<AddressInfo> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return server.address() as AddressInfo;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
