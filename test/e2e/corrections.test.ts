import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { launchChromium, openDashboardPage } from '../support/app/dashboard-browser.ts';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { articleHtml, articlePath, generatedArticle, homeHtml } from '../support/sites/learned-site.ts';
import { openWireSite } from '../support/sites/wire-site.ts';

const host = 'ward-record.example';
const origin = `http://${host}`;
/** Of the standfirst, which the generic extractor leaves out: the site's editors count it to the text. */
const standfirstOf = (number: number): string => generatedArticle(number).standfirst;

/** Ends with its block, also where the test fails. */
const server = (started: ReturnType<typeof startCrawl>) =>
  Object.assign(started, {
    [Symbol.asyncDispose]: async () => {
      started.child.kill('SIGTERM');
      await started.ended;
    },
  });

it('a page is corrected by clicks, the wrapper goes live, and the next page of the site is read better', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-corrections-'));
  let listed = [0, 1, 2, 3, 4, 5];
  await using site = await openWireSite((path) => {
    if (path === '/') return homeHtml(listed);
    const number = Number(/story-of-ward-(\d+)\.html$/.exec(path)?.[1] ?? Number.NaN);
    return Number.isNaN(number) || articlePath(number) !== path ? null : articleHtml(number);
  });
  const start = (...args: string[]) =>
    startCrawl({
      demo: { port: site.port, connectTo: [`${host}:80=127.0.0.1:${site.port}`] },
      store: `file:${folder}/store`,
      args,
      env: { NEWSHAWK_SCRAPERS: folder, NEWSHAWK_RENDER: 'static' },
      cwd: folder,
    });
  const bodies = async (): Promise<Map<string, string>> => {
    const { stdout } = await start('export', '-f', 'jsonl').ended;
    const articles = stdout.trim().split('\n');
    return new Map(articles.map((line) => JSON.parse(line)).map(({ url, body }) => [url, body]));
  };
  expect((await start('crawl', `${origin}/`, '--depth', '1').ended).code).toBe(0);
  const corrected = `${origin}${articlePath(2)}`;
  const { standfirst, paragraphs } = generatedArticle(2);
  expect((await bodies()).get(corrected)).not.toContain(standfirst);

  await using serving = server(start('--json', 'serve', '--port', '0'));
  await serving.printed.prints('stdout', /address[^}]*\}/);
  const { address } = JSON.parse(serving.printed.stdout);
  await using browser = await launchChromium();
  const mistakes: string[] = [];
  const page = await openDashboardPage(
    browser,
    `${address}/#/correct?${new URLSearchParams({ url: corrected })}`,
    mistakes,
  );
  const block = (text: string) => page.locator('.block', { hasText: text.slice(0, 60) });
  await block(standfirst).click();
  expect(await block(standfirst).getAttribute('aria-pressed')).toBe('true');
  for (const text of paragraphs) expect(await block(text).getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('button', { name: 'Preview' }).click();
  // of one page the generic extractor has taken the standfirst already
  await page.getByText('4 of 5 other stored pages change.').waitFor();
  expect(await page.locator('.diff .added').allInnerTexts()).toContain(`+ ${standfirstOf(3)}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Stored\. Wrapper \d+ is live\./).waitFor();
  expect(mistakes).toEqual([]);

  listed = [50, 51];
  expect((await start('crawl', `${origin}/`, '--depth', '1').ended).code).toBe(0);
  const after = await bodies();
  for (const number of listed) expect(after.get(`${origin}${articlePath(number)}`)).toContain(standfirstOf(number));
  const checked = await start('learn', '--check').ended;
  expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining(corrected) });
  await rm(folder, { recursive: true });
});
