import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newLearning } from '../../src/stages/site-learning/learning-state.ts';
import { Database } from '../../src/storage/sqlite/database.ts';
import { withTask } from '../../src/storage/sqlite/frontier/frontier.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { migrations } from '../../src/storage/sqlite/schema/migrations.ts';
import { migrate } from '../../src/storage/sqlite/schema.ts';
import { traced } from '../support/store/mongo-commands.ts';
import { mayScan, type SentStatement, scansOf, watchStatements } from '../support/store/sqlite-plans.ts';
import { commitArticles } from './commit-articles.ts';
import { contractParts, storageContract } from './contract/contract.ts';
import { article, at, claimOf, pageState } from './records.ts';

const newFolder = () => mkdtemp(join(tmpdir(), 'newshawk-sqlite-'));

const statements = new Map<string, SentStatement>();
const stopWatching = watchStatements((statement) => statements.set(`${statement.method} ${statement.sql}`, statement));

for (const part of contractParts)
  storageContract(
    'sqlite',
    async () => {
      const address = await newFolder();
      return { address, drop: () => rm(address, { recursive: true }) };
    },
    { tasks: 120, stories: 200, part, wrap: traced },
  );

describe('statements of the contract', () => {
  it('read no large table from end to end, but for those that may', async () => {
    stopWatching();
    const folder = await newFolder();
    await (await openSqlite(folder))[Symbol.asyncDispose]();
    const db = new DatabaseSync(join(folder, 'newshawk.db'));
    const sent = [...statements.values()].filter(
      ({ method, sql }) => method !== null && /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/i.test(sql),
    );
    const long = sent.flatMap((statement) =>
      scansOf(db, statement.sql)
        .filter((scan) => !mayScan(statement, scan))
        .map((scan) => `${statement.method}: ${scan}: ${statement.sql}`),
    );
    db.close();
    await rm(folder, { recursive: true });
    expect(long).toEqual([]);
  });
});

describe('sqlite', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await newFolder();
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('says what to do where the store cannot be opened', async () => {
    await writeFile(
      join(folder, 'newshawk.db'),
      'this is no database, and it is long enough to be read as one'.repeat(20),
    );
    await expect(openSqlite(folder)).rejects.toMatchObject({
      kind: 'store',
      message: /no SQLite database.*NEWSHAWK_STORE/,
    });
    // Node's recursive mkdir does not end there
    await expect(openSqlite('/proc/nope')).rejects.toMatchObject({
      kind: 'store',
      message: /can not be created there/,
    });
    await writeFile(join(folder, 'file'), '');
    await expect(openSqlite(join(folder, 'file'))).rejects.toMatchObject({ kind: 'store', message: /NEWSHAWK_STORE/ });
  });

  it('refuses a store of a newer newshawk and leaves it as it is', async () => {
    await using first = await openSqlite(folder);
    await first.ping();
    const db = new Database(join(folder, 'newshawk.db'));
    db.exec('PRAGMA user_version = 99');
    db.close();
    await expect(openSqlite(folder)).rejects.toMatchObject({ kind: 'store', message: /schema 99.*Update newshawk/ });
  });

  it('reads media of older versions, without keys and with fewer fields', async () => {
    const db = new Database(join(folder, 'newshawk.db'));
    migrate(db, migrations.slice(0, 3));
    const doc = { url: 'http://cdn.example/a.mp4', delivery: 'progressive', role: 'main', score: 40, variants: [] };
    db.run(
      "INSERT INTO media (page_url, url, site, article_id, found_at, doc) VALUES ('http://v.example/1', :url, 'v.example', 'a1', 7, :doc)",
      { url: doc.url, doc: JSON.stringify(doc) },
    );
    db.close();
    await using store = await openSqlite(folder);
    const [medium] = await store.media.find({ site: 'v.example', limit: 9 });
    expect(medium).toMatchObject({ ...doc, host: 'cdn.example', articleId: 'a1', method: 'GET', expiresAt: null });
    expect(medium?.id).toMatch(/^[0-9a-f]{12}$/);
  });

  it('orders the tasks of older versions by priority and waiting time', async () => {
    const db = new Database(join(folder, 'newshawk.db'));
    const before = migrations.findIndex((script) => script.includes('ADD COLUMN priority'));
    migrate(db, migrations.slice(0, before));
    for (const [path, kind, rank, dueMs] of [
      ['new', 'page', -0.9, 40],
      ['low', 'page', -0.1, 0],
      ['poll', 'source', -1, 40],
    ] as const)
      db.run(
        `INSERT INTO frontier (url, kind, host, site, depth, max_depth, rank, due_at, state, revisit)
         VALUES (:url, :kind, 'a.example', 'a.example', 0, 0, :rank, :dueAt, 0, 0)`,
        { url: `http://a.example/${path}`, kind, rank, dueAt: dueMs * 3_600_000 },
      );
    db.exec("INSERT INTO queues VALUES ('a.example', 'a.example', -1, 0, 'http://a.example/poll')");
    db.close();
    await using store = await openSqlite(folder);
    expect(await store.frontier.best(1)).toMatchObject([{ url: 'http://a.example/low', priority: 0.1 }]);
    const tasks = await store.frontier.claim(claimOf({ perHost: 3 }));
    expect(tasks.map(({ url, priority }) => [url, priority])).toEqual([
      ['http://a.example/low', 0.1],
      ['http://a.example/poll', 1],
      ['http://a.example/new', 0.9],
    ]);
  });

  it('marks failures of older versions as mended where a later visit stored their page', async () => {
    const db = new Database(join(folder, 'newshawk.db'));
    migrate(db, migrations.slice(0, 10));
    const time = (ms: number) => new Date(ms).toISOString();
    for (const [id, url, ms] of [
      ['f1', 'http://a.example/1', 1_000],
      ['f2', 'http://a.example/2', 1_000],
    ] as const)
      db.run("INSERT INTO failures (id, run, site, reason, at, doc) VALUES (:id, 'r', 'a.example', 'bug', :ms, :doc)", {
        id,
        ms,
        doc: JSON.stringify({ id, url, at: time(ms), trace: [] }),
      });
    for (const [id, url, outcome] of [
      ['v1', 'http://a.example/1', 'stored'],
      ['v2', 'http://a.example/2', 'failed'],
    ] as const)
      db.run(
        `INSERT INTO visits (id, run, url, kind, started_at, outcome, bytes, media_items, doc)
         VALUES (:id, 'r', :url, 'page', 2000, :outcome, 0, 0, '{"elapsedMs":500}')`,
        { id, url, outcome },
      );
    db.close();
    await using store = await openSqlite(folder);
    expect(await store.failures.get('f1')).toMatchObject({ mended: { at: new Date(2_500), by: 'visit' } });
    expect(await store.failures.find({ limit: 9 })).toMatchObject([{ id: 'f2', mended: null }]);
  });

  it('knows which topics judged articles of older versions only where there were none', async () => {
    {
      await using store = await openSqlite(folder);
      const unjudged = { topics: [], onTopic: true };
      await commitArticles(store, [article('a', unjudged), article('b'), article('c', { topics: [], onTopic: false })]);
    }
    const db = new Database(join(folder, 'newshawk.db'));
    db.exec('DROP INDEX articles_judged; ALTER TABLE articles DROP COLUMN judged_by');
    const at = migrations.findIndex((script) => script.includes('judged_by'));
    db.exec(`PRAGMA user_version = ${at}`);
    migrate(db, migrations.slice(0, at + 1));
    db.exec(`PRAGMA user_version = ${migrations.length}`); // the later migrations have run
    db.close();
    await using store = await openSqlite(folder);
    const judgedBy = (await store.articles.find({})).map((article) => [article.id, article.judgedBy]);
    expect(Object.fromEntries(judgedBy)).toEqual({ a: '', b: null, c: null });
  });

  it('makes the briefs of sites that an older version stored', async () => {
    const db = new Database(join(folder, 'newshawk.db'));
    const before = migrations.findIndex((script) => script.includes('site_briefs'));
    migrate(db, migrations.slice(0, before));
    const learned = newLearning('a.example', at(1));
    db.run('INSERT INTO site_learning (site, doc) VALUES (:site, :doc)', {
      site: learned.site,
      doc: JSON.stringify(learned),
    });
    db.close();
    await using store = await openSqlite(folder);
    const { versions, samples, recent, ...brief } = learned;
    expect(await store.wrappers.briefs()).toEqual([brief]);
  });

  it('counts pages of older versions from their next visit on', async () => {
    const db = new Database(join(folder, 'newshawk.db'));
    const before = migrations.findIndex((script) => script.includes('rate_class'));
    migrate(db, migrations.slice(0, before));
    const { nextVisitAt, ...rest } = pageState('http://a.example/1');
    const row = { url: rest.url, at: nextVisitAt.getTime(), doc: JSON.stringify(rest) };
    db.run(
      "INSERT INTO pages (url, site, next_visit_at, planned_at, doc) VALUES (:url, 'a.example', :at, 0, :doc)",
      row,
    );
    db.close();
    await using store = await openSqlite(folder);
    expect(await store.pages.rateCounts()).toEqual([]);
    expect(await store.pages.get(rest.url)).toEqual({ ...rest, nextVisitAt });
  });

  it('takes an older store forward and keeps what is in it', () => {
    const db = new Database(join(folder, 'old.db'));
    migrate(db, ['CREATE TABLE t (a TEXT)']);
    db.run("INSERT INTO t VALUES ('kept')");
    const newer = ['CREATE TABLE t (a TEXT)', 'ALTER TABLE t ADD COLUMN b INTEGER DEFAULT 7'];
    migrate(db, newer);
    migrate(db, newer);
    expect(db.all('SELECT a, b FROM t').map((row) => ({ ...(row as object) }))).toEqual([{ a: 'kept', b: 7 }]);
    expect(() => migrate(db, [...newer, 'CREATE TABLE u (a); no sql'])).toThrow(/syntax error/);
    expect(db.all("SELECT name FROM sqlite_schema WHERE name = 'u'")).toEqual([]); // all or nothing
    db.close();
    expect(migrations.length).toBeGreaterThan(0);
  });

  it('reads news in batches where many articles have the same time', async () => {
    await using store = await openSqlite(folder);
    await commitArticles(
      store,
      Array.from({ length: 401 }, (_, n) => article(`n${n}`)),
    );
    const ids = new Set<string>();
    for await (const { id } of store.news.between(at(0), at(9), { topic: null, limit: 500 })) ids.add(id);
    expect(ids.size).toBe(401);
  });

  it('finds by one look-up each in an index which addresses have a task', () => {
    const db = new Database(join(folder, 'plan.db'));
    migrate(db);
    const plan = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${withTask}`, { urls: '["http://a.example/"]' });
    db.close();
    expect(plan.map(({ detail }) => detail)).toEqual([
      'SCAN asked VIRTUAL TABLE INDEX 1:',
      'SEARCH frontier USING PRIMARY KEY (url=?)',
    ]);
  });

  it('opens a fresh store from several connections at once', async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, () => openSqlite(folder)));
    await Promise.all(stores.map((store) => store.ping()));
    await Promise.all(stores.map((store) => store[Symbol.asyncDispose]()));
    await expect(stores[0]?.ping()).rejects.toMatchObject({ kind: 'store' });
  });

  it('ends with the same stories in whatever order articles come', async () => {
    const count = 8;
    const index = fc.integer({ min: 0, max: count - 1 });
    const world = fc.record({
      pairs: fc.array(fc.tuple(index, index), { maxLength: 10 }),
      days: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: count, maxLength: count }),
      onTopic: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
      orders: fc.tuple(...[0, 1].map(() => fc.shuffledSubarray([...Array(count).keys()], { minLength: count }))),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(world, async ({ pairs, days, onTopic, orders }) => {
        const outcomes = [];
        for (const order of orders) {
          run += 1;
          await using store = await openSqlite(join(folder, String(run)));
          for (const n of order) {
            const near = pairs.flatMap(([a, b]) => (a === n ? [b] : b === n ? [a] : []));
            const neighbours = await Promise.all(near.map((other) => store.articles.get(`a${other}`)));
            await commitArticles(store, [
              article(`a${n}`, {
                site: `s${n % 3}.example`,
                onTopic: onTopic[n] ?? true,
                publishedAt: { value: `2026-11-0${days[n]}`, precision: 'day' },
                joins: neighbours.flatMap((neighbour) => neighbour?.cluster ?? []),
              }),
            ]);
          }
          outcomes.push(
            (await store.articles.find({}))
              .map(({ id, cluster, canonicalId, status, relation }) => ({ id, cluster, canonicalId, status, relation }))
              .sort((a, b) => (a.id < b.id ? -1 : 1)),
          );
        }
        expect(outcomes[0]).toEqual(outcomes[1]);
      }),
      { numRuns: 15, seed: 42 },
    );
  });
});
