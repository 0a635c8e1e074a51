import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserPool } from '../../../src/browser-port.ts';
import type { IdentityRoute } from '../../../src/ports.ts';
import { defineBrowsers } from '../../../src/settings/browsers.ts';
import { findChromium } from '../../../src/stages/fetch/browser/chromium.ts';
import { createBrowserPool } from '../../../src/stages/fetch/browser-pool.ts';
import { openEgressGuard } from '../../../src/stages/fetch/guard/egress-guard.ts';
import { CookieJars } from '../../../src/stages/fetch/identity/identity-cookies.ts';
import type { WrittenPage } from './written-pages.ts';

const styles = new URL('./styles/', import.meta.url);
const log = { debug() {}, info() {}, warn() {}, error() {} };

/** A page with the stylesheet of its layout, or with an unusual one. */
export interface StyledPage {
  readonly page: WrittenPage;
  /** File name in `styles/`, without extension. */
  readonly style: string;
}

/** Each page with the stylesheet of its layout, and once more for each unusual one. */
export function styledPages(pages: readonly WrittenPage[]): StyledPage[] {
  const odd = readdirSync(new URL('odd/', styles)).map((file) => file.replace(/\.css$/, ''));
  return [
    ...pages.map((page) => ({ page, style: page.layout })),
    ...odd
      .sort()
      .flatMap((style) =>
        pages.flatMap((page) => (style.startsWith(`${page.layout}.`) ? [{ page, style: `odd/${style}` }] : [])),
      ),
  ];
}

/** The pages with the HTML that our browser renders. @throws Error if a layout has no stylesheet */
export async function renderPages(pages: readonly StyledPage[]): Promise<WrittenPage[]> {
  await using site = await openSite(pages);
  await using guard = await openEgressGuard({
    allow: [`127.0.0.1:${site.port}`],
    connectTo: [],
    proxyDns: 'proxy',
    log,
  });
  await using pool = createBrowserPool({
    chromium: await findChromium({ explicit: null, cacheDir: null, env: process.env }),
    sandbox: 'auto',
    browsers: defineBrowsers({}),
    cookies: new CookieJars(),
    probeProxy: async () => null,
    guard,
    maxBytes: 4_000_000,
    log,
  });
  const identity = identityBehind(await guard.routeFor(null));
  const results: WrittenPage[] = [];
  const remaining = pages.entries();
  // each worker takes the next page
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const [at, { page, style }] of remaining) {
        const html = await htmlOf(pool, `http://127.0.0.1:${site.port}/${at}`, identity);
        results[at] = {
          ...page,
          name: `${page.name} in ${style}`,
          snapshot: { ...page.snapshot, html, via: 'browser', settledBy: 'quiet' },
        };
      }
    }),
  );
  return results;
}

async function htmlOf(pool: BrowserPool, url: string, identity: IdentityRoute): Promise<string> {
  await using live = await pool.open({ url, identity, waitFor: null, steps: [], timeoutMs: 30_000 });
  return live.html;
}

const identityBehind = (guardUrl: string): IdentityRoute => ({
  id: 'direct',
  proxy: null,
  guardUrl,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
  locale: 'en-GB',
  timeZone: 'Europe/Paris',
  viewport: { widthPx: 1280, heightPx: 800 },
});

/** A server of the pages by number, in UTF-8, with inline stylesheets. */
async function openSite(pages: readonly StyledPage[]): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer((request, response) => {
    const styled = pages[Number(request.url?.slice(1))];
    if (styled === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(withStyle(styled));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function withStyle({ page, style }: StyledPage): string {
  const file = new URL(`${style}.css`, styles);
  if (!existsSync(file)) throw new Error(`Write test/quality/layouts/styles/${style}.css: how such a site looks.`);
  return page.snapshot.html.replace(/<\/head>/i, `<style>${readFileSync(file, 'utf8')}</style></head>`);
}
