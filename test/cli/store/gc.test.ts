import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepingSettings } from '../../../src/settings/keeping-settings.ts';
import type { Store } from '../../../src/storage/port.ts';
import { commitArticles } from '../../storage/commit-articles.ts';
import { article, label } from '../../storage/records.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, keptOpen, openFakeApp } from '../../support/app/fake-app.ts';

let app: FakeApp;
let store: Store;
const open = async (env: Record<string, string> = {}) => {
  app = await openFakeApp({ empty: true, env });
  store = await app.store();
  const now = app.clock.now().getTime();
  const aged = (id: string, days: number) => article(id, { fetchedAt: new Date(now - days * 86_400_000) });
  await commitArticles(store, [aged('old', 100), aged('labelled', 90), aged('young', 5)]);
  await store.labels.put([label('labelled', true)]);
};
beforeEach(() => open());
afterEach(() => app[Symbol.asyncDispose]());
const run = (...argv: string[]) => cli(argv, { app: keptOpen(app), columns: 200 });
const ids = async () => (await store.articles.find({})).map(({ id }) => id).sort();

it('newshawk gc removes nothing without a limit, and says so', async () => {
  const { code, stdout } = await run('gc');
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining('articles: all stay, no limit is set\n'),
  });
  expect(await ids()).toEqual(['labelled', 'old', 'young']);
});

it('newshawk gc says what would go, why, and what stays', async () => {
  const { stdout } = await run('gc', '--dry-run', '--keep-articles-days', '30');
  expect(stdout).toMatch(
    /articles: 1 would go \(1 older than 30d; .+ kB\); 1 beyond a limit stay: a person labelled or corrected them; 2 would stay \(.+ kB\)\n/,
  );
  expect(stdout).toContain('still have a name');
  expect(await ids()).toEqual(['labelled', 'old', 'young']);
});

it('newshawk gc says how many stay because they are too young', async () => {
  const { stdout } = await run('gc', '--keep-articles', '1', '--keep-visits', '1');
  expect(stdout).toMatch(/articles: 1 gone \(.+\); 1 beyond a limit stay: a person/);
  await app[Symbol.asyncDispose]();
  app = await openFakeApp({ empty: true });
  store = await app.store();
  const now = app.clock.now();
  await commitArticles(
    store,
    ['a', 'b', 'c'].map((id) => article(id, { fetchedAt: now })),
  );
  const young = await run('gc', '--keep-articles', '1');
  expect(young.stdout).toMatch(
    /articles: 0 gone; 2 beyond a limit stay: they are younger than 1d \(NEWSHAWK_GC_GRACE_HOURS\); 3 left/,
  );
});

it('newshawk gc takes limits from options before those of the settings', async () => {
  await app[Symbol.asyncDispose]();
  await open({ NEWSHAWK_KEEP_ARTICLES: '1', NEWSHAWK_KEEP_VISITS: '2' });
  const { stdout } = await run('--json', 'gc', '--keep-articles', '2');
  const { articles } = JSON.parse(stdout);
  expect(articles.byCount.count).toBe(1);
  expect(await ids()).toEqual(['labelled', 'young']);
});

it('newshawk gc has an option for each limit of the settings', async () => {
  const { stdout } = await run('gc', '--help');
  for (const [name, { variable }] of Object.entries(keepingSettings)) {
    if (!name.startsWith('keep')) continue;
    const option = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(stdout).toContain(`--${option} <n>`);
    expect(stdout).toContain(variable);
  }
});

it('newshawk gc refuses a limit that is no number', async () => {
  const { code, stderr } = await run('gc', '--keep-visits', 'many');
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('whole number') });
});
