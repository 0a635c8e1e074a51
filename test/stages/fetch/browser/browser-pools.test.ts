import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { BrowserPool, RenderPlan } from '../../../../src/browser-port.ts';
import { kindOf } from '../../../../src/errors.ts';
import { defineBrowsers } from '../../../../src/settings/browsers.ts';
import { findChromium } from '../../../../src/stages/fetch/browser/chromium.ts';
import { combinePools, createBrowserPools } from '../../../../src/stages/fetch/browser-pools.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { absentBrowser as absent } from '../../../support/crawl-ports.ts';
import { identityOf, openLocalSite, openTestGuard, silent } from '../local-site.ts';

const plan = (id: string, url = 'http://a.example/'): RenderPlan => ({
  url,
  identity: identityOf('http://127.0.0.1:9', id),
  waitFor: null,
  steps: [],
  timeoutMs: 20_000,
});

function fakePool(): BrowserPool & { readonly asked: string[]; isClosed: boolean; isAbsent: boolean } {
  const asked: string[] = [];
  return {
    asked,
    isClosed: false,
    isAbsent: false,
    open: async ({ identity }) => {
      asked.push(identity.id);
      throw new Error('opens nothing');
    },
    openPlayer: async ({ identity }) => {
      asked.push(identity.id);
      throw new Error('opens nothing');
    },
    get health() {
      return this.isAbsent ? absent : ({ state: 'ready' } as const);
    },
    get stats() {
      return { pages: asked.length, contexts: new Set(asked).size, launches: 1 };
    },
    async [Symbol.asyncDispose]() {
      this.isClosed = true;
    },
  };
}

describe('several browsers', () => {
  it('share the identities; each stays with its browser', async () => {
    const pools = [fakePool(), fakePool()];
    const all = combinePools(pools);
    for (let turn = 0; turn < 200; turn++)
      await expect(all.open(plan(`id-${turn % 100}`))).rejects.toThrow('opens nothing');
    expect(all.stats).toEqual({ pages: 200, contexts: 100, launches: 2 });
    for (const { asked } of pools) expect(asked.length).toBeGreaterThan(60);
    await all[Symbol.asyncDispose]();
    expect(pools.map(({ isClosed }) => isClosed)).toEqual([true, true]);
  });

  it('replace one that does not start', async () => {
    const pools = [fakePool(), fakePool()] as const;
    const all = combinePools(pools);
    pools[0].isAbsent = true;
    expect(all.health).toEqual({ state: 'ready' });
    for (let id = 0; id < 9; id++) await expect(all.open(plan(`id-${id}`))).rejects.toThrow('opens nothing');
    expect(pools.map(({ asked }) => asked.length)).toEqual([0, 9]);
    pools[1].isAbsent = true;
    expect(all.health).toEqual(absent);
  });

  it('render as one does, each started with its first page', async () => {
    await using site = await openLocalSite({ '/': '<p>a page' });
    await using guard = await openTestGuard({ allow: [`127.0.0.1:${site.port}`] });
    const chromium = await findChromium({ explicit: null, cacheDir: null, env: process.env });
    const options = {
      sandbox: 'auto' as const,
      browsers: defineBrowsers({ maxContexts: 3, processes: 2 }),
      guard,
      log: silent,
      cookies: new CookieJars(),
      probeProxy: async () => null,
      maxBytes: 1e6,
    };
    await using pools = createBrowserPools({ ...options, chromium });
    const guardUrl = await guard.routeFor(null);
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      await using page = await pools.open({ ...plan(id, `${site.origin}/`), identity: identityOf(guardUrl, id) });
      expect(page.html).toContain('a page');
    }
    expect(pools.stats).toMatchObject({ pages: 5, launches: 2 });
    expect(pools.stats.contexts).toBeLessThanOrEqual(4);
    const missing = { ...chromium, executablePath: '/nowhere/chromium' };
    expect(existsSync(missing.executablePath)).toBe(false);
    await using none = createBrowserPools({ ...options, chromium: missing });
    expect(kindOf(await none.open(plan('a')).catch((error: unknown) => error))).toBe('no-browser');
  });
});
