import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recheckRounds } from '../../src/crawl/recheck-copies.ts';
import { beatEveryMs } from '../../src/model/crawl/worker-beat.ts';
import { fingerprint } from '../../src/stages/dedupe/fingerprint.ts';
import type { Store } from '../../src/storage/port.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { commitArticles } from '../storage/commit-articles.ts';
import { article } from '../storage/records.ts';

describe('recheckRounds', () => {
  let folder: string;
  let store: Store;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-rechecks-'));
    store = await openSqlite(folder);
  });
  afterEach(async () => {
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  /** As processes store it that have looked before anything was stored, and are killed after the commit. */
  const commitUnseen = async (id: string, story: string) => {
    const text = { title: `Story ${story}`, body: `Word${story} and what it says of it. `.repeat(20), lang: 'en' };
    await commitArticles(store, [article(id, { ...text, fingerprint: fingerprint(text), comparedUpTo: 0 })]);
  };
  const clusters = async () =>
    Object.fromEntries((await store.articles.find({})).map(({ id, cluster, status }) => [id, `${cluster} ${status}`]));

  it('joins copies that killed processes left, at the start of a run and with each heartbeat', async () => {
    let nowMs = 5_000;
    const lines: unknown[] = [];
    const log = { info: (event: string, fields: object) => lines.push({ event, ...fields }) };
    const clock = { monotonicMs: () => nowMs };
    const round = recheckRounds({ store, clock, log } as never);
    for (const id of ['a', 'b', 'c']) await commitUnseen(id, 'one');
    expect(await clusters()).toEqual({ a: 'a published', b: 'b published', c: 'c published' });
    await round();
    expect(Object.values(await clusters()).toSorted()).toEqual(['a duplicate', 'a duplicate', 'a published']);
    expect(lines).toEqual([{ event: 'copies.rechecked', articles: 2 }]);
    await commitUnseen('d', 'one');
    nowMs += beatEveryMs - 1;
    await round();
    expect(await clusters()).toMatchObject({ d: 'd published' });
    nowMs += 1;
    await round();
    expect(await clusters()).toMatchObject({ d: 'a duplicate' });
    expect(lines).toHaveLength(2);
  });

  it('leaves apart what only shares a recheck', async () => {
    const round = recheckRounds({ store, clock: { monotonicMs: () => 0 }, log: { info: () => {} } } as never);
    await commitUnseen('a', 'one');
    await commitUnseen('b', 'another');
    expect(await store.articles.rechecks(9)).toMatchObject([{ id: 'b' }]);
    await round();
    expect(await clusters()).toEqual({ a: 'a published', b: 'b published' });
    expect(await store.articles.rechecks(9)).toEqual([]);
  });
});
