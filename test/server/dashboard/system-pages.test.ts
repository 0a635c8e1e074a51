import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NewshawkError } from '../../../src/errors.ts';
import { draftSchema } from '../../../src/model/article/draft.ts';
import { article } from '../../storage/records.ts';
import { checkedServer } from '../../support/app/checked-server.ts';
import { launchChromium, openDashboardPage } from '../../support/app/dashboard-browser.ts';
import { type FakeApp, hostile, openFakeApp, snapshot } from '../../support/app/fake-app.ts';
import { link, noDraft } from '../../support/readings.ts';
import { silentSource, storeSystemRecords } from './system-records.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const mistakes: string[] = [];

async function openServed(parts: Partial<FakeApp> = {}, fill = true) {
  const app = await openFakeApp({ ...parts, empty: !fill });
  if (fill) await storeSystemRecords(app.storeOfTest);
  const server = checkedServer({ ...app, ...parts });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    address,
    open: (path: string): Promise<Page> => openDashboardPage(browser, `${address}/#/${path}`, mistakes),
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await app[Symbol.asyncDispose]();
    },
  };
}

it('workers: who leads, who is silent; a process with its numbers', async () => {
  await using served = await openServed();
  const page = await served.open('workers');
  await page.getByText('1 running, 4.5 pages/s, 1 silent').waitFor();
  const rows = await page.locator('tbody tr').allInnerTexts();
  expect(rows).toEqual([
    expect.stringMatching(/vm-1:7\s+newshawk 0\.1\.0\s+worker\s+leader/),
    expect.stringMatching(/vm-2:8\s+version unknown\s+watch\s+silent\s+queue away/),
  ]);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'vm-1:7' });
  await dialog.getByText('200.0 MB its own, 100.0 MB of its child processes').waitFor();
  await page.close();
  expect(mistakes.splice(0)).toEqual([]);
});

it('proxies: each cell says share and number in words, also where the window is narrow', async () => {
  await using served = await openServed();
  const page = await served.open('proxies');
  const matrix = page.getByRole('region', { name: 'Proxies and sites' });
  await matrix.waitFor();
  expect(await matrix.locator('thead th').allInnerTexts()).toEqual([
    'Proxy',
    'All sites',
    'gazette.example',
    'harbour.example',
    '(other)',
  ]);
  const [first] = await matrix.locator('tbody tr').allInnerTexts();
  expect(first?.replaceAll(/\s+/g, ' ')).toBe(
    'gate.example:81-aaaaaaaa 82 % of 50 8 blocked 97 % of 40 20 % of 10 8 blocked ',
  );
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await matrix.locator('tbody tr').first().locator('td:visible').count()).toBe(3);
  await page.getByLabel('Check').selectOption('slow');
  await page.waitForURL(/check=slow/);
  expect(await page.locator('main').innerText()).not.toContain('new.example');
  expect(await page.locator('main').innerText()).not.toContain('secret');
  await page.close();
  expect(mistakes.splice(0)).toEqual([]);
});

it('alerts: mutes one and lets it speak again, shows evidence and resolution, sends again what has failed', async () => {
  await using served = await openServed();
  const { alerts } = served.app.storeOfTest;
  const page = await served.open('alerts');
  await page.getByText('1 open, 1 resolved, 0 found').waitFor();
  await page.getByText('A new wrapper was learned.').waitFor();
  await page.getByRole('button', { name: `mute: ${silentSource.title}` }).click();
  await page.getByRole('button', { name: `unmute: ${silentSource.title}` }).waitFor();
  expect((await alerts.get([silentSource.id]))[0]?.mutedAt).not.toBeNull();
  await page.getByRole('link', { name: silentSource.title }).click();
  const dialog = page.getByRole('dialog', { name: silentSource.title });
  await dialog.getByText(hostile).waitFor();
  await dialog.getByText('9.5').waitFor();
  await dialog.getByRole('button', { name: /^unmute/ }).click();
  await dialog.getByRole('button', { name: /^mute/ }).waitFor();
  expect((await alerts.get([silentSource.id]))[0]?.mutedAt).toBeNull();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'failed 1' }).click();
  await page.getByText(`status 500: ${hostile}`).waitFor();
  await page.getByRole('button', { name: 'Send again what waits or has failed' }).click();
  await page.getByText('No receiver is configured').waitFor();
  await page.close();
  // the browser itself writes the refusal, 409, into its console
  expect(mistakes.splice(0)).toEqual([expect.stringContaining('409')]);
});

it('an empty store: each page says what would fill it', async () => {
  await using served = await openServed({}, false);
  for (const [path, text] of [
    ['workers', 'No process crawls now'],
    ['log', 'Nothing has happened yet'],
    ['proxies', 'No use was counted in the last seven days'],
    ['alerts', 'No alert yet'],
    ['crawls', 'No crawl yet'],
    ['read', 'Give the address'],
  ] as const) {
    const page = await served.open(path);
    await page.getByText(text).waitFor();
    await page.close();
  }
  expect(mistakes.splice(0)).toEqual([]);
});

it('read: shows why a page can not be read; a text that is no address never leaves the browser', async () => {
  const asked: string[] = [];
  await using served = await openServed({
    readPage: async ({ url }) => {
      asked.push(url);
      throw new NewshawkError('unreachable', `no answer from ${url}`);
    },
  });
  const page = await served.open('read');
  await page.getByLabel('Address').fill('gazette.example');
  await page.keyboard.press('Enter');
  expect(asked).toEqual([]);
  await page.getByLabel('Address').fill('http://gazette.example/a1');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('no answer from http://gazette.example/a1').waitFor();
  expect(asked).toEqual(['http://gazette.example/a1']);
  await page.close();
  expect(mistakes.splice(0)).toEqual([expect.stringContaining('422')]);
});

it('read: shows the draft of a page, with hostile texts as text', async () => {
  const draft = draftSchema.parse(
    article('a1', {
      title: hostile,
      body: `The harbour.\n\n${hostile}`,
      provenance: { body: { by: 'generic', confidence: 0.93 } },
      extractor: 'generic/6',
    }),
  );
  const reading = noDraft({ pageType: 'article', reason: null, draft, links: [link('http://gazette.example/other')] });
  await using served = await openServed({ readPage: async () => ({ snapshot, reading }) });
  const page = await served.open('read?url=http%3A%2F%2Fgazette.example%2Fa1');
  await page.getByRole('button', { name: 'Read' }).click();
  await page.getByRole('heading', { name: hostile }).waitFor();
  await page.getByText('generic/6, sure to 93 %').waitFor();
  expect(await page.locator('main img, main script').count()).toBe(0);
  await page.getByText('1 link', { exact: true }).click();
  await page.getByRole('link', { name: 'http://gazette.example/other' }).waitFor();
  await page.close();
  expect(mistakes.splice(0)).toEqual([]);
});

it('crawls: a refusal is shown next to the form, with what was typed; one crawl has its numbers', async () => {
  await using served = await openServed();
  const page = await served.open('crawls');
  await page.getByLabel('Targets').fill('nowhere.example');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByText('This server begins no crawls.').waitFor();
  expect(await page.getByLabel('Targets').inputValue()).toBe('nowhere.example');
  await page.getByRole('link', { name: 'run-1' }).click();
  await page.getByRole('dialog', { name: 'Crawl run-1' }).getByText('4 articles stored, 1 failed').waitFor();
  await page.close();
  expect(mistakes.splice(0)).toEqual([expect.stringContaining('503')]);
});
