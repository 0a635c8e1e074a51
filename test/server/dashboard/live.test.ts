import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildServer } from '../../../src/server/app.ts';
import { commitArticles } from '../../storage/commit-articles.ts';
import { article } from '../../storage/records.ts';
import { launchChromium, openDashboardPage } from '../../support/app/dashboard-browser.ts';
import { openFakeApp } from '../../support/app/fake-app.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** The server behind a stream of events that the test writes. */
async function openStreaming(token: string | null = null) {
  const app = await openFakeApp();
  const inner = buildServer({ ...app, config: { ...app.config, httpToken: token } });
  const address = new URL(await inner.listen({ host: '127.0.0.1', port: 0 }));
  const streams: ServerResponse[] = [];
  const asked: (string | undefined)[] = [];
  const outer = createServer((request, response) => {
    if (request.url === '/v1/events' && (token === null || request.headers.authorization === `Bearer ${token}`)) {
      asked.push(request.headers['last-event-id'] as string | undefined);
      streams.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('retry: 3000\n: events\n\n');
      return;
    }
    void fetch(new URL(request.url ?? '/', address), { headers: request.headers as Record<string, string> }).then(
      async (answer) => {
        const headers = Object.fromEntries(answer.headers);
        delete headers['content-encoding'];
        delete headers['content-length'];
        response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
      },
    );
  });
  const listen = async (port = 0): Promise<number> => {
    outer.listen(port, '127.0.0.1');
    await once(outer, 'listening');
    return (outer.address() as AddressInfo).port;
  };
  const cut = async (): Promise<void> => {
    outer.close();
    outer.closeAllConnections();
    await once(outer, 'close');
  };
  const port = await listen();
  const say = (text: string): void => {
    for (const stream of streams) stream.write(text);
  };
  return {
    app,
    address: `http://127.0.0.1:${port}`,
    asked,
    say,
    cut,
    listenAgain: () => listen(port),
    [Symbol.asyncDispose]: async () => {
      outer.closeAllConnections();
      outer.close();
      await inner.close();
      await app[Symbol.asyncDispose]();
    },
  };
}

const event = (id: string, type: string) =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ type, at: '2026-11-21T08:00:00Z', site: null, data: {} })}\n\n`;

it('shows a new article when the server tells of it, and resumes where the stream broke off', async () => {
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

it('reads everything again when events were lost', async () => {
  await using streaming = await openStreaming();
  const page = await openDashboardPage(browser, `${streaming.address}/#/articles`, []);
  await page.locator('.news.at-live').waitFor();
  await commitArticles(streaming.app.storeOfTest, [article('fresh', { title: 'Fresh from the sea' })]);
  streaming.say('event: events.lost\ndata: {"type":"events.lost"}\n\n');
  await page.getByText('Fresh from the sea').waitFor();
  await page.close();
});

it('sends the token with the stream, as soon as it has one', async () => {
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
