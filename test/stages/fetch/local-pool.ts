import type { BrowserPool } from '../../../src/browser-port.ts';
import { defineBrowsers } from '../../../src/settings/browsers.ts';
import { findChromium } from '../../../src/stages/fetch/browser/chromium.ts';
import { createBrowserPool } from '../../../src/stages/fetch/browser-pool.ts';
import type { EgressGuard } from '../../../src/stages/fetch/guard/egress-guard.ts';
import { CookieJars } from '../../../src/stages/fetch/identity/identity-cookies.ts';
import { type LocalSite, openLocalSite, openTestGuard, type Routes, silent } from './local-site.ts';

/** A browser that reaches one local site and nothing else. */
export interface LocalPool extends AsyncDisposable {
  readonly site: LocalSite;
  readonly guard: EgressGuard;
  readonly pool: BrowserPool;
}

export async function openLocalPool(routes: Routes): Promise<LocalPool> {
  const site = await openLocalSite(routes);
  const guard = await openTestGuard({ allow: [`127.0.0.1:${site.port}`] });
  const pool = createBrowserPool({
    chromium: await findChromium({ explicit: null, cacheDir: null, env: process.env }),
    sandbox: 'auto',
    browsers: defineBrowsers({}),
    cookies: new CookieJars(),
    probeProxy: async () => null,
    guard,
    maxBytes: 1_000_000,
    log: silent,
  });
  return {
    site,
    guard,
    pool,
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]();
      await guard[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}
