import { afterEach, beforeEach, expect, it } from 'vitest';
import { commitArticles } from '../../storage/commit-articles.ts';
import { article, at } from '../../storage/records.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, keptOpen, openFakeApp } from '../../support/app/fake-app.ts';

let app: FakeApp;
beforeEach(async () => {
  app = await openFakeApp({ empty: true });
  await commitArticles(await app.store(), [
    article('wind', { title: 'Wind farms grow', body: 'More wind in the north of Zürich.', joins: [] }),
    article('sea', {
      site: 'sea.example',
      title: 'The sea',
      body: `${'Some other words. '.repeat(10)}A calm day with wind, and no storm.`,
      joins: [],
      fetchedAt: at(600),
    }),
  ]);
});
afterEach(() => app[Symbol.asyncDispose]());
const run = (...argv: string[]) => cli(argv, { app: keptOpen(app), columns: 120 });
const found = async (...argv: string[]) => {
  const { code, stdout } = await run('--json', 'search', ...argv);
  return [code, JSON.parse(stdout).items.map(({ id }: { readonly id: string }) => id)];
};

it('newshawk search shows what is found, the best match first, with the words in their place', async () => {
  const { code, stdout } = await run('search', 'WIND');
  expect(code).toBe(0);
  const [head, first, second] = stdout.split('\n');
  expect(head).toMatch(/^id +changed +site +title +found$/);
  expect(first).toMatch(/^wind +2026-11-21 .*More \[wind\] in the north/);
  expect(second).toMatch(/^sea .*\[wind\], and/);
});

it('newshawk search takes phrases, exclusions, filters and an order', async () => {
  expect(await found('wind', '--sort', 'newest')).toEqual([0, ['sea', 'wind']]);
  expect(await found('wind -storm')).toEqual([0, ['wind']]);
  expect(await found('"calm day"')).toEqual([0, ['sea']]);
  expect(await found('wind', 'zurich')).toEqual([0, ['wind']]);
  expect(await found('wind', '--site', 'sea.example')).toEqual([0, ['sea']]);
  expect(await found('wind', '--since', at(500).toISOString())).toEqual([0, ['sea']]);
  const { stdout, stderr } = await run('search', 'wind', '--limit', '1');
  expect(stdout.trim().split('\n')).toHaveLength(2);
  expect(stderr).toContain('2 articles in all; --limit shows more.');
});

it('newshawk search says that nothing is found with exit code 31, and what is no search with 2', async () => {
  const none = await run('search', 'unheard');
  expect(none).toMatchObject({ code: 31, stdout: '', stderr: expect.stringContaining('Nothing is found.') });
  expect(await found('unheard')).toEqual([31, []]);
  const bad = await run('search', '***');
  expect(bad).toMatchObject({ code: 2, stderr: expect.stringContaining('it has no letter and no digit') });
  expect((await run('search')).code).toBe(2);
});
