import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IdentityRoute } from '../../../../src/ports.ts';
import { defineBrowsers } from '../../../../src/settings/browsers.ts';
import { findChromium } from '../../../../src/stages/fetch/browser/chromium.ts';
import { createBrowserPool } from '../../../../src/stages/fetch/browser-pool.ts';
import { openHttpClient } from '../../../../src/stages/fetch/http/http-client.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { identityOf, openTestGuard, silent } from '../local-site.ts';
import { openTlsSite, type TlsSite } from '../tls-site.ts';

/** Header names and values of the navigations, in their order, without those of HTTP/2. */
const sent: string[][] = [];
const closers: AsyncDisposable[] = [];
let site: TlsSite;
let identity: IdentityRoute;
let ways: Readonly<Record<'browser' | 'static', () => Promise<unknown>>>;

beforeAll(async () => {
  site = await openTlsSite({
    '/page': (request, response) => {
      const pairs = request.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
      sent.push(pairs.filter((pair) => !pair.startsWith(':')));
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>text');
    },
  });
  const guard = await openTestGuard({ allow: [`127.0.0.1:${site.port}`] });
  identity = identityOf(await guard.routeFor(null));
  const client = openHttpClient({ ignoreTlsErrors: true, cookies: new CookieJars() });
  const pool = createBrowserPool({
    chromium: await findChromium({ explicit: null, cacheDir: null, env: process.env }),
    sandbox: 'auto',
    browsers: defineBrowsers({ ignoreTlsErrors: true }),
    cookies: new CookieJars(),
    probeProxy: async () => null,
    guard,
    maxBytes: 1_000_000,
    log: silent,
  });
  closers.push(pool, client, guard, site);
  const url = `${site.origin}/page`;
  ways = {
    browser: async () => {
      await using _live = await pool.open({ url, identity, waitFor: null, steps: [], timeoutMs: 30_000 });
    },
    static: () => client.fetch({ url, identity, maxBytes: 10_000, timeoutMs: 30_000 }),
  };
});
afterAll(async () => {
  for (const one of closers) await one[Symbol.asyncDispose]();
});

it('one identity sends the same headers in the same order, by browser and by HTTP client', async () => {
  await ways.browser();
  await ways.static();
  const [byBrowser, byStatic] = sent;
  expect(byBrowser).toContain('accept-language: en-GB,en;q=0.9');
  expect(byStatic).toEqual(byBrowser);
});
