import type { FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimOf, ending, entry, visit } from '../storage/records.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { launchChromium, lightness, openDashboardPage, overflow, shoot } from '../support/app/dashboard-browser.ts';
import { type FakeApp, hostile, openFakeApp } from '../support/app/fake-app.ts';

let app: FakeApp;
let server: FastifyInstance;
let browser: Browser;
let address: string;
const mistakes: string[] = [];

beforeAll(async () => {
  app = await openFakeApp();
  server = checkedServer(app);
  address = await server.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await app?.[Symbol.asyncDispose]();
});

const openPage = (path: string): Promise<Page> => openDashboardPage(browser, `${address}/#/${path}`, mistakes);

/** Screenshots load after the page: they are fetched with the token, then decoded. */
const pictureIsThere = (page: Page) =>
  page.waitForFunction(() => (document.querySelector<HTMLImageElement>('.picture img')?.naturalWidth ?? 0) > 0);

describe('the dashboard in a browser', () => {
  it('shows the numbers of the overview', async () => {
    const page = await openPage('overview');
    const cards = await page.locator('.card').allInnerTexts();
    expect(cards.map((text) => text.split('\n').slice(0, 2).join(' '))).toEqual([
      ...['Published 2', 'Duplicates 1', 'Off topic 1', 'Media 1', 'Failures 1', 'Queue 0'],
      ...['Pages, last day 5', 'Sources 2'],
    ]);
    expect(await page.locator('#where').innerText()).toContain('sqlite');
    expect(await page.locator('.fill-failed').count()).toBeGreaterThan(0);
    await page.close();
  });

  it('pauses a source and resumes it', async () => {
    const page = await openPage('sources');
    const [source] = await app.storeOfTest.sources.list();
    const { url = '' } = source ?? {};
    await page.getByRole('button', { name: `pause ${url}`, exact: true }).click();
    await page.getByRole('button', { name: `resume ${url}`, exact: true }).click();
    await page.getByRole('button', { name: `pause ${url}`, exact: true }).waitFor();
    expect(await app.storeOfTest.sources.get(source?.id ?? '')).toMatchObject({ pausedAt: null });
    await page.close();
  });

  it('shows what proxies did for sites, where there are proxies', async () => {
    const { proxies } = app.storeOfTest;
    const use = { proxy: `gate.example:81-${hostile}`, site: 'gazette.example', tries: 9, successes: 8, blocked: 1 };
    const days = ['19', '20'].map((day) => ({ ...use, day: `2026-11-${day}`, bytes: 1_250_000 }));
    const plain = await openPage('overview');
    await plain.getByText('Own rules without a match').waitFor();
    expect(await plain.getByText('Proxies by site').count()).toBe(0);
    await plain.close();
    await proxies.saveUses(days, 'owner-1');
    const page = await openPage('overview');
    const panel = page.locator('.panel', { hasText: 'Proxies by site' });
    expect(await panel.locator('tbody tr').innerText()).toMatch(/gazette\.example\s+16 of 18\s+2\s+2\.5 MB/);
    await page.close();
    await proxies.forgetUses('9999-01-01');
  });

  it('shows how pages were fetched, and what was saved', async () => {
    await using other = await openFakeApp();
    const store = other.storeOfTest;
    for (let n = 0; n < 12; n++) {
      await store.frontier.put([entry(`http://gazette.example/by-api/${n}`)], new Date(0));
      const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
      if (task === undefined) throw new Error('no task could be claimed');
      const rendered =
        n < 2 ? ({ via: 'browser', bytes: 1_000_000 } as const) : ({ via: 'api', bytes: 4_000 } as const);
      await store.commit(ending(task, { visit: { ...visit(task), id: `w${n}`, ...rendered } }));
    }
    const otherServer = checkedServer(other);
    const page = await openDashboardPage(
      browser,
      `${await otherServer.listen({ host: '127.0.0.1', port: 0 })}/#/overview`,
      mistakes,
    );
    const panel = page.locator('.panel', { hasText: 'How pages were fetched' });
    expect(await panel.locator('li').allInnerTexts()).toEqual([
      expect.stringMatching(/^static, [\d.]+ %\s+\d+$/),
      expect.stringMatching(/^by API, [\d.]+ %\s+10$/),
      expect.stringMatching(/^in a browser, [\d.]+ %\s+[2-9]$/),
    ]);
    expect(await page.locator('.card', { hasText: 'Pages, last day' }).innerText()).toMatch(
      /\d+ without a browser, about [\d.]+ MB saved$/,
    );
    await shoot(page, 'overview-ways');
    await page.close();
    await otherServer.close();
  });

  it.each(['overview', 'articles', 'failures', 'sources', 'media', 'visits'])(
    '%s: dark and light, wide and narrow',
    async (path) => {
      const page = await openPage(path);
      if (path === 'failures') await pictureIsThere(page);
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [1280, 600]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          const mean = await lightness(await shoot(page, `${path}-${colorScheme}-${width}`));
          expect(mean > 128).toBe(colorScheme === 'light');
          expect(await overflow(page)).toBeLessThanOrEqual(0);
        }
      await page.close();
    },
  );

  it('filters articles, and shows one with its cluster: what a page said stays text', async () => {
    const page = await openPage('articles');
    expect(await page.locator('tbody tr').count()).toBe(4);
    expect(await page.locator('.title').allInnerTexts()).toContain(hostile);
    await page.getByLabel('Status').selectOption('duplicate');
    await page.getByText('1 found').waitFor();
    await page.locator('tbody .title').click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('Cluster of 2').waitFor();
    await dialog.getByRole('link', { name: 'Solar panels on the harbour' }).click();
    await dialog.getByText('http://cdn.example/a1.m3u8').waitFor();
    await shoot(page, 'article');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.close();
  });

  it('marks the words that a search finds, in the list and in the article', async () => {
    const page = await openPage(`articles?q=${encodeURIComponent('bod* "of a1" -a3')}`);
    const marks = page.locator('tbody .excerpt.found mark');
    expect(await marks.count()).toBeGreaterThan(0);
    expect((await marks.allInnerTexts()).every((text) => /^(body|of a1)$/i.test(text))).toBe(true);
    await page.locator('tbody .title').first().click();
    await page.locator('dialog[open] mark').first().waitFor();
    expect((await page.locator('dialog[open] mark').allInnerTexts()).some((text) => /a3/i.test(text))).toBe(false);
    await page.close();
  });

  it('lists records, and shows one with what changed: what a page said stays text', async () => {
    const page = await openPage('records');
    expect(await page.locator('tbody tr').count()).toBe(2);
    await page.getByLabel('Kind').selectOption('event');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('2 found').waitFor();
    expect((await page.locator('tbody .title').allInnerTexts()).join()).toContain(hostile);
    await page.locator('tbody .title', { hasText: 'Harbour day' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('5 EUR').first().waitFor();
    expect(await dialog.innerText()).toContain('seats: 20');
    await page.keyboard.press('Escape');
    await page.close();
    const articles = await openPage('articles');
    await articles.locator('tbody .title').first().click();
    await articles.locator('dialog[open]').getByText('4.5').waitFor();
    await articles.close();
  });

  it('shows a failure with its trace and its page, in which no script runs', async () => {
    const page = await openPage('failures');
    await page.locator('.picture').click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('newshawk failures replay f1').waitFor();
    expect(await dialog.locator('.trace').innerText()).toContain(hostile);
    await dialog.getByRole('button', { name: 'Show the source' }).click();
    await dialog.locator('pre').waitFor();
    expect(await dialog.locator('pre').innerText()).toContain(hostile);
    let alerted = false;
    page.on('dialog', (box) => {
      alerted = true;
      void box.dismiss();
    });
    const before = mistakes.length;
    await dialog.getByRole('button', { name: 'without scripts' }).click();
    expect(await page.frameLocator('dialog iframe').locator('body').innerText()).toContain(`"'>`);
    await shoot(page, 'failure');
    expect(alerted).toBe(false);
    // The browser reports that it blocked the stored page's script: that is expected.
    expect(mistakes.splice(before).every((text) => /sandbox|Content Security Policy|blocked/i.test(text))).toBe(true);
    await page.close();
  });

  it('works with the keyboard alone', async () => {
    const page = await openPage('overview');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    for (const name of ['newshawk', 'Overview', 'Articles']) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Articles' }).waitFor();
    expect(await page.locator('nav [aria-current="page"]').innerText()).toBe('Articles');
    await page.locator('.title').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor();
    await page.close();
  });

  it('keeps the theme that was chosen', async () => {
    const page = await openPage('overview');
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    expect(await lightness(await page.screenshot())).toBeLessThan(128);
    await page.close();
  });

  it('logs no error', () => {
    expect(mistakes).toEqual([]);
  });
});

describe('when something is wrong', () => {
  it('says so, and continues when the error is gone', async () => {
    const page = await openPage('overview');
    await page.route('**/v1/articles?**', (route) =>
      route.fulfill({ status: 503, json: { error: { status: 503, message: 'The store is away <b>' } } }),
    );
    await page.getByRole('link', { name: 'Articles', exact: true }).click();
    await page.getByText('The store is away <b>').waitFor();
    await shoot(page, 'error');
    await page.unroute('**/v1/articles?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('4 found').waitFor();
    expect(await page.locator('#alert').isHidden()).toBe(true);
    await page.close();
  });

  it('asks for the token when one is set, screenshots included', async () => {
    const guarded = checkedServer({ ...app, config: { ...app.config, httpHost: '127.0.0.1', httpToken: 'sesame' } });
    const place = await guarded.listen({ host: '127.0.0.1', port: 0 });
    const page = await browser.newPage();
    await page.goto(`${place}/#/failures`);
    await page.getByLabel('Token').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('A token is needed').waitFor();
    await shoot(page, 'token');
    await page.getByLabel('Token').fill('sesame');
    await page.keyboard.press('Enter');
    await pictureIsThere(page);
    await page.close();
    await guarded.close();
  });
});
