import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commitArticles } from '../../storage/commit-articles.ts';
import { article } from '../../storage/records.ts';
import { launchChromium, openDashboardPage } from '../../support/app/dashboard-browser.ts';
import { openStreaming } from './streaming.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const event = (id: string, type: string) =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ type, at: '2026-11-21T08:00:00Z', site: null, data: {} })}\n\n`;

it('the dashboard shows a new article when the server sends its event, and resumes where the stream broke off', async () => {
  await using streaming = await openStreaming();
  const page = await openDashboardPage(browser, `${streaming.address}/#/articles`, []);
  await page.locator('.news.at-live').waitFor();
  await page.getByText('4 found').waitFor();
  await commitArticles(streaming.app.storeOfTest, [article('fresh', { title: 'Fresh from the sea' })]);
  // an event may come in pieces, and with the line breaks of Windows
  const text = event('1.article.created.v9', 'article.created').replaceAll('\n', '\r\n');
  streaming.say(text.slice(0, 40));
  streaming.say(text.slice(40));
  await page.getByText('Fresh from the sea').waitFor();
  await streaming.cut();
  await page.locator('.news.at-away').waitFor();
  await page.getByText('The server does not answer. What is shown may be old').waitFor();
  expect(await page.locator('tbody tr').count()).toBe(5);
  await commitArticles(streaming.app.storeOfTest, [article('later', { title: 'Later from the sea' })]);
  await streaming.listenAgain();
  await page.locator('.news.at-live').waitFor();
  await page.getByText('Later from the sea').waitFor();
  expect(await page.getByText('What is shown may be old').count()).toBe(0);
  expect(streaming.asked.at(-1)).toBe('1.article.created.v9');
  await page.close();
});

it('the dashboard reads everything again when events were lost', async () => {
  await using streaming = await openStreaming();
  const page = await openDashboardPage(browser, `${streaming.address}/#/articles`, []);
  await page.locator('.news.at-live').waitFor();
  await commitArticles(streaming.app.storeOfTest, [article('fresh', { title: 'Fresh from the sea' })]);
  streaming.say('event: events.lost\ndata: {"type":"events.lost"}\n\n');
  await page.getByText('Fresh from the sea').waitFor();
  await page.close();
});

it('the dashboard sends the token with the stream, as soon as it has one', async () => {
  await using streaming = await openStreaming('sesame');
  const page = await browser.newPage({ locale: 'en-GB' });
  await page.goto(`${streaming.address}/#/articles`);
  await page.getByLabel('Token').fill('sesame');
  await page.keyboard.press('Enter');
  await page.getByText('4 found').waitFor();
  await page.locator('.news.at-live').waitFor();
  expect(streaming.asked).toHaveLength(1);
  await page.close();
});
