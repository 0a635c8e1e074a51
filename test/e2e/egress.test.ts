import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { scraper, scraperFolder } from '../support/scraper-folder.ts';

// A site whose feeds, sitemaps, listings, pages, films and robots.txt lead to a server that the guard keeps closed: crawled twice, once with that server
// open, so that the ways are known to be ways.

const inner = 'http://inner.escape.example/way/';
const para = (name: string): string =>
  `<p>${`The harbour board met on ${name} and agreed to rebuild the north quay before winter, its chair said. `.repeat(9)}</p>`;
const story = (name: string, more = ''): string =>
  `<!doctype html><html lang=en><head><title>Quay ${name}</title><meta property=og:type content=article></head>
   <body><article><h1>Quay ${name} is to be rebuilt</h1><time datetime="2026-10-20T08:00:00Z">20 October</time>${para(name).repeat(3)}${more}</article></body></html>`;
const film = (json: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'VideoObject', name: 'Quay', uploadDate: '2026-10-20', ...json })}</script>`;
const item = (link: string, more = ''): string => `<item><title>${link}</title><link>${link}</link>${more}</item>`;
const own = 'http://escape.example';

const redirects = [301, 302, 303, 307, 308];
const pages: Readonly<Record<string, string>> = {
  '/list': `<h1>News</h1>${[`${inner}listing-link`, 'file:///etc/passwd', ...redirects.map((code) => `/story-r${code}`), '/story-to-file', '/story-plain', '/story-frames', 'http://robots.escape.example/story-x'].map((url) => `<h2><a href="${url}">A long headline about the harbour and ${url}</a></h2>`).join('')}`,
  '/feed.xml': `<rss version="2.0"><channel><title>x</title>${item(`${inner}feed-entry`)}${item('file:///etc/passwd')}${item(`${own}/story-feed`, `<enclosure url="${inner}enclosure" type="video/mp4" length="1"/>`)}</channel></rss>`,
  '/index.xml': `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${own}/news.xml</loc></sitemap><sitemap><loc>file:///etc/passwd</loc></sitemap></sitemapindex>`,
  '/index-2.xml': `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${inner}sitemap-index</loc></sitemap></sitemapindex>`,
  '/news.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[`${inner}sitemap-entry`, 'file:///etc/passwd', `${own}/story-hls`, `${own}/story-dash`, `${own}/story-og`].map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`,
  '/story-plain': story('plain'),
  '/story-feed': story('feed'),
  // without its script there is no article: the browser is asked
  '/story-frames': `<!doctype html><main id=m></main><script>m.innerHTML = ${JSON.stringify(story('frames'))}</script>
    <iframe src="${inner}frame"></iframe><script src="${inner}script"></script><script>fetch('${inner}fetch',{mode:'no-cors'})</script>`,
  '/story-hls': story(
    'hls',
    `<video src="${inner}film.m3u8" controls></video>${film({ contentUrl: `${inner}film.m3u8` })}`,
  ),
  '/story-dash': story('dash', film({ contentUrl: `${inner}film.mpd` })),
  '/story-og': story(
    'og',
    `<video controls><source src="${own}/redirected.m3u8" type="application/vnd.apple.mpegurl"></video>`,
  ),
};

interface Web extends AsyncDisposable {
  readonly sitePort: number;
  readonly canaryPort: number;
  /** What reached the closed server; `tcp` for every connection. */
  readonly touched: string[];
}

/** What reaches the server where it is open. */
const ways = [
  ...['listing-link', 'feed-entry', 'sitemap-entry', 'sitemap-index', 'source-redirect', 'robots'],
  ...redirects.map((code) => `redirect-${code}`),
  ...['frame', 'script', 'fetch', 'film', 'manifest-redirect'],
];

const listen = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
};

async function openWeb(): Promise<Web> {
  const touched: string[] = [];
  const canary = createServer((request, response) => {
    touched.push(/\/way\/([\w-]+)/.exec(request.url ?? '')?.[1] ?? request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html' }).end(story('canary'));
  }).on('connection', () => touched.push('tcp'));
  const site = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { host = '', path } = { host: request.headers.host, path: (request.url ?? '').split('?')[0] ?? '' };
    const code = Number(/^\/story-r(\d+)$/.exec(path)?.[1]);
    const to = (location: string, status = 302) => response.writeHead(status, { location }).end();
    if (path === '/robots.txt' && host.startsWith('robots.')) return to(`${inner}robots`);
    if (path === '/robots.txt')
      return response.writeHead(200, { 'content-type': 'text/plain' }).end(`Sitemap: ${inner}robots-sitemap\n`);
    if (code > 0) return to(`${inner}redirect-${code}`, code);
    if (path === '/story-to-file') return to('file:///etc/passwd');
    if (path === '/moved.xml') return to(`${inner}source-redirect`);
    if (path === '/redirected.m3u8') return to(`${inner}manifest-redirect`);
    const html = pages[path];
    return response
      .writeHead(html === undefined ? 404 : 200, { 'content-type': path.endsWith('.xml') ? 'text/xml' : 'text/html' })
      .end(html);
  });
  const [sitePort, canaryPort] = [await listen(site), await listen(canary)];
  return {
    sitePort,
    canaryPort,
    touched,
    async [Symbol.asyncDispose]() {
      for (const server of [site, canary]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

const scrapers = scraperFolder({
  'escape.example/scraper.ts':
    scraper(`{ host: 'escape.example', origin: '${own}', name: 'Escape', language: 'en', render: 'auto',
    sources: [{ kind: 'feed', url: '/feed.xml' }, { kind: 'feed', url: '/moved.xml' }, { kind: 'sitemap', url: '/index.xml' }, { kind: 'sitemap', url: '/index-2.xml' }, { kind: 'listing', url: '/list' }] }`),
});
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-egress-'));
});
afterAll(async () => {
  scrapers[Symbol.dispose]();
  await rm(folder, { recursive: true });
});

async function crawl(web: Web, name: string, allow: readonly number[]) {
  const connectTo = [
    `escape.example:80=127.0.0.1:${web.sitePort}`,
    `robots.escape.example:80=127.0.0.1:${web.sitePort}`,
    `inner.escape.example:80=127.0.0.1:${web.canaryPort}`,
  ];
  const given = {
    demo: { port: web.sitePort, connectTo },
    store: `file:${folder}/${name}`,
    env: {
      NEWSHAWK_SCRAPERS: scrapers.dir,
      NEWSHAWK_ALLOW_NETWORKS: allow.map((port) => `127.0.0.1:${port}`).join(),
      NEWSHAWK_PAGE_TIMEOUT_MS: '15000',
    },
  };
  const ended = await startCrawl({ ...given, args: ['crawl', '--json'] }).ended;
  const [exported, failures] = await Promise.all([
    startCrawl({ ...given, args: ['export', '-f', 'jsonl'] }).ended,
    startCrawl({ ...given, args: ['failures', 'list', '--json'] }).ended,
  ]);
  return { ...ended, exported: exported.stdout, failures: failures.stdout };
}

describe('a crawl', () => {
  it('reaches no closed server by feed, sitemap, listing, redirect, film or robots.txt', async () => {
    await using web = await openWeb();
    await using other = await openWeb();
    const [closed, open] = await Promise.all([
      crawl(web, 'closed', [web.sitePort]),
      crawl(other, 'open', [other.sitePort, other.canaryPort]),
    ]);
    expect(new Set(other.touched)).toEqual(new Set([...ways, 'tcp', '/robots.txt']));
    expect(web.touched).toEqual([]);
    for (const { code, stdout, exported, failures } of [closed, open]) {
      expect({ code, ended: JSON.parse(stdout).ended }).toEqual({ code: 16, ended: 'incomplete' }); // each refused address is refused alone
      expect(exported).toContain('/story-');
      expect(exported + failures).not.toContain('root:');
      expect(failures).toContain('not an http(s) address: file:///etc/passwd');
    }
    expect(closed.exported).not.toContain('canary');
    expect(closed.failures).toContain(`(NEWSHAWK_ALLOW_NETWORKS=127.0.0.1:${web.canaryPort} opens it)`);
  });
});
