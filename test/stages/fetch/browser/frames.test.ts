import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserPool, LivePage } from '../../../../src/browser-port.ts';
import type { IdentityRoute } from '../../../../src/ports.ts';
import { type BrowsersConfig, defineBrowsers } from '../../../../src/settings/browsers.ts';
import { findChromium } from '../../../../src/stages/fetch/browser/chromium.ts';
import { FrameControl } from '../../../../src/stages/fetch/browser/frame-control.ts';
import { createBrowserPool } from '../../../../src/stages/fetch/browser-pool.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { identityOf, type LocalSite, openLocalSite, openTestGuard, silent } from '../local-site.ts';

const script = (source: string): string => `<!doctype html><title>t</title><p>start</p><script>${source}</script>`;
const append = (text: string): string => `document.body.insertAdjacentHTML('beforeend', '<p>${text}</p>')`;

const pages = {
  '/animation': script(
    `let left = 6; requestAnimationFrame(function next() { if (--left > 0) { ${append('step')}; requestAnimationFrame(next); } else ${append('animated')}; });`,
  ),
  '/late-animation': script(
    `fetch('/data').then((answer) => answer.text()).then((text) => requestAnimationFrame(() => requestAnimationFrame(() => { ${append('came late')} })));`,
  ),
  '/observer': script(
    `const mark = document.createElement('i'); document.body.append(mark); new IntersectionObserver(([{ isIntersecting }]) => { if (isIntersecting) fetch('/data').then(() => { ${append('was seen')} }); }).observe(mark);`,
  ),
  '/resize': script(
    `const box = document.createElement('div'); document.body.append(box); new ResizeObserver(() => { if (box.offsetHeight > 5) ${append('was measured')}; }).observe(box); setTimeout(() => { box.textContent = 'grows'; }, 50);`,
  ),
  '/idle': script(`requestIdleCallback(() => { ${append('was idle')} });`),
  '/restless': script(
    `setInterval(() => { document.title = Math.random(); }, 40); requestAnimationFrame(() => { ${append('drawn all the same')} });`,
  ),
  '/red': '<!doctype html><body style="margin:0;background:#f00">',
  '/hangs': script('requestAnimationFrame(() => { for (;;); });'),
  '/busy': script(
    `const until = performance.now() + 3000; (function again() { const t = performance.now(); while (performance.now() - t < 150); if (performance.now() < until) requestAnimationFrame(again); else ${append('was busy')}; })();`,
  ),
  '/data': 'data',
};

let site: LocalSite;
const closers: AsyncDisposable[] = [];
let identity: IdentityRoute;
type Frames = BrowsersConfig['frames'];
const pools: Partial<Record<Frames, BrowserPool>> = {};

beforeAll(async () => {
  site = await openLocalSite(pages);
  const guard = await openTestGuard({ allow: [`127.0.0.1:${site.port}`] });
  identity = identityOf(await guard.routeFor(null));
  closers.push(guard, site);
  for (const frames of ['on-demand', 'continuous'] as const) {
    const pool = createBrowserPool({
      chromium: await findChromium({ explicit: null, cacheDir: null, env: process.env }),
      sandbox: 'auto',
      browsers: defineBrowsers({ frames }),
      cookies: new CookieJars(),
      probeProxy: async () => null,
      guard,
      maxBytes: 1_000_000,
      log: silent,
    });
    pools[frames] = pool;
    closers.unshift(pool);
  }
});
afterAll(async () => {
  for (const one of closers) await one[Symbol.asyncDispose]();
});

const openIn = (frames: Frames, path: string, timeoutMs = 60_000): Promise<LivePage> =>
  (pools[frames] as BrowserPool).open({ url: site.origin + path, identity, waitFor: null, steps: [], timeoutMs });

describe.concurrent.each<Frames>(['on-demand', 'continuous'])('a page with %s frames', (frames) => {
  const open = (path: string, timeoutMs?: number): Promise<LivePage> => openIn(frames, path, timeoutMs);

  it.each([
    ['/animation', 'animated'],
    ['/late-animation', 'came late'],
    ['/observer', 'was seen'],
    ['/resize', 'was measured'],
    ['/idle', 'was idle'],
  ])('has what %s causes', async (path, text) => {
    await using page = await open(path);
    expect(page.html).toMatch(new RegExp(`<p[^>]*>${text}</p>`));
  });

  it('has a screenshot', async () => {
    await using page = await open('/red');
    const { channels } = await sharp((await page.screenshot()) ?? undefined).stats();
    expect(channels.map(({ mean }) => Math.round(mean / 255))).toEqual([1, 0, 0]);
  });

  it('is drawn while it is left open', async () => {
    await using page = await open('/red');
    const drawn =
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve("drawn"))))';
    expect(await page.evaluate(drawn, 20_000)).toBe('drawn');
  });
});

// not beside the others: it has many pages at once
describe.each<Frames>(['on-demand', 'continuous'])('a page with %s frames', (frames) => {
  // a page that is read before its frame hangs is unaffected
  const hang = (): Promise<void> =>
    openIn(frames, '/hangs', 4_000).then(
      (page) => page[Symbol.asyncDispose](),
      (error: Error) => expect(error.message).toContain('not done in 4000 ms'),
    );
  const beBusy = async (): Promise<void> => (await openIn(frames, '/busy'))[Symbol.asyncDispose]();
  /** Opens pages beside some that hang and some that are busy. @returns how many were still moving when their time was up: on a machine with little to spare */
  const openBeside = async (count: number): Promise<number> => {
    const others = [hang(), hang(), beBusy(), beBusy(), beBusy()];
    const pages = await Promise.all(Array.from({ length: count }, () => openIn(frames, '/animation')));
    const settled = pages.filter(({ settledBy }) => settledBy !== 'cap');
    for (const { html } of settled) expect(html).toMatch(/<p[^>]*>animated<\/p>/);
    for (const page of pages) await page[Symbol.asyncDispose]();
    await Promise.all(others);
    return count - settled.length;
  };

  it('is not held up by frames of pages that hang or are busy', async () => {
    let missing = 8;
    for (let tries = 0; tries < 8 && missing > 0; tries++) missing = await openBeside(missing);
    expect(missing).toBe(0);
    expect(pools[frames]?.stats.launches).toBe(1);
  });
});

it.concurrent('a page that is never quiet is drawn now and then', async () => {
  await using page = await openIn('on-demand', '/restless');
  expect(page).toMatchObject({ settledBy: 'cap', html: expect.stringMatching(/<p[^>]*>drawn all the same<\/p>/) });
});

it.concurrent('a browser that cannot draw on demand is recognized', async () => {
  const { executablePath, env } = await findChromium({ explicit: null, cacheDir: null, env: process.env });
  const browser = await chromium.launch({ executablePath, env: { ...env } }); // without the flags that drawing on demand needs
  expect(await FrameControl.open(browser)).toBeNull();
  expect(browser.contexts()).toEqual([]);
  await browser.close();
});
