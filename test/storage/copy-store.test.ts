import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkStore } from '../../src/commands/store/check-store.ts';
import { compareStores } from '../../src/commands/store/compare-stores.ts';
import { copyStore } from '../../src/commands/store/copy-store.ts';
import type { Store } from '../../src/storage/port.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { transferKinds } from '../../src/storage/transfer-port.ts';
import { fillStore } from '../support/store/full-store.ts';
import { startChild } from './child-process.ts';
import { at, visit } from './records.ts';

const options = { clock: { now: () => at(100), monotonicMs: () => 0 }, signal: new AbortController().signal };

async function firstBlobFile({ blobs, location }: Store): Promise<string> {
  const [hash = ''] = await blobs.list(null, 1);
  return join(location, 'blobs', hash.slice(0, 2), hash);
}

describe('a copy of a store', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-copy-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const place = (name: string) => join(folder, name);

  it('has the same hashes, whatever the texts', async () => {
    let run = 0;
    const texts = fc.string({
      unit: fc.oneof(fc.constantFrom('$', '.', '\n', '\ud83c', '\udf88', '\u0000', '"', 'é'), fc.string()),
    });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 0, max: 4 }), async (text, pages) => {
        run += 1;
        await using source = await openSqlite(place(`source-${run}`));
        await using target = await openSqlite(place(`target-${run}`));
        await fillStore(source, text, Math.max(1, pages));
        expect((await copyStore(source, target, options)).differences).toEqual([]);
        expect((await checkStore(target)).defects).toEqual([]);
      }),
      { numRuns: 12, seed: 7 },
    );
  });

  it('goes on after kill -9 at any point, and doubles nothing', async () => {
    {
      await using source = await openSqlite(place('source'));
      await fillStore(source, 'text', 60);
    }
    // before the first batch, after it, among small and large kinds, at the last ones
    for (const notes of [1, 2, 5, 12, 20, 28, 33, 36]) {
      const child = startChild('copy', place('source'), place(`target-${notes}`), notes);
      await child.killAfter(1);
      await using source = await openSqlite(place('source'));
      await using target = await openSqlite(place(`target-${notes}`), 'copy');
      expect((await target.transfer.progress())?.isDone).not.toBe(true);
      const report = await copyStore(source, target, options);
      expect({ resumed: report.resumed, differences: report.differences, sourceChanged: report.sourceChanged }).toEqual(
        { resumed: notes > 2, differences: [], sourceChanged: false },
      );
      expect((await checkStore(target)).defects).toEqual([]);
    }
  });

  it('says which records differ, are missing, or are too many', async () => {
    await using source = await openSqlite(place('source'));
    await using target = await openSqlite(place('target'));
    await fillStore(source);
    await copyStore(source, target, options);
    const [first] = await source.visits.find({ limit: 1 });
    const [source1] = await source.sources.list();
    if (first === undefined || source1 === undefined) throw new Error('the store was filled');
    await source.transfer.write('visits', [{ ...first, id: 'only-here' }]);
    await target.transfer.write('visits', [{ ...first, id: 'only-there' }]);
    await target.sources.save({ ...source1, weight: 7 });
    await source.blobs.put(Buffer.from('new'));
    const { differences } = await compareStores(source, target);
    expect(differences.map(({ kind, key, what }) => [kind, what, kind === 'blobs' ? '' : key[0]])).toEqual([
      ['visits', 'missing', 'only-here'],
      ['visits', 'only in the target', 'only-there'],
      ['sources', 'different', source1.id],
      ['blobs', 'missing', ''],
    ]);
    expect(transferKinds.length).toBeGreaterThan(30);
  });

  it('is refused into a store that is not empty, or holds another unfinished copy', async () => {
    await using source = await openSqlite(place('source'));
    await using target = await openSqlite(place('target'));
    await fillStore(source);
    await expect(copyStore(source, source, options)).rejects.toThrow(/Both addresses name/);
    await target.sources.save((await source.sources.list())[0] as never);
    await expect(copyStore(source, target, options)).rejects.toThrow(/not empty/);
    await using other = await openSqlite(place('other'));
    await other.transfer.saveProgress({ source: '/elsewhere', isDone: false, last: {} });
    await expect(copyStore(source, other, options)).rejects.toThrow(/unfinished copy of \/elsewhere/);
    const stopped = { ...options, signal: AbortSignal.abort() };
    await using empty = await openSqlite(place('empty'));
    await expect(copyStore(source, empty, stopped)).rejects.toMatchObject({ exitCode: 11 });
    expect((await copyStore(source, empty, options)).differences).toEqual([]);
    await expect(copyStore(source, empty, options)).rejects.toThrow(/not empty/);
  });

  it('puts no damaged blob into the target, and succeeds once the blob is repaired', async () => {
    await using source = await openSqlite(place('source'));
    await fillStore(source);
    const file = await firstBlobFile(source);
    const bytes = await readFile(file);
    await using target = await openSqlite(place('target'), 'copy');
    await writeFile(file, 'other bytes');
    await expect(copyStore(source, target, options)).rejects.toThrow(/is damaged: its bytes have another hash/);
    await writeFile(file, bytes);
    expect((await copyStore(source, target, options)).differences).toEqual([]);
    expect(await target.blobs.size()).toEqual(await source.blobs.size());
  });

  it('copies missing and different records once the source is repaired', async () => {
    await using source = await openSqlite(place('source'));
    await fillStore(source);
    const file = await firstBlobFile(source);
    await using target = await openSqlite(place('target'), 'copy');
    await rename(file, place('lost'));
    const { differences } = await copyStore(source, target, options);
    expect(differences.map(({ kind, what }) => [kind, what])).toEqual([['blobs', 'missing']]);
    await rename(place('lost'), file);
    const [first] = await source.visits.find({ limit: 1 });
    if (first === undefined) throw new Error('the store was filled');
    await source.transfer.write('visits', [{ ...first, elapsedMs: first.elapsedMs + 1 }]);
    const again = await copyStore(source, target, options);
    expect({ differences: again.differences, resumed: again.resumed }).toEqual({ differences: [], resumed: false });
    expect((await target.transfer.progress())?.isDone).toBe(true);
    expect((await checkStore(target, { withHashes: true })).defects).toEqual([]);
  });

  it('is no store for others until it has ended', async () => {
    await using source = await openSqlite(place('source'));
    await fillStore(source);
    {
      await using target = await openSqlite(place('target'), 'copy');
      const stopped = { ...options, signal: AbortSignal.abort() };
      await expect(copyStore(source, target, stopped)).rejects.toMatchObject({ exitCode: 11 });
    }
    for (const purpose of ['use', 'existing'] as const)
      await expect(openSqlite(place('target'), purpose)).rejects.toMatchObject({
        kind: 'store',
        message: /target is an unfinished copy of .*source: repeat/,
      });
    {
      await using target = await openSqlite(place('target'), 'copy');
      await copyStore(source, target, options);
    }
    await (await openSqlite(place('target')))[Symbol.asyncDispose]();
  });

  it('notices a source that is written meanwhile', async () => {
    await using source = await openSqlite(place('source'));
    await using target = await openSqlite(place('target'));
    await using writer = await openSqlite(place('source'));
    await fillStore(source);
    const [first] = await source.visits.find({ limit: 1 });
    let written = false;
    const onProgress = () => {
      if (!written && first !== undefined)
        void writer.transfer.write('visits', [visit({ ...first, lease: 'x' } as never, { id: 'late' })]);
      written = true;
    };
    expect((await copyStore(source, target, { ...options, onProgress })).sourceChanged).toBe(true);
  });
});
