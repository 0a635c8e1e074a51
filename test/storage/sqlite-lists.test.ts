import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { ArticleFilter } from '../../src/storage/articles-port.ts';
import { SqliteArticles } from '../../src/storage/sqlite/articles/articles.ts';
import { SqliteFailures } from '../../src/storage/sqlite/crawl/failures.ts';
import { SqliteRuns } from '../../src/storage/sqlite/crawl/runs.ts';
import { SqliteVisits } from '../../src/storage/sqlite/crawl/visits.ts';
import { type Bindings, Database } from '../../src/storage/sqlite/database.ts';
import { SqliteFrontier } from '../../src/storage/sqlite/frontier/frontier.ts';
import { SqliteMedia } from '../../src/storage/sqlite/media.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { dueSources, migrations, pageDues } from '../../src/storage/sqlite/schema/migrations.ts';
import { migrate } from '../../src/storage/sqlite/schema.ts';
import { tallies } from '../../src/storage/sqlite/tallies.ts';
import { commitArticles } from './commit-articles.ts';
import { expectLists, expectTallies } from './contract/contract-tallies.ts';
import { article, at, pageState, source } from './records.ts';

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
  'lists articles by an index, in its order: $name',
  async ({ filter }) => {
    const articles = new SqliteArticles(db);
    await articles.list({ ...filter, limit: 20, offset: 40 });
    await articles.find({ ...filter, limit: 20 });
    expect(db.wasteful().filter((step) => !(alongTheIndex.test(step) && Object.keys(filter).length === 0))).toEqual([]);
  },
);

it('searches some articles of an older store at once, and says how many are left', async () => {
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
    expect([await store.articles.count({ q: 'title' }), await store.articles.notIndexed()]).toEqual([130, 0]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('reads one article, its members and its revisions by indexes', async () => {
  const articles = new SqliteArticles(db);
  await articles.get('a');
  await articles.list({ cluster: 'a', limit: 100 });
  await articles.revisions('a');
  expect(db.wasteful()).toEqual([]);
});

it('counts articles by the tallies', async () => {
  const articles = new SqliteArticles(db);
  for (const filter of filters.filter(({ since }) => since === undefined)) await articles.count(filter);
  await articles.categories();
  for (const { sql } of db.statements) expect(sql).toMatch(/FROM article_tallies/);
});

it('sums visits, media, blobs and the frontier up without reading them', async () => {
  await new SqliteVisits(db).summary({});
  await new SqliteMedia(db).count();
  await new SqliteFrontier(db).counts();
  for (const { sql } of db.statements) expect(sql).toMatch(/FROM (visit_tallies|totals|tallies)/);
});

it.each([{}, { site: 'a' }, { pageUrl: canonicalUrl('http://a.example/') }, { host: 'a' }, { fingerprint: 'a' }])(
  'lists media by an index, in its order: %j',
  async (filter) => {
    await new SqliteMedia(db).find({ ...filter, limit: 20 });
    expect(db.wasteful().filter((step) => !/^SCAN media USING INDEX media_time /.test(step))).toEqual([]);
  },
);

it.each([{}, { run: 'a' }, { url: canonicalUrl('http://a.example/') }, { sourceId: 'a' }])(
  'lists visits by an index, in its order: %j',
  async (filter) => {
    await new SqliteVisits(db).find({ ...filter, limit: 20 });
    await new SqliteRuns(db).list(10);
    const alongTime = /^SCAN (visits USING INDEX visits_time|runs USING INDEX runs_time) /;
    expect(db.wasteful().filter((step) => !alongTime.test(step))).toEqual([]);
  },
);

const failuresOf = [{}, { site: 'a' }, { run: 'a' }, { reason: 'blocked' }, { site: 'a', reason: 'blocked' }];

it.each(failuresOf.flatMap((filter) => (['open', 'mended', 'all'] as const).map((state) => ({ ...filter, state }))))(
  'lists failures by an index, in its order: %j',
  async (filter) => {
    await new SqliteFailures(db).find({ ...filter, limit: 20 });
    expect(db.wasteful().filter((step) => !/^SCAN failures USING INDEX failures_(open_)?time /.test(step))).toEqual([]);
  },
);

it('counts and lists what a store from before the tallies holds, its blobs too', async () => {
  const old = join(folder, 'old');
  {
    await using store = await openSqlite(old);
    await commitArticles(store, [
      article('a'),
      article('b', { joins: ['a'], fetchedAt: at(7) }),
      article('c', { onTopic: false }),
    ]);
    await store.blobs.put(new Uint8Array(10).fill(1));
  }
  const before = migrations.indexOf(tallies);
  const file = new Database(join(old, 'newshawk.db'));
  const made = file.all<{ type: string; name: string }>(
    `SELECT type, name FROM sqlite_schema WHERE name IN ('article_briefs', 'article_tallies', 'visit_tallies', 'totals', 'blobs', 'articles_site_status',
       'articles_category_time', 'article_topics_time', 'article_topics_status', 'failures_run', 'failures_site_time', 'failures_reason', 'failures_open_time', 'failures_open_site', 'failures_open_reason', 'media_page', 'blobs_age')
       OR type = 'trigger' AND name NOT LIKE 'frontier%' ORDER BY type = 'table'`,
  );
  for (const { type, name } of made) file.exec(`DROP ${type.toUpperCase()} IF EXISTS ${name}`);
  file.exec(`ALTER TABLE article_topics DROP COLUMN status; ALTER TABLE article_topics DROP COLUMN updated_at;
    DELETE FROM counters WHERE name = 'blobs_recorded'; PRAGMA user_version = ${before}`);
  migrate(file, migrations.slice(0, before + 1));
  file.exec(`PRAGMA user_version = ${migrations.length}`); // the later migrations have run
  file.close();
  await using store = await openSqlite(old);
  await expectTallies(store);
  await expectLists(store);
  expect(await store.articles.count({ status: 'off-topic' })).toBe(1);
  expect((await store.articles.list({ topic: 'energy' })).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  expect(await store.blobs.size()).toEqual({ count: 1, bytes: 10 });
});

it('finds the due sources that an older version stored', async () => {
  const old = join(folder, 'sources');
  await mkdir(old);
  const file = new Database(join(old, 'newshawk.db'));
  migrate(file, migrations.slice(0, migrations.indexOf(dueSources)));
  const older = [source('on'), source('off', { enabled: false }), source('later', { nextPollAt: at(0.01) })];
  for (const one of older) file.run('INSERT INTO sources VALUES (:id, :doc)', { id: one.id, doc: JSON.stringify(one) });
  file.close();
  await using store = await openSqlite(old);
  const request = { sites: ['gazette.example'], limit: 9 };
  expect(await store.sources.due({ ...request, now: at(0) })).toEqual([source('on')]);
  expect((await store.sources.due({ ...request, now: at(0.01) })).map(({ id }) => id)).toEqual(['on', 'later']);
});

it('claims the due pages that an older version stored', async () => {
  const old = join(folder, 'pages');
  await mkdir(old);
  const file = new Database(join(old, 'newshawk.db'));
  migrate(file, migrations.slice(0, migrations.indexOf(pageDues)));
  for (const [n, name] of ['second', 'first', 'later'].entries()) {
    const { url, site, ...rest } = pageState(`http://gazette.example/${name}`);
    const nextVisitAt = at([2, 1, 9][n] ?? 0).getTime();
    file.run(
      'INSERT INTO pages (url, site, next_visit_at, planned_at, doc) VALUES (:url, :site, :nextVisitAt, 0, :doc)',
      { url, site, nextVisitAt, doc: JSON.stringify({ ...rest, url, site }) },
    );
  }
  file.close();
  await using store = await openSqlite(old);
  const claim = { now: at(5), limit: 9, claimUntil: at(65), sites: null };
  const urls = (await store.pages.claimDue(claim)).map(({ url }) => url);
  expect(urls).toEqual(['http://gazette.example/first', 'http://gazette.example/second']);
  expect(await store.pages.nextDueAt()).toEqual(at(9));
});

it('takes the time of a file that has no record for its age', async () => {
  const place = join(folder, 'files');
  const hash = await (async () => {
    await using store = await openSqlite(place);
    return await store.blobs.put(new Uint8Array(10));
  })();
  await utimes(join(place, 'blobs', hash.slice(0, 2), hash), at(0), at(0));
  const file = new Database(join(place, 'newshawk.db'));
  file.exec("DELETE FROM blobs; DELETE FROM counters WHERE name = 'blobs_recorded'");
  file.close();
  await using store = await openSqlite(place);
  expect(await Array.fromAsync(store.blobs.idle(-1e15))).toMatchObject([{ hash, bytes: 10 }]);
  expect(await store.blobs.size()).toEqual({ count: 1, bytes: 10 });
});

it('gives articles of older versions as JSON with all fields of the newest', async () => {
  const store = await openSqlite(folder);
  try {
    await commitArticles(store, [article('old')]);
    for (const table of ['article_texts', 'article_briefs'])
      db.exec(
        `UPDATE ${table} SET doc = json_remove(doc, '$.category', '$.newsTerms', '$.posts', '$.weight', '$.fingerprint.bodyKeywords')`,
      );
    const { articles } = store;
    expect(JSON.parse((await articles.getJson('old'))?.json ?? '')).toEqual(
      JSON.parse(JSON.stringify(await articles.get('old'))),
    );
    expect(JSON.parse((await articles.getJson('old'))?.json ?? '')).toMatchObject({
      category: null,
      newsTerms: [],
      weight: 1,
    });
    const listed = (await articles.listJson({})).map(({ json }) => JSON.parse(json));
    expect(listed).toEqual(JSON.parse(JSON.stringify(await articles.list({}))));
    expect(listed).toMatchObject([{ category: null, weight: 1 }]);
  } finally {
    await store[Symbol.asyncDispose]();
  }
});
