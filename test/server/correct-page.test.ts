import type { FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { snapshotOfSource } from '../../src/model/page/snapshot.ts';
import type { Reader } from '../../src/ports.ts';
import { openReader } from '../../src/reader/reader.ts';
import { freeze } from '../../src/stages/snapshot/freeze.ts';
import { claimOf, ending, entry, visit } from '../storage/records.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { launchChromium, lightness, openDashboardPage, overflow, shoot } from '../support/app/dashboard-browser.ts';
import { type FakeApp, hostile, openFakeApp } from '../support/app/fake-app.ts';
import {
  correctedSite,
  editorsNote,
  pageSnapshot,
  pageText,
  pageUrl,
  storePages,
} from '../support/learning/corrected-site.ts';

let reader: Reader;
let app: FakeApp;
let server: FastifyInstance;
let browser: Browser;
let address: string;
let page: Page;
const mistakes: string[] = [];

beforeAll(async () => {
  reader = await openReader({ workers: 1, sites: { files: [] } });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await reader?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  app = await openFakeApp({ empty: true, reader: async () => reader });
  await storePages(app.storeOfTest, [1, 2, 3, 4, 5, 6]);
  server = checkedServer(app);
  address = await server.listen({ host: '127.0.0.1', port: 0 });
  page = await open(1);
  return async () => {
    await page.close();
    await server.close();
    await app[Symbol.asyncDispose]();
    expect(mistakes.splice(0)).toEqual([]);
  };
});

const open = (number: number): Promise<Page> =>
  openDashboardPage(browser, `${address}/#/correct?${new URLSearchParams({ url: pageUrl(number) })}`, mistakes);
const pressed = () => page.locator('.block[aria-pressed="true"] .block-text').allInnerTexts();
const block = (text: string) => page.locator('.block', { hasText: text.slice(0, 40) });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const stored = async () =>
  (await app.storeOfTest.wrappers.corrections(correctedSite)).map(({ correction }) => correction);

describe('the page for corrections', () => {
  it('shows the blocks in order, the body marked', async () => {
    expect(await pressed()).toEqual([...pageText(1), editorsNote(1)]);
    expect(await page.locator('input[name="title"]').inputValue()).toMatch(/^The market is repaired/);
    expect(await button('Preview').isDisabled()).toBe(true);
    expect(await button('Remove').isVisible()).toBe(false);
  });

  it('takes blocks out, shows what changes on other pages, and saves', async () => {
    await block(editorsNote(1)).click();
    expect(await pressed()).toEqual(pageText(1));
    await button('Preview').click();
    await page.getByText('5 of 5 other stored pages change.').waitFor();
    expect(await page.locator('.diff .removed').first().innerText()).toMatch(/^− Our reporters visited/);
    expect(await stored()).toEqual([]);
    await shoot(page, 'correct-preview');
    await button('Save').click();
    await page.getByText('Stored. Wrapper 1 is live.').waitFor();
    expect(await stored()).toEqual([{ title: null, body: pageText(1), authors: null, publishedAt: null }]);
    expect(await button('Remove').isVisible()).toBe(true);
    // another page of the site, which nobody has corrected
    await page.close();
    page = await open(4);
    expect(await pressed()).toEqual(pageText(4));
    await page.close();
    page = await open(1);
    await button('Remove').click();
    await page.getByText('The correction is deleted.').waitFor();
    expect(await stored()).toEqual([]);
  });

  it('is operated by keys', async () => {
    await page.locator('.block').first().focus();
    for (const key of ['ArrowDown', 't', 'ArrowDown', 'a', 'ArrowDown', 'd', 'End', 'ArrowUp', 'Enter'])
      await page.keyboard.press(key);
    expect(await pressed()).toEqual(pageText(1));
    await page.keyboard.press('b');
    expect(await pressed()).toHaveLength(4);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+Enter');
    expect(await pressed()).toEqual([editorsNote(1)]);
    expect(await page.locator('input[name="publishedAt"]').inputValue()).toBe('2026-11-11');
    expect(await page.locator('input[name="authors"]').inputValue()).toBe('Ada Quill');
    await page.keyboard.press('d');
    await page.getByText('This block has no date').waitFor();
    // one tab stop for all blocks
    expect(await page.locator('.block[tabindex="0"]').count()).toBe(1);
  });

  it('marks fields by the mode of a click, and by typing', async () => {
    await page.getByRole('radio', { name: /^Authors/ }).check();
    await block('By Ada Quill').click();
    await page.locator('input[name="title"]').fill('Another headline');
    await page.locator('input[name="publishedAt"]').fill('Friday');
    await button('Save').click();
    await page.getByText('publishedAt must be').waitFor();
    mistakes.length = 0; // the browser reports the 400
    await page.locator('input[name="publishedAt"]').fill('2026-11-12');
    await button('Save').click();
    await page.getByText('No place on the page has this title').waitFor();
    expect(await stored()).toEqual([
      { title: 'Another headline', body: null, authors: null, publishedAt: '2026-11-12' },
    ]);
  });

  it('asks before other pages lose most of their text', async () => {
    for (const text of pageText(1)) await block(text).click();
    await button('Save').click();
    await page.getByText(/would lose \d+ % of their text/).waitFor();
    mistakes.length = 0; // the browser reports the 409
    await button('Save all the same').click();
    await page.getByText('Stored. Wrapper 1 is live.').waitFor();
    expect(await stored()).toMatchObject([{ body: [editorsNote(1)] }]);
  });

  it('shows what a page says as text', async () => {
    const url = pageSnapshot(8).url;
    const escaped = hostile.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const html = `<html><body><h1>${escaped}</h1><p>${escaped} and so on.</p></body></html>`;
    const hash = await app.storeOfTest.blobs.put(await freeze(snapshotOfSource({ url, html, takenAt: new Date(0) })));
    await app.storeOfTest.frontier.put([entry(url)], new Date(0));
    const [task] = await app.storeOfTest.frontier.claim(claimOf({ limit: 1 }));
    if (task === undefined) throw new Error('no task could be claimed');
    await app.storeOfTest.commit(ending(task, { visit: visit(task, { snapshot: hash }) }));
    await page.close();
    page = await open(8);
    expect(await page.locator('.block-text').first().innerText()).toContain(hostile);
    expect(await page.locator('main img').count()).toBe(0);
    await page.close();
    page = await openDashboardPage(browser, `${address}/#/correct`, mistakes);
    await page.getByText('choose Correct').waitFor();
  });

  it('is reached from an article and from the wrappers', async () => {
    await page.goto(`${address}/#/articles`);
    await page.getByRole('link', { name: /The market is repaired/ }).click();
    await page.getByRole('link', { name: 'Correct what is read wrongly' }).click();
    await page.getByRole('heading', { name: 'Correct', exact: true }).waitFor();
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await block(editorsNote(1)).click();
    await button('Save').click();
    await page.getByRole('link', { name: 'Versions' }).click();
    await page
      .getByRole('link', { name: pageUrl(1) })
      .first()
      .waitFor();
  });

  it('dark and light, wide and narrow', async () => {
    await block(editorsNote(1)).click();
    await button('Preview').click();
    await page.getByText('5 of 5 other stored pages change.').waitFor();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1280, 600, 360]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        const mean = await lightness(await shoot(page, `correct-${colorScheme}-${width}`));
        expect(mean > 128).toBe(colorScheme === 'light');
        expect(await overflow(page)).toBeLessThanOrEqual(0);
      }
  });
});

describe('the page of wrappers', () => {
  it('lists sites, compares versions, pins, goes back, and shows a changed layout', async () => {
    await page.goto(`${address}/#/wrappers`);
    await page.getByText('Nothing is learned yet').waitFor();
    for (const number of [1, 2])
      await server.inject({
        method: 'PUT',
        url: '/v1/corrections',
        payload: { url: pageUrl(number), body: pageText(number), authors: number === 2 ? ['Ada Quill'] : null },
      });
    await page.reload();
    await page.getByRole('link', { name: correctedSite }).click();
    await page.getByRole('button', { name: 'Pin version 2' }).waitFor();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.locator('.diff li, .panel .empty').first().waitFor();
    await page.getByRole('button', { name: 'Pin version 2' }).click();
    await page.getByRole('button', { name: 'Unpin version 2' }).waitFor();
    await page.getByRole('button', { name: 'Use version 1 and pin it' }).click();
    await page.getByRole('button', { name: 'Unpin version 1' }).click();
    await page.getByRole('button', { name: 'Pin version 1' }).waitFor();
    const { wrappers } = app.storeOfTest;
    const learning = await wrappers.get(correctedSite);
    if (learning === null) throw new Error('the site was not learned');
    expect(learning).toMatchObject({ live: 1, isPinned: false });
    const at = learning.updatedAt;
    const drift = { at, since: at, url: pageSnapshot(3).url, version: 1, detail: hostile, healedAt: null };
    await wrappers.save({ ...learning, live: null, drift, drifts: 1 });
    await page.goto(`${address}/#/wrappers`);
    await page.getByText(`${correctedSite}: the layout changed`).waitFor();
    expect(await page.locator('.banner').innerText()).toContain(hostile);
    await page.getByRole('link', { name: correctedSite }).first().click();
    await page.getByText('the layout changed').waitFor();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1280, 600, 360]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await shoot(page, `wrappers-${colorScheme}-${width}`);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
      }
  });
});
