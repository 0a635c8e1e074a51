import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium, openDashboardPage } from '../../support/app/dashboard-browser.ts';
import { hostile } from '../../support/app/fake-app.ts';
import { openStreaming } from './streaming.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** A log line of a worker, as the stream has it. */
function logged(n: number, level: string, event: string, fields: object = {}): string {
  const at = new Date(Date.UTC(2026, 10, 21, 10, 0, 0, n)).toISOString();
  const data = { worker: 'vm-1', run: 'run-1', n, level, event, fields, leftOut: 0 };
  return `id: ${n}.log.vm\nevent: log\ndata: ${JSON.stringify({ type: 'log', at, site: null, data })}\n\n`;
}

const lines = (page: Page) => page.locator('.log-line');
/** px from the end. */
const fromEnd = (page: Page): Promise<number> =>
  page
    .getByRole('log')
    .evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);

it('the live log begins with the last visits, adds each line once, in the order of their times, as text', async () => {
  await using streaming = await openStreaming();
  const page = await openDashboardPage(browser, `${streaming.address}/#/log`, []);
  await page.locator('.news.at-live').waitFor();
  await lines(page).getByText('failed (layout-changed').waitFor();
  const before = await lines(page).count();
  streaming.say(
    logged(2, 'warn', 'host.slow', { site: 'gazette.example', why: hostile }) + logged(1, 'info', 'run.begins'),
  );
  streaming.say(logged(2, 'warn', 'host.slow'));
  await lines(page).getByText(`why=${hostile}`).waitFor();
  expect(await lines(page).count()).toBe(before + 2);
  const [first, second] = (await lines(page).allInnerTexts()).slice(-2);
  expect(first).toContain('run.begins');
  expect(second).toContain('host.slow site=gazette.example');
  await page.close();
});

it('the live log filters by level, site, type and words, and says when nothing is left', async () => {
  await using streaming = await openStreaming();
  const page = await openDashboardPage(browser, `${streaming.address}/#/log?type=log`, []);
  await page.locator('.news.at-live').waitFor();
  await page.getByText('No line matches the filter.').waitFor();
  streaming.say(
    logged(1, 'info', 'one') + logged(2, 'warn', 'two', { site: 'a.example' }) + logged(3, 'error', 'three'),
  );
  await lines(page).nth(2).waitFor();
  await page.getByLabel('Level, at least').selectOption('warn');
  await page.waitForFunction(() => document.querySelectorAll('.log-line').length === 2);
  await page.getByRole('combobox', { name: 'Site' }).selectOption('a.example');
  await page.waitForFunction(() => document.querySelectorAll('.log-line').length === 1);
  expect(await lines(page).innerText()).toContain('two');
  await page.keyboard.press('/');
  await page.keyboard.type('p nowhere');
  await page.keyboard.press('Enter');
  await page.getByText('No line matches the filter.').waitFor();
  expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(1);
  await page.close();
});

it('the live log pauses by a key: new lines are counted, and shown afterwards', async () => {
  await using streaming = await openStreaming();
  const page = await openDashboardPage(browser, `${streaming.address}/#/log`, []);
  await page.locator('.news.at-live').waitFor();
  await lines(page).first().waitFor();
  await page.keyboard.press('p');
  streaming.say(logged(1, 'info', 'one') + logged(2, 'info', 'two'));
  await page.getByRole('button', { name: 'Go on (2 new)' }).waitFor();
  expect(await lines(page).getByText('two').count()).toBe(0);
  await page.keyboard.press('p');
  await lines(page).getByText('two').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('Nothing has happened yet').waitFor();
  streaming.say(logged(3, 'info', 'three'));
  await lines(page).getByText('three').waitFor();
  await page.close();
});

it('the live log pauses with what is drawn when the key is pressed', async () => {
  await using streaming = await openStreaming();
  const page = await openDashboardPage(browser, `${streaming.address}/#/log`, []);
  await page.locator('.news.at-live').waitFor();
  await lines(page).first().waitFor();
  // as soon as the line is in the document, before effects run
  await page.evaluate(() => {
    const press = (): void => {
      if (document.querySelector('.log')?.textContent?.includes('one.') !== true) return;
      observer.disconnect();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'p' }));
    };
    const observer = new MutationObserver(press);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  streaming.say(logged(1, 'info', 'one.'));
  await page.getByRole('button', { name: /^Go on p?/ }).waitFor();
  streaming.say(logged(2, 'info', 'two.'));
  await page.getByRole('button', { name: 'Go on (1 new)' }).waitFor();
  expect(await lines(page).getByText('one.').count()).toBe(1);
  await page.close();
});

it('the live log keeps the last 1,000 lines, and follows only while it is scrolled to the end', async () => {
  await using streaming = await openStreaming();
  const page = await openDashboardPage(browser, `${streaming.address}/#/log`, []);
  await page.locator('.news.at-live').waitFor();
  streaming.say(Array.from({ length: 1_200 }, (_, n) => logged(n + 1, 'info', `line-${n + 1}.`)).join(''));
  await lines(page).getByText('line-1200.').waitFor();
  expect(await lines(page).count()).toBe(1_000);
  expect(await lines(page).first().innerText()).toContain('line-201.');
  expect(await fromEnd(page)).toBeLessThan(24);
  await page.getByRole('log').focus();
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'To the newest line' }).waitFor();
  streaming.say(logged(1_201, 'info', 'line-1201.'));
  await lines(page).getByText('line-1201.').waitFor({ state: 'attached' });
  expect(await fromEnd(page)).toBeGreaterThan(1_000);
  await page.getByRole('button', { name: 'To the newest line' }).click();
  await page.waitForFunction(() => {
    const log = document.querySelector('.log');
    return log !== null && log.scrollHeight - log.scrollTop - log.clientHeight < 24;
  });
  await page.close();
});
