import type { Db } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { collectionsOf } from '../../src/storage/mongo/collections.ts';
import { otherCollections, transferredCollections } from '../../src/storage/mongo/transfer/transfer.ts';
import { Database } from '../../src/storage/sqlite/database.ts';
import { migrate } from '../../src/storage/sqlite/schema.ts';
import { derivedTables, transferredTables } from '../../src/storage/sqlite/transfer/transfer.ts';

/** A new table or collection belongs to a kind of `TransferKinds`, or to the list of what follows from others: else a copy would lose it. */
describe('what a copy of a store takes along', () => {
  it('is every table of SQLite', () => {
    const db = new Database(':memory:');
    migrate(db);
    const names = db
      .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .map(({ name }) => name);
    db.close();
    const read = new Set(transferredTables.flatMap((from) => from.match(/\w+/g) ?? []));
    expect(names.filter((name) => !read.has(name) && !derivedTables.has(name))).toEqual([]);
    expect([...derivedTables].filter((name) => !names.includes(name))).toEqual([]);
  });

  it('is every collection of MongoDB', () => {
    const names = Object.keys(collectionsOf({ collection: () => ({}) } as unknown as Db)).filter(
      (name) => name !== 'open',
    );
    const read = new Set<string>(transferredCollections);
    expect(names.filter((name) => !read.has(name) && !otherCollections.has(name as never))).toEqual([]);
    expect([...otherCollections].filter((name) => !names.includes(name))).toEqual([]);
  });
});
