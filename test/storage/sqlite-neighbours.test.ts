import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namesakeIds, neighbourIds } from '../../src/storage/sqlite/articles/neighbours.ts';
import { Database } from '../../src/storage/sqlite/database.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { migrate } from '../../src/storage/sqlite/schema.ts';
import { commitArticles } from './commit-articles.ts';
import { article } from './records.ts';

const fingerprint = {
  bodyHash: 'h',
  simhash: '0123456789abcdef',
  titleKeywords: ['harbour', 'ferry', 'last', 'runs', 'more'],
  bodyKeywords: ['timber', 'ferries'],
  sketch: ['00000001', '00000002', '00000003'],
};

describe('the look-up of copies in SQLite', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-neighbours-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('goes through indexes only', () => {
    const db = new Database(join(folder, 'plans.db'));
    migrate(db);
    const steps: string[] = [];
    const all = db.all.bind(db);
    db.all = <Row>(sql: string, parameters = {}) => {
      for (const { detail } of all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, parameters)) steps.push(detail);
      return all<Row>(sql, parameters);
    };
    neighbourIds(db, fingerprint, '', 10);
    namesakeIds(db, fingerprint.titleKeywords, 10);
    db.close();
    const onTables = steps.filter((detail) => /\b(articles|article_\w+)\b/.test(detail));
    // body hash, four bands, four and two places, three marks, and the title's places once more
    expect(onTables).toHaveLength(1 + 4 + 4 + 2 + 3 + 4);
    for (const detail of onTables) expect(detail).toMatch(/^SEARCH .* USING (COVERING INDEX|PRIMARY KEY)/);
  });

  it('forgets the keys of a text that was replaced', async () => {
    await using store = await openSqlite(folder);
    const print = (...titleKeywords: string[]) => ({
      fingerprint: {
        bodyHash: titleKeywords.join(' '),
        simhash: 'ffffffffffffffff',
        titleKeywords,
        bodyKeywords: [],
        sketch: titleKeywords,
      },
    });
    await commitArticles(store, [article('a', print('one', 'two', 'three'))]);
    const later = { fetchedAt: new Date('2026-12-01T00:00:00Z'), body: 'Another body.' };
    await commitArticles(store, [article('a', { ...later, ...print('four', 'five') })]);
    expect(await store.articles.namesakes(['one', 'two', 'three'], 9)).toEqual([]);
    expect((await store.articles.namesakes(['four', 'five'], 9)).map(({ id }) => id)).toEqual(['a']);
    const db = new Database(join(folder, 'newshawk.db'));
    expect(db.all<{ n: number }>('SELECT count(*) AS n FROM article_marks').map(({ n }) => n)).toEqual([2]);
    expect(db.all<{ n: number }>('SELECT count(*) AS n FROM article_keywords').map(({ n }) => n)).toEqual([2]);
    db.close();
  });
});
