import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../src/storage/sqlite/database.ts';
import { withTask } from '../../src/storage/sqlite/frontier/frontier.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { migrate } from '../../src/storage/sqlite/schema.ts';
import { traced } from '../support/store/mongo-commands.ts';
import { mayScan, type SentStatement, scansOf, watchStatements } from '../support/store/sqlite-plans.ts';
import { commitArticles } from './commit-articles.ts';
import { contractParts, storageContract } from './contract/contract.ts';
import { article, at } from './records.ts';

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
