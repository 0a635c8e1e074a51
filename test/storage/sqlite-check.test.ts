import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { collectGarbage } from '../../src/pipeline/upkeep/collect-garbage.ts';
import type { Store } from '../../src/storage/port.ts';
import { Database } from '../../src/storage/sqlite/database.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { commitArticles } from './commit-articles.ts';
import { expectTallies } from './contract/contract-tallies.ts';
import { article, at, entry } from './records.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-check-'));
  store = await openSqlite(folder);
  await commitArticles(store, [article('a'), article('b', { joins: ['a'] }), article('c', { onTopic: false })]);
  await store.frontier.put([entry('http://gazette.example/next')]);
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const spoil = (sql: string) => {
  const db = new Database(join(folder, 'newshawk.db'));
  db.exec(sql);
  db.close();
};
const defectsFound = async () => (await Array.fromAsync(store.upkeep.defects())).map(({ what }) => what);

it.each([
  ["DELETE FROM article_texts WHERE id = 'a'", 'an article without its text'],
  ["DELETE FROM article_briefs WHERE id = 'a'", 'an article without its brief'],
  ["UPDATE articles SET canonical_id = 'c' WHERE id = 'b'", 'a cluster whose canonical article is not a member'],
  ["UPDATE articles SET revision = 2 WHERE id = 'a'", 'an article with a wrong number of revisions'],
  ["UPDATE frontier SET article = 'none' WHERE article = 'a'", 'an address whose article is missing'],
  ["UPDATE articles SET in_links = 7 WHERE id = 'a'", 'an article with a wrong number of links'],
  ["DELETE FROM article_keywords WHERE id = 'a' AND place = 0", 'missing keywords'],
  ["INSERT INTO article_marks VALUES ('m', 'a')", 'superfluous marks'],
  ['DELETE FROM queues', 'a ready task without a queue'],
])('names what is wrong: %s', async (sql, what) => {
  expect(await defectsFound()).toEqual([]);
  spoil(sql);
  expect(await defectsFound()).toContain(what);
  await store.upkeep.repair();
  expect(await defectsFound()).toContain(what);
});

it.each([
  ["UPDATE article_tallies SET n = n + 1 WHERE topic = ''", 'a wrong tally of articles'],
  ['DELETE FROM article_tallies', 'a wrong tally of articles'],
  ['UPDATE visit_tallies SET bytes = bytes - 1', 'a wrong tally of visits'],
  ['UPDATE tallies SET n = n + 1', 'a wrong tally of the frontier'],
  ["UPDATE totals SET n = 9 WHERE name = 'media'", 'a wrong total'],
  [`INSERT INTO blobs VALUES ('${'0'.repeat(64)}', 5, 0)`, 'a blob without its file'],
])('rebuilds what follows from other records: %s', async (sql, what) => {
  spoil(sql);
  expect(await defectsFound()).toEqual(expect.arrayContaining([what]));
  await store.upkeep.repair();
  expect(await defectsFound()).toEqual([]);
  await expectTallies(store);
});

const hourMs = 3_600_000;
const everlasting = { snapshotsMs: 0, failuresMs: 0, failures: 0, goneRecordsMs: 0, blobBytes: 0 };
/** @param graceMs negative: blobs of any age are removed */
const collect = (graceMs: number, isDry: boolean) =>
  collectGarbage({ store, clock: { now: () => at(0) }, retention: { ...everlasting, graceMs } }, { isDry });

it('removes drafts of killed processes, and records files that have no record', async () => {
  const hash = await store.blobs.put(new Uint8Array(9));
  spoil('DELETE FROM blobs');
  const unfinished = join(folder, 'blobs/unfinished');
  const [old, fresh] = [join(unfinished, 'old'), join(unfinished, 'fresh')];
  for (const file of [old, fresh]) await writeFile(file, 'half');
  await utimes(old, at(0), new Date(0));
  expect(await store.upkeep.sweep(hourMs, { isDry: true })).toBe(1);
  expect(await readdir(unfinished)).toEqual(['fresh', 'old']);
  expect(await store.upkeep.sweep(hourMs, { isDry: false })).toBe(1);
  expect(await store.blobs.size()).toEqual({ count: 1, bytes: 9 });
  expect(await store.blobs.get(hash)).toEqual(new Uint8Array(9));
  expect(await store.upkeep.sweep(hourMs, { isDry: false })).toBe(0);
  expect(await store.upkeep.sweep(-hourMs, { isDry: false })).toBe(1);
});

it('reports in a dry run what gc removes after a kill, and removes nothing', async () => {
  const hash = await store.blobs.put(new Uint8Array(9));
  spoil('DELETE FROM blobs');
  await writeFile(join(folder, 'blobs/unfinished/draft'), 'half');
  const gone = { unnamed: { count: 1, bytes: 9 }, pieces: 1 };
  expect(await collect(-hourMs, true)).toMatchObject(gone);
  expect(await store.blobs.get(hash)).not.toBeNull();
  expect(await collect(hourMs, false)).toMatchObject({ unnamed: { count: 0 }, pieces: 0 });
  expect(await collect(-hourMs, false)).toMatchObject(gone);
  expect(await store.blobs.get(hash)).toBeNull();
});

it('removes nothing without drafts, and reports why it can not read them', async () => {
  const unfinished = join(folder, 'blobs/unfinished');
  expect(await store.upkeep.sweep(0, { isDry: false })).toBe(0);
  await rm(unfinished, { recursive: true, force: true });
  await writeFile(unfinished, 'no folder');
  await expect(store.upkeep.sweep(0, { isDry: false })).rejects.toMatchObject({ kind: 'store' });
});
