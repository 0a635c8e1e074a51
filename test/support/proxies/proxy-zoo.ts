import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { generate } from 'selfsigned';
import { openTestProxy } from '../../stages/fetch/test-proxies.ts';

// Proxies of every kind that a public list contains, and two sites behind them: one on http, one on https.

export interface ProxyZoo extends AsyncDisposable {
  /** `http://paper.example:port/story`, and the same over TLS. */
  readonly pages: readonly [plain: string, secure: string];
  /** How names of the sites are reached. */
  readonly connectTo: readonly string[];
  /** The certificate of the secure site. */
  readonly ca: string;
  /** The proxies by what they do; the port of `dead` is closed. */
  readonly urls: Readonly<Record<ZooProxy, string>>;
  /** Addresses from which the sites were asked: proxies leave by 127.0.0.77. */
  readonly peers: string[];
}

export type ZooProxy =
  | 'good'
  | 'socks5'
  | 'credentialed'
  | 'refusing'
  | 'slow'
  | 'dead'
  | 'lying'
  | 'injecting'
  | 'mitm'
  | 'flaky';

const exit = '127.0.0.77';

/** @param whenSlow called for each request of the slow proxy, before it goes on: a test moves its clock */
export async function openProxyZoo(whenSlow: () => void): Promise<ProxyZoo> {
  const peers: string[] = [];
  const answer = (incoming: IncomingMessage, response: ServerResponse): void => {
    peers.push(incoming.socket.remoteAddress ?? '');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(story(incoming.headers.host ?? ''));
  };
  const secureKeys = await keysFor('secure.example');
  const plain = await listen(createServer(answer));
  const secure = await listen(createTlsServer({ key: secureKeys.key, cert: secureKeys.cert }, answer));
  const keep = await Promise.all([
    openTestProxy({ kind: 'http', exit, credentials: null }),
    openTestProxy({ kind: 'socks5', exit, credentials: null }),
    openTestProxy({ kind: 'http', exit, credentials: 'reader:s3cret' }),
  ]);
  const [good, socks, credentialed] = keep;
  const { key, cert } = await keysFor('secure.example');
  const inTheMiddle = await listen(createTlsServer({ key, cert }, answer));
  let requests = 0;
  const odd = {
    slow: await listen(forwarder({ before: whenSlow })),
    lying: await listen(
      forwarder({
        change: (html) => html.replaceAll('harbour', 'casino bonus of the day').replaceAll('council', 'best odds'),
      }),
    ),
    injecting: await listen(
      forwarder({ change: (html) => html.replace('</head>', '<script src="//ads.example/x.js"></script></head>') }),
    ),
    mitm: await listen(forwarder({ tunnelTo: inTheMiddle.port })),
    flaky: await listen(forwarder({ fails: () => ++requests % 2 === 0 })),
    dead: await listen(createServer()),
  };
  const at = ({ port }: { readonly port: number }): string => `http://127.0.0.1:${port}`;
  await odd.dead.close();
  const open = [plain, secure, inTheMiddle, odd.slow, odd.lying, odd.injecting, odd.mitm, odd.flaky];
  return {
    pages: [`http://paper.example:${plain.port}/story`, `https://secure.example:${secure.port}/story`],
    connectTo: [
      `paper.example:${plain.port}=127.0.0.1:${plain.port}`,
      `secure.example:${secure.port}=127.0.0.1:${secure.port}`,
    ],
    ca: secureKeys.cert,
    urls: {
      good: at(good),
      socks5: `socks5://127.0.0.1:${socks.port}`,
      credentialed: `http://reader:s3cret@127.0.0.1:${credentialed.port}`,
      refusing: `http://reader:wrong@127.0.0.1:${credentialed.port}`,
      slow: at(odd.slow),
      dead: at(odd.dead),
      lying: at(odd.lying),
      injecting: at(odd.injecting),
      mitm: at(odd.mitm),
      flaky: at(odd.flaky),
    },
    peers,
    async [Symbol.asyncDispose]() {
      for (const proxy of keep) await proxy[Symbol.asyncDispose]();
      for (const server of open) await server.close();
    },
  };
}

async function keysFor(host: string): Promise<{ key: string; cert: string }> {
  const extensions = [{ name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: host }] }];
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], { keySize: 2048, extensions });
  return { key, cert };
}

interface Ways {
  readonly before?: () => void;
  readonly change?: (html: string) => string;
  /** Tunnels end here, whatever they are for. */
  readonly tunnelTo?: number;
  readonly fails?: () => boolean;
}

/** An HTTP proxy that takes every name for 127.0.0.1. */
function forwarder({ before = () => {}, change = (html) => html, tunnelTo, fails = () => false }: Ways): Server {
  const server = createServer((incoming, response) => {
    before();
    if (fails()) return void response.writeHead(502).end();
    const { port, pathname, host } = new URL(incoming.url ?? '');
    const headers = { ...incoming.headers, host, 'accept-encoding': 'identity' };
    const outgoing = request(
      { host: '127.0.0.1', port, path: pathname, localAddress: exit, headers },
      async (answered) => {
        const html = Buffer.concat(await answered.toArray()).toString();
        response
          .writeHead(answered.statusCode ?? 500, { 'content-type': answered.headers['content-type'] })
          .end(change(html));
      },
    );
    outgoing.on('error', () => response.destroy());
    outgoing.end();
  });
  server.on('connect', ({ url = '' }: IncomingMessage, client: Duplex) => {
    before();
    client.on('error', () => {}); // clients that hang up are part of these tests
    if (fails()) return void client.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
    const target = connect({ host: '127.0.0.1', port: tunnelTo ?? Number(url.split(':').at(-1)), localAddress: exit });
    target.on('error', () => client.destroy());
    target.once('connect', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(target).pipe(client);
    });
  });
  return server;
}

async function listen(server: Server): Promise<{ readonly port: number; close(): Promise<void> }> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const sentences = [
  'The council voted on Tuesday to rebuild the old harbour wall before the winter storms reach the coast.',
  'Engineers had warned for years that the harbour would not survive another season without new stone.',
  'Fishing families along the northern quay said they learned of the plan from a notice at the market.',
  'A spokesman for the council promised that boats could stay at the harbour during most of the work.',
  'The cost is put at eleven million, two thirds of which the region pays from a fund for flood defence.',
  'Opponents of the plan want a smaller wall and a tidal gate, which they say would be cheaper to keep.',
];

const story = (
  host: string,
): string => `<!doctype html><html lang="en"><head><title>Harbour wall to be rebuilt</title></head>
<body><article><h1>Harbour wall to be rebuilt</h1><p class="byline">By Ada Quill, 21 November 2026</p>
${sentences.map((sentence) => `<p>${sentence} ${sentence.toLowerCase().replace('the', 'this')}</p>`).join('\n')}</article>
<footer>${host}</footer></body></html>`;
