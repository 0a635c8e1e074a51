import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { backupStore } from '../../src/commands/store/backup-store.ts';
import { checkStore } from '../../src/commands/store/check-store.ts';
import { restoreFolder } from '../../src/commands/store/restore-store.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { openStore } from './open-store.ts';
import { at, source } from './records.ts';

/** Whether the n-th rename, counted from 0, fails. */
const renames = vi.hoisted(() => ({ count: 0, fails: (_n: number): boolean => false }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const rename: typeof real.rename = async (from, to) => {
    if (renames.fails(renames.count++)) throw new Error('no rename any more');
    await real.rename(from, to);
  };
  return { ...real, rename };
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-killed-restore-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const tools = {
  clock: { now: () => at(100), monotonicMs: () => 0 },
  signal: new AbortController().signal,
  openStoreAt: (address: string, purpose?: Parameters<typeof openStore>[1]) =>
    openStore(address.replace(/^file:/, ''), purpose),
};

/** A store that holds a source and a blob of this name. */
async function makeStore(place: string, name: string): Promise<void> {
  await using store = await openSqlite(place);
  await store.sources.save(source(name));
  await store.blobs.put(Buffer.from(name));
}

async function nameOf(place: string): Promise<string> {
  await using store = await openSqlite(place, 'existing');
  expect((await checkStore(store, { withHashes: true })).defects).toEqual([]);
  const [hash] = await store.blobs.list(null, 9);
  const [first] = await store.sources.list();
  expect(Buffer.from((hash && (await store.blobs.get(hash))) ?? '').toString()).toBe(first?.id);
  return first?.id ?? '';
}

/** Restores with failing renames. @returns whether one failed */
async function restoreFailing(data: string, fails: (n: number) => boolean): Promise<boolean> {
  Object.assign(renames, { count: 0, fails });
  try {
    await restoreFolder(join(folder, 'backup'), data, { ...tools, replace: true });
    return false;
  } catch (error) {
    expect(String(error)).toContain('no rename any more');
    return true;
  } finally {
    renames.fails = () => false;
  }
}

async function makeBackup(): Promise<void> {
  await makeStore(join(folder, 'new'), 'new');
  await using store = await openSqlite(join(folder, 'new'));
  await backupStore(store, join(folder, 'backup'), tools);
}

it('a restore that is killed at any rename leaves the old or the new store, or says what to do, and can be repeated', async () => {
  await makeBackup();
  let isCut = true;
  for (let count = 0; isCut; count += 1) {
    const data = join(folder, `killed-${count}`);
    await makeStore(data, 'old');
    isCut = await restoreFailing(data, (n) => n >= count);
    const opened = await nameOf(data).catch((error: Error) => error.message);
    expect(opened).toMatch(/^(old|new)$|restore` into .* is under way, or was killed: .* run it again/);
    if (opened !== 'new') {
      expect(await restoreFailing(data, () => false)).toBe(false);
      expect(await nameOf(data)).toBe('new');
    }
    expect({ name: await nameOf(join(data, 'replaced')), files: (await readdir(data)).sort() }).toEqual({
      name: 'old',
      files: ['blobs', 'newshawk.db', 'replaced'],
    });
    expect(count).toBeLessThan(30);
  }
});

it('a repetition that is killed too leaves the old store for the next one', async () => {
  await makeBackup();
  // the database is out, all is out, the blobs are in, only the database is not
  for (const count of [1, 5, 6, 9])
    for (let undone = 0; undone < 10; undone += 1) {
      const data = join(folder, `twice-${count}-${undone}`);
      await makeStore(data, 'old');
      await restoreFailing(data, (n) => n >= count);
      if (!(await restoreFailing(data, (n) => n >= undone))) continue;
      await restoreFailing(data, () => false);
      expect([await nameOf(data), await nameOf(join(data, 'replaced'))]).toEqual(['new', 'old']);
    }
});

it('a restore that fails at any rename leaves the store as it was', async () => {
  await makeBackup();
  let failed = true;
  for (let count = 0; failed; count += 1) {
    const data = join(folder, `failed-${count}`);
    await makeStore(data, 'old');
    failed = await restoreFailing(data, (n) => n === count);
    if (failed)
      expect({ name: await nameOf(data), files: await readdir(data) }).toEqual({
        name: 'old',
        files: ['blobs', 'newshawk.db'],
      });
    expect(count).toBeLessThan(30);
  }
});
