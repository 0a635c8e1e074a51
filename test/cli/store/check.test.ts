import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../../src/storage/port.ts';
import { Database } from '../../../src/storage/sqlite/database.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import { commitArticles } from '../../storage/commit-articles.ts';
import { article } from '../../storage/records.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, keptOpen, openFakeApp } from '../../support/app/fake-app.ts';

let folder: string;
let store: Store;
let app: FakeApp;
let page: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-check-command-'));
  store = await openSqlite(folder);
  app = { ...(await openFakeApp({ empty: true })), store: async () => store };
  const snapshot = await store.blobs.put(Buffer.from('a page'));
  page = join(folder, 'blobs', snapshot.slice(0, 2), snapshot);
  await commitArticles(store, [article('a', { snapshot }), article('b', { snapshot })]);
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
const check = (...options: string[]) =>
  cli(
    [
      ...options.filter((option) => option === '--json'),
      'store',
      'check',
      ...options.filter((option) => option !== '--json'),
    ],
    {
      app: keptOpen(app),
      columns: 200,
    },
  );
const spoil = (sql: string) => {
  const db = new Database(join(folder, 'newshawk.db'));
  db.exec(sql);
  db.close();
};

it('newshawk check says that a store is whole, and whether its blobs were read', async () => {
  expect(await check()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/is consistent \(2 articles, 1 blobs\)\.\n$/),
  });
  expect(await check('--quick')).toMatchObject({ code: 0, stdout: expect.stringContaining('blobs not read') });
});

it('newshawk check names defects in a table, with what to do, and has an exit code for them', async () => {
  spoil("UPDATE article_tallies SET n = 7; UPDATE articles SET revision = 2 WHERE id = 'a'");
  await writeFile(page, 'b page');
  const { code, stdout } = await check();
  expect(code).toBe(17);
  expect(stdout).toMatch(/DEFECT +COUNT +WHAT TO DO +FIRST ONES\n/);
  expect(stdout).toMatch(
    /an article with a wrong number of revisions +1 +visit the page again, or restore a backup +a\n/,
  );
  expect(stdout).toMatch(/a wrong tally of articles +\d+ +--repair /);
  expect(stdout).toMatch(/a blob whose bytes do not have its hash +1 +--repair /);
  expect(stdout).toContain('newshawk store check --repair');
});

it('newshawk check lists a damaged database, and repairs nothing in it', async () => {
  spoil('UPDATE article_tallies SET n = 7');
  await store[Symbol.asyncDispose]();
  const file = join(folder, 'newshawk.db');
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0, bytes.length - 9 * 4096, bytes.length - 8 * 4096));
  store = await openSqlite(folder);
  const { code, stdout } = await check('--repair');
  expect(code).toBe(17);
  expect(stdout).toMatch(/the database file is damaged +\d+ +restore a backup /);
  expect(stdout).toMatch(/a wrong tally of articles +\d+ +restore a backup /);
  expect(stdout).not.toContain('Repaired');
  expect(stdout).toContain('Nothing is repaired in a damaged database');
});

it('newshawk check repairs what follows from other records, and says what is left', async () => {
  spoil('UPDATE article_tallies SET n = 7');
  const repaired = await check('--repair');
  expect(repaired).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Repaired:\n {2}\d+ x a wrong tally of articles\n/),
  });
  await writeFile(page, 'b page');
  expect(await check('--quick')).toMatchObject({ code: 0 });
  const { code, stdout } = await check('--repair');
  expect({ code, stdout }).toEqual({
    code: 17,
    stdout: expect.stringMatching(
      /a blob that an article names and that is not there +2 +visit its page again, or restore a backup +a, b\n/,
    ),
  });
  const json = await check('--json', '--repair');
  expect({ code: json.code, stdout: JSON.parse(json.stdout) }).toMatchObject({
    code: 17,
    stdout: { repaired: [], defects: [{ count: 2 }] },
  });
});
