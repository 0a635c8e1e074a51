import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkStore } from '../../../src/commands/store/check-store.ts';
import { compareStores, isSame } from '../../../src/commands/store/compare-stores.ts';
import { copyStore } from '../../../src/commands/store/copy-store.ts';
import { batchesOf, transferKeyOf } from '../../../src/commands/store/record-digest.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import { type TransferKey, type TransferKinds, transferKinds } from '../../../src/storage/transfer-port.ts';
import { fillStore } from '../../support/store/full-store.ts';
import { storeDigest } from '../../support/store/store-digest.ts';
import { startChild } from '../child-process.ts';
import { openStore } from '../open-store.ts';
import { at, claimOf, workerBeat } from '../records.ts';
import type { UnderTest } from './contract.ts';

const copyOptions = { clock: { now: () => at(100), monotonicMs: () => 0 }, signal: new AbortController().signal };

export function transferContract(current: () => UnderTest): void {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-transfer-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('gives all records of every kind once, and takes them as they are', async () => {
    const { store } = current();
    await fillStore(store);
    await using target = await openSqlite(join(folder, 'target'));
    for (const kind of transferKinds) {
      const records = (await Array.fromAsync(batchesOf(store.transfer, kind))).flat();
      expect([kind, records.length > 0]).toEqual([kind, true]);
      const keys = records.map((record) => transferKeyOf(kind, record));
      expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
      const oneByOne: TransferKinds[typeof kind][] = [];
      for (let after: TransferKey | null = null; ; after = transferKeyOf(kind, oneByOne.at(-1) as never)) {
        const next: readonly TransferKinds[typeof kind][] = await store.transfer.read(kind, after, 1);
        oneByOne.push(...next);
        if (next.length === 0) break;
      }
      expect(oneByOne).toEqual(records);
      expect(await store.transfer.get(kind, keys)).toHaveLength(keys.length);
      for (let time = 0; time < 2; time += 1) await target.transfer.write(kind, records);
      expect((await Array.fromAsync(batchesOf(target.transfer, kind))).flat().length).toBe(records.length);
    }
  });

  it('lists all blobs in the order of their hashes', async () => {
    const { blobs } = current().store;
    const put: string[] = [];
    for (let n = 0; n < 7; n += 1) put.push(await blobs.put(Buffer.from(`blob ${n}`)));
    const all = await blobs.list(null, 1_000);
    expect(all).toEqual(expect.arrayContaining(put));
    expect(all).toEqual([...all].sort());
    expect(await blobs.list(all[2] ?? null, 3)).toEqual(all.slice(3, 6));
    expect(await blobs.list(all.at(-1) ?? null, 3)).toEqual([]);
  });

  it('is no store for others while the copy into it has not ended', async () => {
    const { store, address } = current();
    await store.transfer.saveProgress({ source: '/a', isDone: false, last: {} });
    await expect(openStore(address)).rejects.toMatchObject({ kind: 'store', message: /is an unfinished copy of \/a/ });
    await (await openStore(address, 'copy'))[Symbol.asyncDispose]();
    await store.transfer.saveProgress({ source: '/a', isDone: true, last: {} });
    await (await openStore(address, 'existing'))[Symbol.asyncDispose]();
  });

  it('is the same store after a copy there and back, and works on', async () => {
    const { store } = current();
    await using original = await openSqlite(join(folder, 'original'));
    await fillStore(original);
    const there = await copyStore(original, store, copyOptions);
    expect(there.differences).toEqual([]);
    expect(there.kinds.filter((kind) => !isSame(kind))).toEqual([]);
    await using back = await openSqlite(join(folder, 'back'));
    expect((await copyStore(store, back, copyOptions)).differences).toEqual([]);
    expect((await compareStores(original, back)).differences).toEqual([]);
    expect(await storeDigest(store)).toEqual(await storeDigest(original));
    expect(await store.visits.summary({})).toEqual(await original.visits.summary({}));
    expect(await store.links.maxInLinks()).toBe(await original.links.maxInLinks());
    expect((await checkStore(store)).defects).toEqual([]);
    expect((await checkStore(back)).defects).toEqual([]);
    const claim = claimOf({ now: at(2_000), owner: 'next', leasesEndedBy: at(2_000) });
    const namesOf = async (from: typeof back | typeof store) =>
      (await from.frontier.claim(claim)).map(({ url }) => url);
    const claimed = await namesOf(original);
    expect(claimed.length).toBeGreaterThan(4);
    expect(await namesOf(store)).toEqual(claimed);
    expect(await namesOf(back)).toEqual(claimed);
  });

  it('goes on after kill -9 of a copy, and doubles nothing', async () => {
    const { store, address } = current();
    const from = join(folder, 'killed');
    await using source = await openSqlite(from);
    await fillStore(source, 'text', 10);
    const child = startChild('copy', from, address, 20);
    await child.killAfter(1);
    expect((await store.transfer.progress())?.isDone).toBe(false);
    const report = await copyStore(source, store, copyOptions);
    expect({ resumed: report.resumed, differences: report.differences }).toEqual({ resumed: true, differences: [] });
    expect((await checkStore(store)).defects).toEqual([]);
  });

  it('keeps the progress of a copy, and none of heartbeats', async () => {
    const { store } = current();
    expect(await store.transfer.progress()).toBeNull();
    const progress = { source: '/a', isDone: false, last: { visits: ['v'] as const } };
    await store.transfer.saveProgress(progress);
    await store.transfer.saveProgress({ ...progress, isDone: true });
    expect(await store.transfer.progress()).toEqual({ ...progress, isDone: true });
    await store.workers.beat(workerBeat('other', { at: at(99.9) }));
    await using target = await openSqlite(join(folder, 'refused'));
    await expect(copyStore(store, target, copyOptions)).rejects.toThrow(/crawl runs on the store .*other/);
    await expect(copyStore(target, store, copyOptions)).rejects.toThrow(/crawl runs on the store/);
  });
}
