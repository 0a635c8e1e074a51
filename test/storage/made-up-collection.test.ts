import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backupStore } from '../../src/commands/store/backup-store.ts';
import { restoreInto } from '../../src/commands/store/restore-store.ts';
import type { OpenRecords } from '../../src/storage/engine/records.ts';
import { openMongo } from '../../src/storage/mongo/open-mongo.ts';
import type { Store, StorePurpose } from '../../src/storage/port.ts';
import { Database } from '../../src/storage/sqlite/database.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { databaseUrl, sharedMongo } from '../support/store/mongo-server.ts';
import type { Note, Notes } from './made-up-notes.ts';
import { openStore } from './open-store.ts';
import { at } from './records.ts';

const notesOf = (store: Store) => (store as unknown as { readonly notes: Notes }).notes;

vi.mock('../../src/storage/collections/all.ts', async (original) => {
  const all = await original<typeof import('../../src/storage/collections/all.ts')>();
  const { notes } = await import('./made-up-notes.ts');
  return {
    declared: { ...all.declared, notes },
    openCollections: (open: OpenRecords, parts: Parameters<typeof all.openCollections>[1]) => ({
      ...all.openCollections(open, parts),
      notes: open(notes),
    }),
  };
});

const note = (number: number, more: Partial<Note> = {}): Note => ({
  desk: 'news',
  number,
  text: `Ferry ${number}`,
  isUrgent: false,
  takenAt: at(number),
  history: [{ at: at(number), by: null }],
  ...more,
});

const tools = {
  clock: { monotonicMs: () => 0, now: () => at(100) },
  signal: new AbortController().signal,
  openStoreAt: (place: string, purpose?: StorePurpose) => openStore(place.replace(/^file:/, ''), purpose),
};

/** What every engine does with the records of a collection. */
async function expectNotes(store: Store): Promise<void> {
  const all = notesOf(store);
  const numbers = (found: readonly Note[]) => found.map(({ number }) => number);
  await all.put(note(1), note(2, { isUrgent: true }), note(3, { text: 'Last ferry' }), note(1, { desk: 'sport' }));
  expect(await all.get('news', 2)).toEqual(note(2, { isUrgent: true }));
  expect([await all.add(note(2)), await all.add(note(4))]).toEqual([false, true]);
  const newest = { where: { desk: 'news' }, order: ['-takenAt', 'number'] } as const;
  expect(numbers(await all.find({ ...newest, limit: 2 }))).toEqual([4, 3]);
  expect(numbers(await all.find({ ...newest, after: note(3) }))).toEqual([2, 1]);
  expect(numbers(await all.find({ where: { isUrgent: true } }))).toEqual([2]);
  expect(numbers(await all.find({ where: { words: 'last' } }))).toEqual([3]);
  expect(await all.pick(['number'], { where: { takenAt: { gt: at(3) } } })).toEqual([{ number: 4 }]);
  expect(await all.groups({ by: ['desk'], sum: ['number'] })).toEqual([
    { desk: 'news', count: 4, number: 10 },
    { desk: 'sport', count: 1, number: 1 },
  ]);
  await all.change(['news', 3], (stored) => stored && { ...stored, text: 'No more' });
  expect(await all.count({ words: 'last' })).toBe(0);
  expect(await all.update({ desk: 'sport' }, { isUrgent: true })).toBe(1);
  expect(await all.replace(note(4, { isUrgent: true }), { isUrgent: true })).toBe(false);
  expect(numbers(await all.take({ where: { isUrgent: true, desk: 'news' } }, { isUrgent: false }))).toEqual([2]);
  expect(await all.remove({ takenAt: { lt: at(2) } })).toBe(2);
  expect(numbers(await all.page(null, 9))).toEqual([2, 3, 4]);
}

const expected = [note(2), note(3, { text: 'No more' }), note(4)];

describe('a collection that is declared', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-notes-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('works in SQLite, is backed up, and checked', async () => {
    await using store = await openSqlite(join(folder, 'store'));
    await expectNotes(store);
    await backupStore(store, join(folder, 'backup'), tools);
    {
      await using copy = await openSqlite(join(folder, 'backup'));
      expect(await notesOf(copy).page(null, 9)).toEqual(expected);
      expect(await Array.fromAsync(copy.maintenance.defects())).toEqual([]);
    }
    const file = new Database(join(folder, 'store', 'newshawk.db'));
    file.exec("UPDATE notes SET doc = json_set(doc, '$.text', 7) WHERE number = 3");
    file.close();
    expect(await Array.fromAsync(store.maintenance.defects())).toMatchObject([
      { what: 'a wrong record of notes', id: 'news 3', canRepair: false },
    ]);
  });
});

const server = await sharedMongo();

describe('the same collection', () => {
  if ('skipped' in server) {
    it(`works in MongoDB (${server.skipped})`, ({ skip }) => skip(server.skipped));
    return;
  }
  afterAll(() => server.stop());

  it('works in MongoDB, is restored there, and checked', async () => {
    const address = databaseUrl(server.url, `newshawk_notes_${process.pid}`);
    const folder = await mkdtemp(join(tmpdir(), 'newshawk-notes-'));
    await using client = new MongoClient(address);
    const stored = client.db().collection<{ _id: string; text: unknown }>('notes');
    {
      await using store = await openMongo(address);
      await expectNotes(store);
      expect(await Array.fromAsync(store.maintenance.defects())).toEqual([]);
      await expect(stored.insertOne({ _id: 'x', text: 'no desk' })).rejects.toMatchObject({ code: 121 });
      expect((await stored.indexes()).map(({ key }) => key)).toContainEqual({ desk: 1, takenAt: 1, number: -1 });
    }
    await client.db().dropDatabase();
    await using original = await openSqlite(join(folder, 'original'));
    await notesOf(original).put(...expected);
    await backupStore(original, join(folder, 'backup'), tools);
    await restoreInto(join(folder, 'backup'), address, tools);
    await using restored = await openMongo(address);
    expect(await notesOf(restored).page(null, 9)).toEqual(expected);
    await stored.updateOne({ _id: 'news\n3' }, { $set: { text: 7 } });
    expect(await Array.fromAsync(restored.maintenance.defects())).toMatchObject([
      { what: 'a wrong record of notes', id: 'news 3' },
    ]);
    await client.db().dropDatabase();
    await rm(folder, { recursive: true });
  });
});
