import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOf } from '../../../../src/errors.ts';
import type { HttpClient } from '../../../../src/ports.ts';
import { defineBrowsers } from '../../../../src/settings/browsers.ts';
import { findChromium } from '../../../../src/stages/fetch/browser/chromium.ts';
import { createBrowserPool } from '../../../../src/stages/fetch/browser-pool.ts';
import { openHttpClient } from '../../../../src/stages/fetch/http/http-client.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { type GuardSettings, identityOf, type LocalSite, openLocalSite, openTestGuard, silent } from '../local-site.ts';
import { openTestProxy, type TestProxy, type TestProxyOptions } from '../test-proxies.ts';
import { openTlsSite, type TlsSite } from '../tls-site.ts';

const secret = 'p@ss:w%rd/ö';
const user = 'üser name';
const credentials = `${user}:${secret}`;
const encoded = `${encodeURIComponent(user)}:${encodeURIComponent(secret)}@`;
const big = 'x'.repeat(3_000_000);

let site: LocalSite;
let secure: TlsSite;
let client: HttpClient;
/** Addresses that the targets got requests from. */
const peers: string[] = [];

beforeAll(async () => {
  site = await openLocalSite({
    '/': (request, response) => {
      peers.push(request.socket.remoteAddress ?? '');
      response.end(`host ${request.headers.host}`);
    },
    '/big': (request, response) => {
      peers.push(request.socket.remoteAddress ?? '');
      response.end(big);
    },
    '/upload': (request, response) => {
      let bytes = 0;
      peers.push(request.socket.remoteAddress ?? '');
      request.on('data', (data) => {
        bytes += data.length;
      });
      request.on('end', () => response.end(String(bytes)));
    },
    '/page': (request, response) => {
      peers.push(request.socket.remoteAddress ?? '');
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<p id=p>x</p><script>(async () => {
        const sent = await (await fetch('/upload', { method: 'POST', body: 'x'.repeat(1e6) })).text();
        const read = (await (await fetch('/big')).text()).length;
        const socket = new WebSocket(location.origin.replace('http', 'ws') + '/socket');
        socket.onclose = socket.onopen = () => { p.className = 'done'; p.textContent = sent + ' ' + read };
      })()</script>`);
    },
  });
  secure = await openTlsSite(
    {
      '/': (request, response) => {
        peers.push(request.socket.remoteAddress ?? '');
        response.end('secure');
      },
    },
    false,
  );
  client = openHttpClient({ ignoreTlsErrors: true, cookies: new CookieJars() });
});
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await secure[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

/** Fetches through a proxy, with a separate guard. @returns the text of the response, or the error */
async function through(proxyUrl: string, url: string, options: GuardSettings = {}): Promise<string> {
  await using guard = await openTestGuard({ resolve: () => Promise.reject(new Error('unknown here')), ...options });
  const identity = identityOf(await guard.routeFor(proxyUrl), 'through', 'named');
  return await client.fetch({ url, identity, maxBytes: 10_000_000, timeoutMs: 5_000 }).then(
    ({ body }) => Buffer.from(body).toString(),
    (error: unknown) => `${kindOf(error)}: ${String(error)}`,
  );
}

const kinds = ['http', 'https', 'socks5'] as const;
const open = (kind: TestProxyOptions['kind'], given: Partial<TestProxyOptions> = {}): Promise<TestProxy> =>
  openTestProxy({ kind, exit: '127.0.0.77', credentials: null, ...given });
const plainUrl = (): string => `http://paper.example:${site.port}/`;
const secureUrl = (): string => `https://paper.example:${secure.port}/`;

describe.each(kinds)('a proxy that speaks %s', (kind) => {
  it.each([null, credentials])('carries http and https, credentials %s, and nothing goes directly', async (wanted) => {
    await using proxy = await open(kind, { credentials: wanted });
    const url = `${kind}://${wanted === null ? '' : encoded}${proxy.name}`;
    const options = { proxyCa: proxy.certificate };
    peers.length = 0;
    expect(await through(url, plainUrl(), options)).toBe(`host paper.example:${site.port}`);
    expect(await through(url, secureUrl(), options)).toBe('secure');
    expect((await through(url, `${plainUrl()}big`, options)).length).toBe(big.length);
    expect(proxy.asked).toEqual([site.port, secure.port, site.port].map((port) => `paper.example:${port}`));
    expect(new Set(peers)).toEqual(new Set(['127.0.0.77']));
  });

  it('that refuses our credentials is named, they are not', async () => {
    await using proxy = await open(kind, { credentials });
    peers.length = 0;
    for (const target of [plainUrl(), secureUrl()]) {
      const wrong = await through(`${kind}://me:wrong-word@${proxy.name}`, target, { proxyCa: proxy.certificate });
      expect(wrong).toContain(`the proxy failed: the proxy ${proxy.name}: refuses our credentials`);
      expect(wrong).toMatch(/^proxy: /);
      expect(wrong).not.toMatch(/wrong-word|me:/);
      const none = await through(`${kind}://${proxy.name}`, target, { proxyCa: proxy.certificate });
      expect(none).toContain(`${proxy.name}: asks for credentials`);
    }
    expect(peers).toEqual([]);
  });

  it('gets the checked address when it is in our own network', async () => {
    await using proxy = await open(kind);
    const options = { proxyDns: 'auto' as const, proxyCa: proxy.certificate, allow: ['127.0.0.0/8'] };
    const resolve = async (host: string): Promise<string[]> =>
      host === 'paper.example' ? ['127.0.0.5'] : ['10.0.0.9'];
    const url = `${kind}://${proxy.name}`;
    expect(await through(url, plainUrl(), { ...options, resolve })).toBe(`host paper.example:${site.port}`);
    expect(await through(url, secureUrl(), { ...options, resolve })).toBe('secure');
    expect(proxy.asked).toEqual([`127.0.0.5:${site.port}`, `127.0.0.5:${secure.port}`]);
    expect(await through(url, 'http://inner.example/', { ...options, resolve })).toContain(
      '10.0.0.9 is a private address',
    );
    expect(await through(url, 'http://unknown.example/', options)).toContain("network: { proxyDns: 'proxy' }");
    expect(proxy.asked).toHaveLength(2);
  });

  it('that is unreachable or hangs is named', async () => {
    const silentProxy = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
    await once(silentProxy, 'listening');
    const name = `127.0.0.1:${(silentProxy.address() as AddressInfo).port}`;
    expect(await through(`${kind}://${name}`, secureUrl(), { dialTimeoutMs: 200 })).toContain(
      `proxy: NewshawkError: the proxy failed: the proxy ${name}: does not answer in 200 ms`,
    );
    await new Promise((resolve) => silentProxy.close(resolve));
    for (const target of [plainUrl(), secureUrl()])
      expect(await through(`${kind}://${name}`, target)).toContain(`the proxy failed: the proxy ${name}`);
  });
});

describe('an http proxy', () => {
  it.each(['502 Bad Gateway', '595 ECONNRESET', '597 Wrong'])(
    'that answers %s is the one that failed',
    async (status) => {
      const broken = createServer((socket) => {
        socket.on('error', () => {}); // the guard hangs up
        socket.once('data', () => socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 4\r\n\r\nsorry`));
      }).listen(0, '127.0.0.1');
      await once(broken, 'listening');
      const name = `127.0.0.1:${(broken.address() as AddressInfo).port}`;
      for (const target of [plainUrl(), secureUrl()])
        expect(await through(`http://${name}`, target)).toMatch(
          new RegExp(`^proxy: .*${name}.*answers ${status.slice(0, 3)}`),
        );
      broken.close();
    },
  );

  it('that closes during a response gives no partial page', async () => {
    const cut = createServer((socket) => {
      socket.on('error', () => {}); // as above
      socket.once('data', () => {
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n<p>half');
      });
    }).listen(0, '127.0.0.1');
    await once(cut, 'listening');
    expect(await through(`http://127.0.0.1:${(cut.address() as AddressInfo).port}`, plainUrl())).toMatch(
      /^unreachable: /,
    );
    cut.close();
  });
});

describe('the browser behind proxies', () => {
  it('uploads, downloads and opens WebSockets through each, and never connects directly', async () => {
    await using one = await open('http', { exit: '127.0.0.71', credentials });
    await using two = await open('https', { exit: '127.0.0.72' });
    await using three = await open('socks5', { exit: '127.0.0.73', credentials });
    await using guard = await openTestGuard({
      proxyCa: two.certificate,
      resolve: () => Promise.reject(new Error('unknown here')),
    });
    await using pool = createBrowserPool({
      chromium: await findChromium({ explicit: null, cacheDir: null, env: process.env }),
      sandbox: 'auto',
      browsers: defineBrowsers({}),
      cookies: new CookieJars(),
      probeProxy: async () => null,
      guard,
      maxBytes: 10_000_000,
      log: silent,
    });
    const ways = [`http://${encoded}${one.name}`, `https://${two.name}`, `socks5://${encoded}${three.name}`];
    await Promise.all(
      ways.map(async (proxyUrl, at) => {
        const identity = identityOf(await guard.routeFor(proxyUrl), `way-${at}`, proxyUrl);
        const url = `http://paper${at}.example:${site.port}/page`;
        await using page = await pool.open({ url, identity, waitFor: '.done', steps: [], timeoutMs: 60_000 });
        expect(page.html).toContain(`>1000000 ${big.length}<`);
      }),
    );
    for (const [at, { asked }] of [one, two, three].entries())
      expect(new Set(asked)).toEqual(new Set([`paper${at}.example:${site.port}`]));
    expect(peers.filter((peer) => !/^127\.0\.0\.7\d$/.test(peer))).toEqual([]);
    expect(new Set(peers.slice(-9))).toEqual(new Set(['127.0.0.71', '127.0.0.72', '127.0.0.73']));
  });
});
