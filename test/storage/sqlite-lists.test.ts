import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { ArticleFilter } from '../../src/storage/articles-port.ts';
import { openCollections } from '../../src/storage/collections/all.ts';
import { tableRecords } from '../../src/storage/engine/sqlite-records.ts';
import { SqliteArticles } from '../../src/storage/sqlite/articles/articles.ts';
import { type Bindings, Database } from '../../src/storage/sqlite/database.ts';
import { SqliteFrontier } from '../../src/storage/sqlite/frontier/frontier.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { migrate } from '../../src/storage/sqlite/schema.ts';
import { sqliteVisitTallies } from '../../src/storage/sqlite/visit-tallies.ts';
import { commitArticles } from './commit-articles.ts';
import { article, at } from './records.ts';

/** A database that records its statements. */
class RecordingDatabase extends Database {
  readonly statements: { readonly sql: string; readonly parameters: Bindings }[] = [];

  override all<Row>(sql: string, parameters: Bindings = {}): Row[] {
    this.statements.push({ sql, parameters });
    return super.all(sql, parameters);
  }

  override get<Row>(sql: string, parameters: Bindings = {}): Row | undefined {
    this.statements.push({ sql, parameters });
    return super.get(sql, parameters);
  }

  /** The steps of the query plans that scan or sort: no look-up of a row or of a range of an index. */
  wasteful(): string[] {
    if (this.statements.length === 0) throw new Error('no statement ran');
    return this.statements.splice(0).flatMap(({ sql, parameters }) =>
      super
        .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, parameters)
        .map(({ detail }) => detail)
        .filter((detail) => /TEMP B-TREE|^SCAN/.test(detail) && detail !== 'SCAN page') // the rows that the list shows
        .map((detail) => `${detail} in ${sql}`),
    );
  }
}

let folder: string;
let db: RecordingDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-lists-'));
  db = new RecordingDatabase(join(folder, 'newshawk.db'));
  migrate(db);
  db.statements.length = 0;
});
afterEach(async () => {
  db.close();
  await rm(folder, { recursive: true });
});

const collections = () =>
  openCollections((declared) => tableRecords(db, declared), {
    visitTallies: sqliteVisitTallies(db),
    replaceMedium: async () => {},
  });

const choices = {
  status: [undefined, 'published'],
  site: [undefined, 'gazette.example'],
  topic: [undefined, 'energy'],
  category: [undefined, 'business'],
  since: [undefined, at(1)],
} as const;

const filters = Object.entries(choices).reduce<ArticleFilter[]>(
  (filters, [name, values]) =>
    filters.flatMap((filter) => values.map((value) => (value === undefined ? filter : { ...filter, [name]: value }))),
  [{}],
);

/** Without a filter, a list reads the index of its order, up to its limit. */
const alongTheIndex = /^SCAN a USING COVERING INDEX articles_time /;

it.each(filters.map((filter) => ({ name: JSON.stringify(filter), filter })))(
  'the SQLite store lists articles by an index, in its order: $name',
  async ({ filter }) => {
    const articles = new SqliteArticles(db);
    await articles.list({ ...filter, limit: 20, offset: 40 });
    await articles.find({ ...filter, limit: 20 });
    expect(db.wasteful().filter((step) => !(alongTheIndex.test(step) && Object.keys(filter).length === 0))).toEqual([]);
  },
);

it('the SQLite store searches some new articles at once, and says how many are left', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-search-'));
  try {
    await using store = await openSqlite(folder);
    await commitArticles(
      store,
      Array.from({ length: 130 }, (_, n) => article(`a${n}`, { joins: [] })),
    );
    expect(await store.articles.notIndexed()).toBe(130);
    expect(await store.articles.count({ q: 'title' })).toBe(100);
    expect(await store.articles.notIndexed()).toBe(30);
    expect(await store.articles.indexMore(1_000)).toBe(30);
    expect({
      articleCount: await store.articles.count({ q: 'title' }),
      notIndexed: await store.articles.notIndexed(),
    }).toEqual({ articleCount: 130, notIndexed: 0 });
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('the SQLite store reads one article, its members and its revisions by indexes', async () => {
  const articles = new SqliteArticles(db);
  await articles.get('a');
  await articles.list({ cluster: 'a', limit: 100 });
  await articles.revisions('a');
  expect(db.wasteful()).toEqual([]);
});

it('the SQLite store counts articles by the tallies', async () => {
  const articles = new SqliteArticles(db);
  for (const filter of filters.filter(({ since }) => since === undefined)) await articles.count(filter);
  await articles.categories();
  for (const { sql } of db.statements) expect(sql).toMatch(/FROM article_tallies/);
});

it('the SQLite store sums visits, media, blobs and the frontier up without reading them', async () => {
  await collections().visits.summary({});
  await collections().media.count();
  await new SqliteFrontier(db).counts();
  for (const { sql } of db.statements) expect(sql).toMatch(/FROM (visit_tallies|totals|tallies)/);
});

it.each([{}, { site: 'a' }, { pageUrl: canonicalUrl('http://a.example/') }, { host: 'a' }, { fingerprint: 'a' }])(
  'the SQLite store lists media by an index, in its order: %j',
  async (filter) => {
    await collections().media.find({ ...filter, limit: 20 });
    expect(db.wasteful().filter((step) => !/^SCAN media USING INDEX media_time /.test(step))).toEqual([]);
  },
);

it.each([{}, { run: 'a' }, { url: canonicalUrl('http://a.example/') }, { sourceId: 'a' }])(
  'the SQLite store lists visits by an index, in its order: %j',
  async (filter) => {
    await collections().visits.find({ ...filter, limit: 20 });
    await collections().runs.list(10);
    const alongTime = /^SCAN (visits USING INDEX visits_time|runs USING INDEX runs_time) /;
    expect(db.wasteful().filter((step) => !alongTime.test(step))).toEqual([]);
  },
);

const failuresOf = [{}, { site: 'a' }, { run: 'a' }, { reason: 'blocked' }, { site: 'a', reason: 'blocked' }];

it.each(failuresOf.flatMap((filter) => (['open', 'mended', 'all'] as const).map((state) => ({ ...filter, state }))))(
  'the SQLite store lists failures by an index, in its order: %j',
  async (filter) => {
    await collections().failures.find({ ...filter, limit: 20 });
    expect(db.wasteful().filter((step) => !/^SCAN failures USING INDEX failures_(open_)?time /.test(step))).toEqual([]);
  },
);
