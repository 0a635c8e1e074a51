import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserPool, LivePage, PlayerPage } from '../../../../src/browser-port.ts';
import { defineBrowsers } from '../../../../src/settings/browsers.ts';
import { findChromium } from '../../../../src/stages/fetch/browser/chromium.ts';
import { createBrowserPool } from '../../../../src/stages/fetch/browser-pool.ts';
import type { EgressGuard } from '../../../../src/stages/fetch/guard/egress-guard.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { noGuard } from '../../../support/ports.ts';
import { Changes } from '../../../support/waiting.ts';
import { entryPages, escapeRoutes, escapeWays } from '../escape-pages.ts';
import { identityOf, type LocalSite, openLocalSite, openTestGuard, silent } from '../local-site.ts';

const secret = 'bytes-of-the-canary';

interface Canary extends AsyncDisposable {
  readonly port: number;
  /** TCP connections and datagrams; any is a failure when the canary is closed. */
  readonly touched: string[];
  /** Escape ways that arrived with a request. */
  readonly ways: Set<string>;
  /** Resolves at the first request after which this is true. */
  until(isTrue: () => boolean): Promise<void>;
}

/** Listens on TCP and UDP, on the same port. */
async function openCanary(): Promise<Canary> {
  const [touched, ways] = [[] as string[], new Set<string>()];
  const changes = new Changes();
  const note = ({ url = '', headers }: IncomingMessage): void => {
    const way = /\/way\/([\w-]+)/.exec(url)?.[1];
    if (way !== undefined) ways.add(way);
    touched.push(`${url} ${headers['sec-fetch-dest'] ?? ''}`);
    changes.changed();
  };
  const server: Server = createServer((request: IncomingMessage, response: ServerResponse) => {
    note(request);
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'access-control-allow-methods': '*',
    };
    response.writeHead(200, { ...headers, 'content-type': 'text/html' }).end(secret);
  });
  server.on('connection', () => touched.push('tcp')).on('clientError', (_, socket) => socket.destroy());
  server.on('upgrade', (request, socket) => {
    note(request);
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const udp: UdpSocket = createSocket('udp4').on('message', () => touched.push('udp'));
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  return {
    port,
    touched,
    ways,
    until: (isTrue) => changes.until(isTrue),
    async [Symbol.asyncDispose]() {
      udp.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Side {
  readonly canary: Canary;
  readonly site: LocalSite;
  readonly guard: EgressGuard;
}

/** The pages, their canary, and a guard that lets them reach it or not. */
async function openSide(isOpen: boolean): Promise<Side> {
  const canary = await openCanary();
  const at = `127.0.0.1:${canary.port}`;
  const site = await openLocalSite(
    escapeRoutes((scheme, way) => (scheme === 'at' ? at : `${scheme}://${at}/way/${way}`)),
  );
  const allow = [`127.0.0.1:${site.port}`, ...(isOpen ? [at] : [])];
  return { canary, site, guard: await openTestGuard({ allow }) };
}

let sides: readonly Side[] = [];
let pool: BrowserPool;

beforeAll(async () => {
  sides = await Promise.all([openSide(true), openSide(false)]);
  pool = createBrowserPool({
    chromium: await findChromium({ explicit: null, cacheDir: null, env: process.env }),
    sandbox: 'auto',
    browsers: defineBrowsers({ images: true, block: [] }),
    guard: noGuard,
    cookies: new CookieJars(),
    probeProxy: async () => null,
    maxBytes: 1_000_000,
    log: silent,
  });
});
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  for (const { guard, site, canary } of sides) {
    await guard[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
    await canary[Symbol.asyncDispose]();
  }
});

/** Loads every page and keeps it open: reports and beacons come late. */
async function load({ site, guard }: Side, id: string): Promise<LivePage[]> {
  const identity = identityOf(await guard.routeFor(null), id);
  const pages = entryPages.map((path) =>
    pool.open({ url: site.origin + path, identity, waitFor: 'body', steps: [], timeoutMs: 20_000 }),
  );
  return (await Promise.allSettled(pages)).flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/** All data that we have of a page, and its current document. */
async function everything(page: LivePage): Promise<string> {
  const shown = await page.evaluate<string>('document.documentElement.outerHTML', 60_000);
  return JSON.stringify([page.html, page.headers, page.network(), page.console(), page.finalUrl, shown]);
}

const leaked = async (pages: readonly LivePage[]): Promise<readonly string[]> => {
  const texts = await Promise.all(pages.map(everything));
  return pages.flatMap(({ finalUrl }, at) => (texts[at]?.includes(secret) ? [finalUrl] : []));
};

/**
 * Ways that a headless Chromium does not use, or not soon, even if they are allowed: their absence proves nothing. Datagrams of WebRTC and WebTransport are
 * always off.
 */
const idle = new Set(
  `link-preconnect link-dns-prefetch link-icon link-manifest link-canonical css-border-image css-filter portal applet bgsound svg-use xml-xslt xml-entity
   svg-in-img worker-redirect web-transport stun-udp stun-tcp turn-tcp turn-udp turns-tcp payment service-worker header-preload header-stylesheet
   reporting-endpoint reporting-default report-to`.split(/\s+/),
);
/** Number of other ways that must arrive when the canary is open: on a busy machine a few are late. */
const mustArrive = 100;

describe('a page that tries everything', () => {
  it('reaches an open server by a hundred methods, and a closed one by none', async () => {
    const [open, closed] = sides;
    if (open === undefined || closed === undefined) throw new Error('the sites are not there');
    const [pages, opened] = await Promise.all([load(closed, 'closed'), load(open, 'open')]);
    const arrived = (): string[] => escapeWays.filter((way) => !idle.has(way) && open.canary.ways.has(way));
    await open.canary.until(() => arrived().length > mustArrive);
    expect(await leaked(opened)).not.toEqual([]);
    expect([...closed.canary.ways, ...closed.canary.touched]).toEqual([]);
    expect(pages.length).toBeGreaterThanOrEqual(3); // the others went to the canary, and were refused
    expect(await leaked(pages)).toEqual([]);
    for (const page of [...pages, ...opened]) await page[Symbol.asyncDispose]();
    expect([...closed.canary.ways, ...closed.canary.touched]).toEqual([]); // nor when they closed
  });

  it('finds no further method on played pages, with their service workers', async () => {
    const [open, closed] = sides;
    if (open === undefined || closed === undefined) throw new Error('the sites are not there');
    const play = async ({ site, guard }: Side, id: string): Promise<PlayerPage[]> => {
      const identity = identityOf(await guard.routeFor(null), id);
      const plan = { identity, script: '', timeoutMs: 20_000 };
      const pages = entryPages.map((path) => pool.openPlayer({ ...plan, url: site.origin + path }));
      return (await Promise.allSettled(pages)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    };
    open.canary.ways.clear();
    const pages = [...(await play(closed, 'closed-player')), ...(await play(open, 'open-player'))];
    await open.canary.until(() => open.canary.ways.has('service-worker'));
    await open.canary.until(() => open.canary.ways.size > mustArrive / 2);
    for (const page of pages) await page[Symbol.asyncDispose]();
    expect([...closed.canary.ways, ...closed.canary.touched]).toEqual([]);
    expect(pool.stats.contexts).toBeLessThanOrEqual(2); // the contexts of played pages closed with them
  });
});
