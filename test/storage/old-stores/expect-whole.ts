import { expect } from 'vitest';
import { checkStore } from '../../../src/pipeline/maintenance/check-store.ts';
import type { Store } from '../../../src/storage/port.ts';
import { type TransferKind, transferKeys, transferKinds } from '../../../src/storage/transfer-port.ts';
import { commitArticles } from '../commit-articles.ts';
import { expectLists, expectTallies } from '../contract/contract-tallies.ts';
import { article, at, claimOf, sha } from '../records.ts';
import { blobTexts, titleOf } from './fill.ts';

/** Reads all of a store that an old version wrote, and works on with it. @param had number of records in the old store, by kind */
export async function expectWhole(store: Store, had: Partial<Readonly<Record<TransferKind, number>>>): Promise<void> {
  expect((await checkStore(store, { withHashes: true })).defects).toEqual([]);
  await expectArticles(store);
  await expectCrawl(store);
  for (const kind of transferKinds) await expectReadable(store, kind, had[kind]);
  for (const text of blobTexts.slice(0, 5))
    expect(Buffer.from((await store.blobs.get(sha(text) as never)) ?? []).toString()).toBe(text);
  await expectTallies(store);
  await expectLists(store);
  await expectGoingOn(store);
}

async function expectArticles({ articles, visits, media }: Store): Promise<void> {
  expect(await articles.get('a0')).toMatchObject({
    title: `${titleOf(0)} again`,
    revision: 2,
    status: 'published',
    cluster: 'a0',
  });
  expect(await articles.get('a1')).toMatchObject({
    title: titleOf(1),
    revision: 1,
    status: 'duplicate',
    cluster: 'a0',
    canonicalId: 'a0',
  });
  expect(await articles.get('a2')).toMatchObject({ title: titleOf(2), body: article('a2').body, status: 'published' });
  expect(await articles.revisions('a0')).toMatchObject([{ revision: 1, title: titleOf(0), body: article('a0').body }]);
  expect((await articles.list({})).map(({ id, excerpt }) => [id, excerpt.slice(0, 15)])).toEqual([
    ['a0', 'The body of a0.'],
    ['a1', 'The body of a1.'],
    ['a2', 'The body of a2.'],
  ]);
  expect((await articles.find({ q: 'body a2' })).map(({ id }) => id)).toEqual(['a2']);
  const copies = await articles.neighbours(article('a2').fingerprint, '', 9);
  expect(copies.map(({ id }) => id)).toEqual(['a2']);
  expect((await visits.find({ limit: 99 })).map(({ outcome }) => outcome).sort()).toEqual([
    'deferred',
    'failed',
    'stored',
    'stored',
    'stored',
    'stored',
  ]);
  expect((await media.find({ limit: 9 })).map(({ url, host }) => [url, host]).sort()).toEqual([
    ['http://cdn.example/1.m3u8', 'cdn.example'],
    ['http://cdn.example/2.m3u8', 'cdn.example'],
  ]);
}

async function expectCrawl({ frontier, failures, pages, runs, sources }: Store): Promise<void> {
  expect(await frontier.counts()).toEqual({ pending: 5, leased: 1, done: 3, failed: 1 });
  expect((await failures.find({ limit: 9, state: 'all' })).map(({ id, detail }) => [id, detail])).toEqual([
    ['lost', 'text'],
  ]);
  expect((await sources.list()).map(({ id }) => id)).toEqual(['one', 'two']);
  expect((await runs.unfinished()).map(({ id }) => id)).toEqual(['run-1']);
  expect((await runs.list(9)).map(({ id }) => id)).toEqual(['run-2', 'run-1']);
  const due = await pages.claimDue({ now: at(90_000), limit: 9, claimUntil: at(90_001), sites: ['gazette.example'] });
  expect(due.map(({ url }) => url).sort()).toEqual([0, 1, 2].map((n) => `http://gazette.example/p${n}`));
}

/** Every record, with a value in each field that the present version knows. */
async function expectReadable(store: Store, kind: TransferKind, had: number | undefined): Promise<void> {
  const records = await store.transfer.read(kind, null, 500);
  if (had !== undefined) expect([kind, records.length]).toEqual([kind, had]);
  for (const record of records) {
    for (const key of transferKeys[kind]) expect(record).toHaveProperty(key);
    const text = JSON.stringify(record, (name, value: unknown) => {
      if (value === undefined || Number.isNaN(value)) throw new Error(`${kind} has no ${name}`);
      return value;
    });
    expect(text).not.toContain('Invalid');
  }
}

/** The next crawl: leases of the dead end, ready tasks are claimed, a copy joins its story. */
async function expectGoingOn(store: Store): Promise<void> {
  expect(await store.frontier.releaseOwners(['gone 1'])).toBe(1);
  const tasks = await store.frontier.claim(claimOf({ now: at(400), owner: 'next' }));
  expect(tasks.map(({ url }) => url).sort()).toEqual(['held', 'ready'].map((path) => `http://gazette.example/${path}`));
  await commitArticles(store, [
    article('a3', { joins: ['a0'], fetchedAt: at(401), firstSeenAt: at(401), snapshot: sha('page 2') as never }),
  ]);
  const story = await store.articles.find({ cluster: 'a0' });
  expect(story.map(({ id, status }) => [id, status === 'published']).sort()).toEqual(
    ['a0', 'a1', 'a3'].map((id) => [id, id === story[0]?.canonicalId]),
  );
  expect((await checkStore(store)).defects).toEqual([]);
  await expectTallies(store);
  await expectLists(store);
}
