import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defineBrowsers } from '../../../src/browsers.ts';
import type { BrowserPool, RenderPlan } from '../../../src/ports.ts';
import { openBrowserPools, spread } from '../../../src/stages/fetch/browser-pools.ts';
import { findChromium } from '../../../src/stages/fetch/chromium.ts';
import { CookieShelf } from '../../../src/stages/fetch/identity-cookies.ts';
import { identityOf, openLocalSite, openTestGuard, silent } from './local-site.ts';

const plan = (id: string, url = 'http://a.example/'): RenderPlan => ({
  ...{ url, identity: identityOf('http://127.0.0.1:9', id), waitFor: null, steps: [], timeoutMs: 20_000 },
});

function fakePool(): BrowserPool & { readonly asked: string[]; isClosed: boolean } {
  const asked: string[] = [];
  return {
    ...{ asked, isClosed: false },
    open: async ({ identity }) => {
      asked.push(identity.id);
      throw new Error('opens nothing');
    },
    openPlayer: async ({ identity }) => {
      asked.push(identity.id);
      throw new Error('opens nothing');
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
  it('share the identities, each of which stays with its own', async () => {
    const pools = [fakePool(), fakePool()];
    const all = spread(pools);
    for (let turn = 0; turn < 200; turn++)
      await expect(all.open(plan(`id-${turn % 100}`))).rejects.toThrow('opens nothing');
    expect(all.stats).toEqual({ pages: 200, contexts: 100, launches: 2 });
    for (const { asked } of pools) expect(asked.length).toBeGreaterThan(60);
    await all[Symbol.asyncDispose]();
    expect(pools.map(({ isClosed }) => isClosed)).toEqual([true, true]);
  });

  it('render as one does, and start all or none', async () => {
    await using site = await openLocalSite({ '/': '<p>a page' });
    await using guard = await openTestGuard({ allow: [`127.0.0.1:${site.port}`] });
    const chromium = await findChromium({ explicit: null, cacheDir: null, env: process.env });
    const options = {
      ...{ sandbox: 'auto' as const, browsers: defineBrowsers({ maxContexts: 3, processes: 2 }), guard, log: silent },
      ...{ cookies: new CookieShelf(), silenceOf: async () => null, maxBytes: 1e6 },
    };
    await using pools = await openBrowserPools({ ...options, chromium });
    const guardUrl = await guard.routeFor(null);
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      await using page = await pools.open({ ...plan(id, `${site.origin}/`), identity: identityOf(guardUrl, id) });
      expect(page.html).toContain('a page');
    }
    expect(pools.stats).toMatchObject({ pages: 5, launches: 2 });
    expect(pools.stats.contexts).toBeLessThanOrEqual(4);
    const missing = { ...chromium, executablePath: '/nowhere/chromium' };
    expect(existsSync(missing.executablePath)).toBe(false);
    await expect(openBrowserPools({ ...options, chromium: missing })).rejects.toThrow('does not start');
  });
});
