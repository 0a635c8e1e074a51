import { Script } from 'node:vm';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../src/stages/fetch/browser/chromium.ts';
import { planOf } from '../plan/plan.ts';
import { beUser, entriesOf, filmPlays } from '../user/perfect-user.ts';
import { openVideoPages, type VideoPages } from './open-video-pages.ts';

// A page whose film nobody can reach would count as a failure of every tool.

let site: VideoPages;
let browser: Browser;
beforeAll(async () => {
  site = await openVideoPages();
  const { executablePath, env } = await findChromium({ explicit: null, cacheDir: null, env: process.env });
  browser = await chromium.launch({ executablePath, env: { ...env }, headless: true, chromiumSandbox: false });
});
afterAll(async () => {
  await browser?.close();
  await site?.[Symbol.asyncDispose]();
});

const text = async (path: string): Promise<string> => (await fetch(site.origins.page + path)).text();
const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);

describe('generated pages', () => {
  it('are the same at each visit, and their scripts can be read', async () => {
    for (let seed = 1; seed <= 300; seed++) {
      const { film } = planOf(seed);
      const html = await text(`/v/${seed}`);
      expect(await text(`/v/${seed}`)).toBe(html);
      const scripts = [...inlineScripts(html), await text(`/lib/${seed}/player.js`)];
      if ((film ?? planOf(seed).empty)?.container === 'SPA route') scripts.push(await text(`/js/${seed}/app.js`));
      if (film !== null) scripts.push(...inlineScripts(await text(`/frame/${seed}/1?e=1`)));
      for (const script of scripts) expect(() => new Script(script), `seed ${seed}`).not.toThrow();
    }
  });

  it('have nothing behind other addresses', async () => {
    for (const path of ['/v/0', '/v/x', '/f/1/00000000/film.mp4', '/lib', '/'])
      expect((await fetch(site.origins.page + path)).status).toBe(404);
  });

  const containers = ['top', 'nested frames', 'lazy frame', 'object', 'shadow DOM', 'dialog', 'SPA route', 'template'];
  const sample = containers.map((container) => {
    const seed = Array.from({ length: 300 }, (_, at) => at + 1).find(
      (each) => planOf(each).film?.container === container,
    );
    if (seed === undefined) throw new Error(`no page of the first block has a ${container}`);
    return { container, seed };
  });

  it.each(sample)('$container (seed $seed) play for a person who knows them', async ({ seed }) => {
    await using context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(site.urlOf(seed));
    const plan = planOf(seed);
    expect(await beUser(page, plan)).toBeNull();
    expect(await filmPlays(page)).toBe(true);
    expect(entriesOf(plan).filter((file) => !site.sent.has(file))).toEqual([]);
  });
});
