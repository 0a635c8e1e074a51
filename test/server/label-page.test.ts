import type { FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { NewshawkError } from '../../src/errors.ts';
import { commitArticles } from '../storage/commit-articles.ts';
import { article, calibrationStep } from '../storage/records.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { launchChromium, lightness, openDashboardPage, overflow, shoot } from '../support/app/dashboard-browser.ts';
import { type FakeApp, hostile, openFakeApp } from '../support/app/fake-app.ts';
import { topic } from '../support/topics.ts';

const name = `energy ${hostile}`;
const topics = [topic('quiet', { sea: 1 }), topic(name, { grid: 1, solar: 2 }, { threshold: 0.4 })];
let app: FakeApp;
let server: FastifyInstance;
let browser: Browser;
let address: string;
let page: Page;
const mistakes: string[] = [];

beforeAll(async () => {
  browser = await launchChromium();
});
beforeEach(async () => {
  app = await openFakeApp({ empty: true, topics: async () => topics, topicsOfFile: async () => topics });
  app = { ...app, knownTopics: async () => topics.map((topic) => ({ topic, definedIn: 'file', updatedAt: null })) };
  const scored = Array.from({ length: 40 }, (_, n) =>
    article(`s${n}`, {
      title: `Solar grid ${n}: ${hostile}`,
      body: `Solar panels and the <b>grid</b> of day ${n}.\n\nMore.`,
      topics: [{ topic: name, score: (n + 1) / 41, kept: n > 15, terms: [{ term: 'solar', share: 1 }] }],
    }),
  );
  await commitArticles(app.storeOfTest, scored);
  server = checkedServer(app);
  address = await server.listen({ host: '127.0.0.1', port: 0 });
  page = await openDashboardPage(browser, `${address}/#/label?${new URLSearchParams({ topic: name })}`, mistakes);
  await position(1); // a key before that is lost
  return async () => {
    await page.close();
    await server.close();
    await app[Symbol.asyncDispose]();
    expect(mistakes.splice(0)).toEqual([]);
  };
});
afterAll(() => browser?.close());

const labels = () => app.storeOfTest.labels.ofTopic(name);
const position = (n: number) => page.getByText(new RegExp(`^${n} of \\d+ ·`)).waitFor();
const press = async (key: string, next: number) => {
  await page.keyboard.press(key);
  await position(next);
};

describe('the page for labelling', () => {
  it('shows one article with its terms, score and threshold: what a page said stays text', async () => {
    expect(await page.locator('.headline').innerText()).toContain(hostile);
    expect(await page.locator('.headline mark').allInnerTexts()).toEqual(['Solar']);
    expect(await page.locator('.lead').innerText()).toMatch(/^Solar panels and the <b>grid<\/b> of day \d+\.$/);
    expect(await page.getByRole('img', { name: /^score 0\.\d+, threshold 0\.400$/ }).count()).toBe(1);
    expect(await page.getByText('0 of 30 drawn').count()).toBe(1);
    expect(await page.getByText('no label of a kept article yet').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Take the step' }).isDisabled()).toBe(true);
  });

  it('is operated by keys, and undoes a label', async () => {
    const first = await page.locator('.headline').innerText();
    await press('y', 2);
    await press('n', 3);
    await press('s', 4);
    const stored = await labels();
    expect(stored.map(({ relevant }) => relevant).sort()).toEqual([false, true]);
    expect(stored.every(({ by, drawn }) => by === 'dashboard' && (drawn?.population ?? 0) > 0)).toBe(true);
    expect(await page.getByText('2 of 30 drawn').count()).toBe(1);
    await press('z', 3);
    expect(await labels()).toHaveLength(2);
    await press('z', 2);
    expect(await labels()).toHaveLength(1);
    await press('z', 1);
    expect(await labels()).toEqual([]);
    expect(await page.locator('.headline').innerText()).toBe(first);
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
  });

  it('leaves keys to the fields and to the browser', async () => {
    await page.getByLabel('Topic').focus();
    await page.keyboard.press('y');
    await page.locator('body').click({ position: { x: 2, y: 400 } });
    await page.keyboard.press('Control+y');
    await press('s', 2);
    expect(await labels()).toEqual([]);
  });

  it('takes the calibration step when there are enough labels, and shows the steps', async () => {
    for (let n = 2; n <= 30; n++) await press('y', n);
    await page.keyboard.press('y');
    await page.getByText('This sample is done: 30 labelled').waitFor();
    await shoot(page, 'label-end');
    await page.getByRole('button', { name: 'Take the step' }).click();
    await page.getByText('from 0.400 to 0.300').waitFor({ state: 'detached' });
    await page.getByText('0.400 → 0.300').waitFor();
    expect((await app.storeOfTest.labels.steps(name)).map(({ to }) => to.toFixed(1))).toEqual(['0.3']);
    await position(1);
    expect(await page.getByText(/^1 of 10 ·/).count()).toBe(1);
    for (let n = 2; n <= 10; n++) await press('n', n);
    await page.keyboard.press('n');
    await page.getByText('This sample is done').waitFor();
    await page.getByRole('button', { name: 'Draw 30 more' }).click();
    await page.getByText('This sample is done').waitFor();
    await page.reload();
    await page.getByText('Every judged article that scores above 0 is labelled.').waitFor();
  });

  it('says what is missing', async () => {
    await page.getByLabel('Topic').selectOption('quiet');
    await page.getByText('No article was judged for this topic yet').waitFor();
    expect(await page.getByRole('button', { name: 'Belongs' }).isDisabled()).toBe(true);
    await page.route('**/v1/topics', (route) => route.fulfill({ json: { total: 0, items: [] } }));
    await page.reload();
    await page.getByText('There are no topics').waitFor();
  });

  it('keeps the article when a label could not be stored, and says so', async () => {
    await position(1);
    const put = vi
      .spyOn(app.storeOfTest.labels, 'put')
      .mockRejectedValueOnce(new NewshawkError('store', 'The store is full <b>'));
    await page.keyboard.press('y');
    await page.getByText('The store is full <b>').waitFor();
    await position(1);
    expect(await labels()).toEqual([]);
    mistakes.length = 0; // the browser reports the 503; there are no other errors
    expect(put).toHaveBeenCalledOnce();
    await press('y', 2);
    expect(await labels()).toHaveLength(1);
  });

  it('dark and light, wide and narrow', async () => {
    for (let n = 1; n <= 12; n++)
      await app.storeOfTest.labels.addStep(
        calibrationStep(n, { topic: name, from: 0.4 - 0.02 * (n - 1), to: 0.4 - 0.02 * n, labels: 30 * n }),
      );
    await page.reload();
    await position(1);
    await press('y', 2);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1280, 600, 360]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        const mean = await lightness(await shoot(page, `label-${colorScheme}-${width}`));
        expect(mean > 128).toBe(colorScheme === 'light');
        expect(await overflow(page)).toBeLessThanOrEqual(0);
      }
  });
});
