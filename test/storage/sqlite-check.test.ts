import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkStore, repairStore } from '../../src/commands/store/check-store.ts';
import type { Store } from '../../src/storage/port.ts';
import { Database } from '../../src/storage/sqlite/database.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { collectGarbage } from '../../src/watch/maintenance/collect-garbage.ts';
import { keepAll } from '../support/store/keep-all.ts';
import { topic } from '../support/topics.ts';
import { commitArticles } from './commit-articles.ts';
import { expectTallies } from './contract/contract-tallies.ts';
import { article, at, entry } from './records.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-check-'));
  store = await openSqlite(folder);
  await commitArticles(store, [article('a'), article('b', { joins: ['a'] }), article('c', { onTopic: false })]);
  await store.frontier.put([entry('http://gazette.example/next')], at(1));
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
const defectsFound = async () => (await Array.fromAsync(store.maintenance.defects())).map(({ what }) => what);

it.each([
  ["DELETE FROM article_texts WHERE id = 'a'", 'an article without its text'],
  ["UPDATE articles SET revision = 2 WHERE id = 'a'", 'an article with a wrong number of revisions'],
])('the check of a SQLite store names what is wrong, and can not be rebuilt: %s', async (sql, what) => {
  expect(await defectsFound()).toEqual([]);
  spoil(sql);
  expect(await defectsFound()).toContain(what);
  await store.maintenance.repair();
  expect(await defectsFound()).toContain(what);
});

it('names a record of which a nested part is not as its schema says', async () => {
  await store.topics.put({ topic: topic('energy', { solar: 2 }), updatedAt: at(1) });
  expect(await defectsFound()).toEqual([]);
  spoil("UPDATE topics SET doc = json_set(doc, '$.topic.keywords.solar', 'much')");
  expect(await defectsFound()).toEqual(['a wrong record of topics']);
});

it.each([
  ["DELETE FROM article_briefs WHERE id = 'a'", 'an article without its brief'],
  ["UPDATE articles SET canonical_id = 'c' WHERE id = 'b'", 'a cluster whose canonical article is not a member'],
  ["UPDATE articles SET cluster = 'gone' WHERE cluster = 'a'", 'a cluster without the article whose id it has'],
  ["UPDATE frontier SET article = 'none' WHERE article = 'a'", 'an address whose article is missing'],
  ["UPDATE articles SET in_links = 7 WHERE id = 'a'", 'an article with a wrong number of links'],
  ["UPDATE frontier SET in_links = 7 WHERE article = 'a'", 'an address with a wrong number of links'],
  ["DELETE FROM article_keywords WHERE id = 'a' AND place = 0", 'missing keywords'],
  ["INSERT INTO article_keywords VALUES (1, 'k', 'a')", 'superfluous keywords'],
  ["INSERT INTO article_marks VALUES ('m', 'a')", 'superfluous marks'],
  ['DELETE FROM queues', 'a ready task without a queue'],
  ["UPDATE queues SET url = 'http://gazette.example/none'", 'a queue without its task'],
  ["UPDATE articles SET band0 = 1, simhash = '0' WHERE id = 'a'", 'an article with wrong keys'],
  ["UPDATE frontier SET state = 2 WHERE url LIKE '%next'", 'a task with a lease that does not end'],
  ["UPDATE article_tallies SET n = n + 1 WHERE topic = ''", 'a wrong tally of articles'],
  ['DELETE FROM article_tallies', 'a wrong tally of articles'],
  ['UPDATE visit_tallies SET bytes = bytes - 1', 'a wrong tally of visits'],
  ['UPDATE tallies SET n = n + 1', 'a wrong tally of the frontier'],
  ['DELETE FROM search_pending', 'an article that no search finds'],
  ["INSERT INTO search_docs VALUES (9, 'gone')", 'an entry of the search without its article'],
  ["INSERT INTO search_docs VALUES (9, 'gone')", 'an entry of the search without its words'],
  ["INSERT INTO article_search (rowid, title, body) VALUES (9, 'a', 'b')", 'words of the search without their entry'],
  ["UPDATE totals SET n = 9 WHERE name = 'media'", 'a wrong total'],
  [`INSERT INTO blobs VALUES ('${'0'.repeat(64)}', 5, 0)`, 'a blob without its file'],
])('the check of a SQLite store rebuilds what follows from other records: %s', async (sql, what) => {
  spoil(sql);
  expect(await defectsFound()).toEqual(expect.arrayContaining([what]));
  await store.maintenance.repair();
  expect(await defectsFound()).toEqual([]);
  await expectTallies(store);
});

it('the check of a SQLite store hashes blobs, and sets damaged ones aside until they are put again', async () => {
  const page = Buffer.from('a page of nine');
  const hash = await store.blobs.put(page);
  const file = join(folder, 'blobs', hash.slice(0, 2), hash);
  await writeFile(file, 'b page of nine'); // of the same size: a second `put` would trust it
  const found = async (withHashes: boolean) =>
    (await checkStore(store, { withHashes })).defects.map(({ what }) => what);
  expect((await found(false)).filter((what) => what.includes('hash'))).toEqual([]);
  expect(await found(true)).toContain('a blob whose bytes do not have its hash');
  await repairStore(store, { withHashes: true });
  expect(await store.blobs.get(hash)).toBeNull();
  expect(await readFile(join(folder, 'blobs/damaged', hash), 'utf8')).toBe('b page of nine');
  expect(await store.blobs.put(page)).toBe(hash);
  expect(Buffer.from((await store.blobs.get(hash)) ?? [])).toEqual(page);
  expect(await defectsFound()).toEqual([]);
});

it('the check of a SQLite store finds a blob whose file has another size', async () => {
  const hash = await store.blobs.put(Buffer.from('a page'));
  await writeFile(join(folder, 'blobs', hash.slice(0, 2), hash), 'short');
  expect(await defectsFound()).toEqual(['a blob file of a wrong size']);
  await repairStore(store, { withHashes: true });
  expect(await defectsFound()).toEqual([]);
});

/** Reading them fails, also for root. */
async function makeUnreadable(hash: string): Promise<void> {
  const file = join(folder, 'blobs', hash.slice(0, 2), hash);
  await rm(file);
  await mkdir(file);
}

it('the check of a SQLite store lists blobs that can not be read, leaves them as they are, and goes on', async () => {
  const [unreadable, shelf, damaged] = [
    await store.blobs.put(Buffer.from('one')),
    await store.blobs.put(Buffer.from('two')),
    await store.blobs.put(Buffer.from('three')),
  ];
  await makeUnreadable(unreadable);
  await rm(join(folder, 'blobs', shelf.slice(0, 2)), { recursive: true });
  await writeFile(join(folder, 'blobs', shelf.slice(0, 2)), 'no folder');
  await writeFile(join(folder, 'blobs', damaged.slice(0, 2), damaged), 'tree!');
  spoil("INSERT INTO article_marks VALUES ('m', 'a')");
  const lost = 'a blob that an article names and that is not there';
  const found = async () => (await checkStore(store, { withHashes: true })).defects.filter(({ what }) => what !== lost);
  expect((await found()).map(({ what, count }) => [what, count])).toEqual([
    ['superfluous marks', 1],
    ["a blob that can't be read", 2],
    ['a blob whose bytes do not have its hash', 1],
  ]);
  await repairStore(store, { withHashes: true });
  const [left, ...others] = await found();
  expect({ what: left?.what, ids: left?.ids.toSorted(), others }).toEqual({
    what: "a blob that can't be read",
    ids: [unreadable, shelf].toSorted(),
    others: [],
  });
});

it('the check of a SQLite store lists what is damaged wherever a page of the database file is', async () => {
  const [pageBytes, copy] = [4096, join(folder, 'copy')];
  await store[Symbol.asyncDispose]();
  const file = await readFile(join(folder, 'newshawk.db'));
  let listed = 0;
  for (let at = pageBytes; at < file.length; at += 9 * pageBytes) {
    await mkdir(copy, { recursive: true });
    await writeFile(join(copy, 'newshawk.db'), Buffer.from(file).fill(0, at, at + pageBytes));
    const damaged = await openSqlite(copy).catch(() => null); // the schema is on this page
    if (damaged === null) continue;
    const { defects } = await checkStore(damaged, { withHashes: true });
    expect(defects.map(({ what }) => what)).toContain('the database file is damaged');
    await damaged[Symbol.asyncDispose]();
    await rm(copy, { recursive: true });
    listed += 1;
  }
  expect(listed).toBeGreaterThan(10);
  store = await openSqlite(folder);
});

it('the check of a SQLite store finds a file without its record and makes the record, but for one that was just written', async () => {
  const [old, fresh] = [await store.blobs.put(Buffer.from('old')), await store.blobs.put(Buffer.from('fresh'))];
  await utimes(join(folder, 'blobs', old.slice(0, 2), old), at(0), new Date(0));
  spoil('DELETE FROM blobs');
  const { defects } = await checkStore(store);
  expect(defects.filter(({ what }) => what.includes('file'))).toEqual([
    { what: 'a blob file without its record', count: 1, canRepair: true, ids: [old] },
  ]);
  await store.maintenance.repair();
  expect(await defectsFound()).toEqual([]);
  expect((await Array.fromAsync(store.blobs.idle(hourMs))).map(({ hash }) => hash)).toEqual([old]);
  expect((await store.blobs.size()).count).toBe(2);
  expect(await store.blobs.get(fresh)).not.toBeNull();
});

const hourMs = 3_600_000;
/** @param graceMs negative: blobs of any age are removed */
const collect = (graceMs: number, isDry: boolean) =>
  collectGarbage(
    { store, clock: { now: () => at(0), monotonicMs: () => 0 }, retention: { ...keepAll, graceMs } },
    { isDry },
  );

it('the check of a SQLite store removes drafts of killed processes, and records files that have no record', async () => {
  const hash = await store.blobs.put(new Uint8Array(9));
  spoil('DELETE FROM blobs');
  const unfinished = join(folder, 'blobs/unfinished');
  const [old, fresh] = [join(unfinished, 'old'), join(unfinished, 'fresh')];
  for (const file of [old, fresh]) await writeFile(file, 'half');
  await utimes(old, at(0), new Date(0));
  expect(await store.maintenance.sweep(hourMs, { isDry: true })).toBe(1);
  expect(await readdir(unfinished)).toEqual(['fresh', 'old']);
  expect(await store.maintenance.sweep(hourMs, { isDry: false })).toBe(1);
  expect(await store.blobs.size()).toEqual({ count: 1, bytes: 9 });
  expect(await store.blobs.get(hash)).toEqual(new Uint8Array(9));
  expect(await store.maintenance.sweep(hourMs, { isDry: false })).toBe(0);
  expect(await store.maintenance.sweep(-hourMs, { isDry: false })).toBe(1);
});

it('the check of a SQLite store reports in a dry run what gc removes after a kill, and removes nothing', async () => {
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

it('the check of a SQLite store removes nothing without drafts, and reports why it can not read them', async () => {
  const unfinished = join(folder, 'blobs/unfinished');
  expect(await store.maintenance.sweep(0, { isDry: false })).toBe(0);
  await rm(unfinished, { recursive: true, force: true });
  await writeFile(unfinished, 'no folder');
  await expect(store.maintenance.sweep(0, { isDry: false })).rejects.toMatchObject({ kind: 'store' });
});
