import { chromium as playwright } from 'playwright-core';
import { findChromium } from '../../src/stages/fetch/browser/chromium.ts';
import type { MediaWay } from './media-way.ts';

/** How long it listens after the load: what such tools do. */
const listenMs = 3_000;

/** A browser that loads the page and writes down the first manifest or media file that comes by: no gestures, no ranking. */
export async function openSniffer(): Promise<MediaWay> {
  const { executablePath, env } = await findChromium({ explicit: null, cacheDir: null, env: process.env });
  const browser = await playwright.launch({ executablePath, env: { ...env }, headless: true, chromiumSandbox: false });
  return {
    resolve: async (url) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      const found: { url: string; delivery: string; headers: Record<string, string> }[] = [];
      page.on('response', (response) => {
        const address = response.url();
        const type = response.headers()['content-type'] ?? '';
        const delivery =
          /mpegurl/i.test(type) || /\.m3u8/.test(address) ? 'hls' : /dash\+xml/i.test(type) ? 'dash' : 'progressive';
        const isMedia =
          delivery !== 'progressive' || (/^(video|audio)\//i.test(type) && !/mp2t|iso\.segment/i.test(type));
        if (isMedia) found.push({ url: address, delivery, headers: { referer: url } });
      });
      await page.goto(url, { waitUntil: 'load', timeout: 20_000 }).catch(() => null); // what came until then is the answer
      await page.waitForTimeout(listenMs);
      await context.close();
      const first = found.find(({ delivery }) => delivery !== 'progressive') ?? found[0];
      return {
        items: first === undefined ? [] : [{ ...first, role: 'main' }],
        reason: first === undefined ? 'no-media' : 'done',
      };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
