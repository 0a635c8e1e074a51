import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reader } from '../../../src/ports.ts';
import { openReader } from '../../../src/reader/reader.ts';
import { freeze } from '../../../src/stages/snapshot/freeze.ts';
import { packJson } from '../../../src/stages/snapshot/packed-json.ts';
import { claimOf, ending, entry, failure, visit } from '../../storage/records.ts';
import { cli } from '../../support/app/cli.ts';
import { launchChromium, openDashboardPage, overflow, shoot } from '../../support/app/dashboard-browser.ts';
import { hostile, keptOpen, snapshot } from '../../support/app/fake-app.ts';
import { allPages, openWholeApp, type WholeApp } from './whole-app.ts';

let reader: Reader;
let whole: WholeApp;
let browser: Browser;
const mistakes: string[] = [];

beforeAll(async () => {
  reader = await openReader({ workers: 1, sites: { files: [] } });
  browser = await launchChromium();
  whole = await openWholeApp(reader);
});
afterAll(async () => {
  await browser?.close();
  await whole?.[Symbol.asyncDispose]();
  await reader?.[Symbol.asyncDispose]();
});

/** What axe finds that keeps somebody out: rule, and the element. */
async function obstacles(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

describe('every page of the dashboard', () => {
  it.each(allPages)(
    '%s: no obstacle, no overflow, dark and light, wide and at 360 px; what the web says is text',
    async (name, path) => {
      const page = await openDashboardPage(browser, `${whole.address}/#/${path}`, mistakes);
      if (/id=/.test(path)) await page.locator('dialog[open] .facts').first().waitFor();
      const injected = page.locator('main script, main img[onerror], dialog script, dialog img[onerror]');
      expect(await injected.count()).toBe(0);
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [1280, 360]) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await page.setViewportSize({ width, height: 800 });
          if (process.env.NEWSHAWK_TEST_SHOTS !== undefined)
            await shoot(page, `every-${name.replaceAll(' ', '-')}-${colorScheme}-${width}`);
          expect({ colorScheme, width, overflow: await overflow(page) }).toEqual({ colorScheme, width, overflow: 0 });
          expect({ colorScheme, width, obstacles: await obstacles(page) }).toEqual({
            colorScheme,
            width,
            obstacles: [],
          });
        }
      await page.close();
      expect(mistakes.splice(0)).toEqual([]);
    },
  );

  it('draws its charts in a browser of a POSIX locale, whose language Intl refuses', async () => {
    const page = await browser.newPage();
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true }),
    );
    await page.goto(`${whole.address}/#/overview`);
    await page.locator('.plot canvas').first().waitFor();
    expect(await page.getByText('draw the chart').count()).toBe(0);
    await page.close();
  });

  it('has a place for every key of the help, which is without an obstacle too', async () => {
    const page = await openDashboardPage(browser, `${whole.address}/#/overview`, mistakes);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.waitFor();
    const chords = (await help.locator('dt').allInnerTexts()).filter((text) => text.startsWith('g'));
    expect(chords.length).toBeGreaterThan(8);
    expect(await obstacles(page)).toEqual([]);
    await page.keyboard.press('?');
    await help.waitFor({ state: 'detached' });
    for (const chord of chords) {
      for (const key of chord.split(/\s*/)) await page.keyboard.press(key);
      await page.locator('main[aria-busy="false"] h1').waitFor({ state: 'attached' });
    }
    expect(await page.evaluate(() => location.hash)).not.toBe('#/overview');
    await page.close();
    expect(mistakes.splice(0)).toEqual([]);
  });

  it('shows words that somebody searches as text', async () => {
    const page = await openDashboardPage(browser, `${whole.address}/#/articles?q=<b>&site="><img src=x>`, mistakes);
    await page.getByText('No article matches.').waitFor();
    expect(await page.getByLabel('Words').inputValue()).toBe('<b>');
    await page.close();
    expect(mistakes.splice(0)).toEqual([]);
  });
});

describe('the keys', () => {
  it('search, move in a list, open and close an entry, and give the focus back', async () => {
    const page = await openDashboardPage(browser, `${whole.address}/#/visits`, mistakes);
    await page.keyboard.press('/');
    await page.locator('input[type="search"]:focus').waitFor();
    await page.keyboard.type('harbour jk?');
    expect(await page.getByLabel('Words').inputValue()).toBe('harbour jk?');
    await page.keyboard.press('Enter');
    await page.getByText('No article matches.').waitFor();
    await page.getByLabel('Words').fill('');
    await page.keyboard.press('Enter');
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('Escape');
    for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key);
    const title = await page.locator('tbody .title').nth(1).innerText();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(title);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: title }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.waitForFunction((text) => document.activeElement?.textContent === text, title);
    await page.close();
    expect(mistakes.splice(0)).toEqual([]);
  });
});

describe('a failure', () => {
  it('shows what its page asked for and wrote, when somebody wants to see it', async () => {
    const store = whole.app.storeOfTest;
    const { blobs, frontier } = store;
    const entries = [
      {
        time: 1_250,
        request: { method: 'GET', url: `http://gazette.example/${hostile}` },
        response: { status: 404, content: { mimeType: 'text/html' } },
      },
      { time: 0, request: { method: 'POST', url: 'javascript:alert(1)' }, response: { status: 0, content: {} } },
    ];
    await frontier.put([entry('http://gazette.example/logged')], new Date(0));
    const [task] = await frontier.claim(claimOf({ limit: 1 }));
    if (task === undefined) throw new Error('no task could be claimed');
    const bundle = failure('f7', {
      url: task.url,
      har: await blobs.put(await packJson({ log: { entries } })),
      console: await blobs.put(await packJson([`error: ${hostile}`])),
      versions: { newshawk: '0.1.0', scraper: 'a'.repeat(64), wrapper: null },
    });
    await store.commit(
      ending(task, {
        visit: visit(task, { outcome: 'failed', reason: 'timed-out' }),
        failure: bundle,
        next: { kind: 'failed' },
      }),
    );
    const page = await openDashboardPage(browser, `${whole.address}/#/failures?id=f7`, mistakes);
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('newshawk 0.1.0, scraper aaaaaaaa, no learned wrapper').waitFor();
    await dialog.getByRole('button', { name: 'Show the requests' }).click();
    await dialog.locator('tbody tr').first().waitFor();
    expect(await dialog.locator('tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/404\s+text\/html\s+1 s/),
      expect.stringContaining('POST javascript:alert(1)'),
    ]);
    expect(await dialog.locator('tbody a').count()).toBe(1);
    await dialog.getByRole('button', { name: 'Show the console' }).click();
    await dialog.getByText(`error: ${hostile}`).waitFor();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download as HAR' }).click();
    expect((await download).suggestedFilename()).toBe('f7.har');
    expect(await obstacles(page)).toEqual([]);
    await page.close();
    expect(mistakes.splice(0)).toEqual([]);
  });

  it('is replayed: the reading of today is shown next to the failure', async () => {
    const page = await openDashboardPage(browser, `${whole.address}/#/failures?id=f1`, mistakes);
    await page.getByRole('button', { name: /^Replay/ }).click();
    await page.getByRole('heading', { name: /^Today, in / }).waitFor();
    const [then, today] = await page.locator('.readings > section').allInnerTexts();
    expect(then).toContain('layout-changed');
    expect(today).toMatch(/not-an-article|layout-changed|low-confidence/);
    expect(await obstacles(page)).toEqual([]);
    await shoot(page, 'every-replay');
    await page.close();
    expect(mistakes.splice(0)).toEqual([]);
  });

  it("shows frames of today's rules in their places, also where the picture is scaled, and hides them", async () => {
    const store = whole.app.storeOfTest;
    const { blobs, frontier } = store;
    const url = 'http://gazette.example/placed';
    const paragraph = 'The harbour bridge was closed on Monday after a barge hit its second pier, the port said. ';
    const html = `<html data-g="1200"><body><h1 data-g="100,60,800,40,32">A barge hits the bridge</h1><article>${[
      200, 400, 600,
    ]
      .map((y) => `<p data-g="100,${y},800,120,16">${paragraph.repeat(4)}</p>`)
      .join('')}</article></body></html>`;
    const picture = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#fff' } })
      .webp()
      .toBuffer();
    await frontier.put([entry(url)], new Date(0));
    const [task] = await frontier.claim(claimOf({ limit: 1 }));
    if (task === undefined) throw new Error('no task could be claimed');
    const page = { ...snapshot, url: task.url, finalUrl: task.url, html, via: 'browser' as const };
    const [stored, screenshot] = [await blobs.put(await freeze(page)), await blobs.put(picture)];
    const bundle = failure('f8', { url: task.url, snapshot: stored, screenshot, thumbnail: screenshot });
    const failed = visit(task, { outcome: 'failed', reason: 'layout-changed' });
    await store.commit(ending(task, { visit: failed, failure: bundle, next: { kind: 'failed' } }));
    const tab = await openDashboardPage(browser, `${whole.address}/#/failures?id=f8`, mistakes);
    expect(await tab.locator('.overlay').count()).toBe(0);
    await tab.getByRole('button', { name: /^Replay/ }).click();
    const frame = tab.locator('.overlay .of-body rect').first();
    await frame.waitFor({ state: 'attached' });
    for (const width of [1280, 360]) {
      await tab.setViewportSize({ width, height: 800 });
      const [image, rect] = [await tab.locator('dialog .framed img').boundingBox(), await frame.boundingBox()];
      if (image === null || rect === null) throw new Error('nothing is drawn');
      expect(image.width).toBeLessThan(1_200);
      const scale = image.width / 1_200;
      // the line of the frame is three pixels wide
      expect(Math.abs(rect.x - image.x - 100 * scale)).toBeLessThan(4);
      expect(Math.abs(rect.y - image.y - 200 * scale)).toBeLessThan(4);
      expect(Math.abs(rect.width - 800 * scale)).toBeLessThan(6);
    }
    await tab.getByLabel('dashed frames').uncheck();
    await tab.locator('.overlay').waitFor({ state: 'detached' });
    await tab.close();
    expect(mistakes.splice(0)).toEqual([]);
  });

  it('is opened by the address that `failures open` prints; an unknown one says so', async () => {
    const { stdout } = await cli(['failures', 'open', 'f1'], {
      app: keptOpen(whole.app),
    });
    const page = await openDashboardPage(browser, `${whole.address}/${new URL(stdout.trim()).hash}`, mistakes);
    await page.getByRole('dialog', { name: 'layout-changed on gazette.example' }).waitFor();
    await page.close();
    const unknown = await openDashboardPage(browser, `${whole.address}/#/failures?id=f0`, mistakes);
    await unknown.getByRole('dialog').getByRole('alert').waitFor();
    await unknown.close();
    expect(mistakes.splice(0)).toEqual([expect.stringContaining('404')]);
  });
});
