import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { findChromium } from '../../../src/stages/fetch/browser/chromium.ts';

export async function launchChromium(): Promise<Browser> {
  const { executablePath, env } = await findChromium({ explicit: null, cacheDir: null, env: process.env });
  return await chromium.launch({ executablePath, env: { ...env }, chromiumSandbox: process.getuid?.() !== 0 });
}

/** A page of the dashboard, when it has come; whatever the browser complains about is added to `mistakes`. */
export async function openDashboardPage(browser: Browser, address: string, mistakes: string[]): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: 'light', locale: 'en-GB' });
  page.on('pageerror', (error) => mistakes.push(error.message));
  page.on('console', (message) => {
    // a server without the stream of events is asked by the clock
    if (message.location().url.endsWith('/v1/events')) return;
    if (['error', 'warning'].includes(message.type())) mistakes.push(message.text());
  });
  await page.goto(address);
  await page.locator('main[aria-busy="false"] h1').waitFor({ state: 'attached' });
  return page;
}

/** For a person to look at: only where NEWSHAWK_TEST_SHOTS names a folder. */
export async function shoot(page: Page, name: string): Promise<Buffer> {
  const picture = await page.screenshot({ fullPage: true });
  const folder = process.env.NEWSHAWK_TEST_SHOTS;
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.png`), picture);
  }
  return picture;
}

/** Mean lightness of a picture, 0 to 255. */
export const lightness = async (picture: Buffer): Promise<number> =>
  (await sharp(picture).greyscale().stats()).channels[0]?.mean ?? 0;

/** By how many pixels a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
