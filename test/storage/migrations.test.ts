import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectionsOf } from '../../src/storage/mongo/collections.ts';
import { openMongo } from '../../src/storage/mongo/open-mongo.ts';
import * as mongo from '../../src/storage/mongo/prepare.ts';
import { Database } from '../../src/storage/sqlite/database.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { migrations } from '../../src/storage/sqlite/schema/migrations.ts';
import { migrate } from '../../src/storage/sqlite/schema.ts';
import { databaseUrl, sharedMongo } from '../support/store/mongo-server.ts';
import { at, source } from './records.ts';

describe('a SQLite store', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-migration-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('of schema 1 is taken to a made-up version 2 with all that is in it, once', async () => {
    {
      await using store = await openSqlite(folder);
      await store.sources.define(source('kept'));
    }
    const file = new Database(join(folder, 'newshawk.db'));
    const newer = [...migrations, 'ALTER TABLE sources ADD COLUMN colour TEXT NOT NULL DEFAULT "red"'];
    migrate(file, newer);
    migrate(file, newer);
    expect(file.get('SELECT id, colour FROM sources')).toEqual({ id: 'kept', colour: 'red' });
    expect(file.get('PRAGMA user_version')).toEqual({ user_version: 2 });
    expect(() => migrate(file, [...newer, 'CREATE TABLE u (a); no sql'])).toThrow(/syntax error/);
    expect(file.all("SELECT name FROM sqlite_schema WHERE name = 'u'")).toEqual([]); // all or nothing
    file.close();
    await expect(openSqlite(folder)).rejects.toMatchObject({ kind: 'store', message: /schema 2.*this one knows 1/ });
  });

  it('is made with schema 1', async () => {
    await using store = await openSqlite(folder);
    expect(store.kind).toBe('sqlite');
    const file = new Database(join(folder, 'newshawk.db'));
    expect(file.get('PRAGMA user_version')).toEqual({ user_version: 1 });
    file.close();
  });
});

const server = await sharedMongo();

describe('a MongoDB store', () => {
  if ('skipped' in server) {
    it(`of schema 1 (${server.skipped})`, ({ skip }) => skip(server.skipped));
    return;
  }
  afterAll(() => server.stop());

  it('of schema 1 is taken to a made-up version 2 with all that is in it, once', async () => {
    const address = databaseUrl(server.url, `newshawk_migration_${process.pid}`);
    {
      await using store = await openMongo(address);
      await store.sources.define(source('kept', { nextPollAt: at(1) }));
    }
    await using client = new MongoClient(address);
    const db = client.db();
    let runs = 0;
    const paint = async (database: Db) => {
      runs += 1;
      await database.collection('sources').updateMany({ colour: { $exists: false } }, { $set: { colour: 'red' } });
    };
    const steps = [...mongo.mongoMigrations, paint];
    const collections = collectionsOf(db);
    for (const expected of [1, 2]) {
      const previous = await mongo.storedSchema(collections, address, { purpose: 'existing', steps });
      expect(previous).toBe(expected);
      await mongo.prepare(db, collections, { previous, steps });
    }
    expect({ runs, documents: await db.collection('sources').find({}).project({ colour: 1 }).toArray() }).toEqual({
      runs: 1,
      documents: [{ _id: 'kept', colour: 'red' }],
    });
    await expect(openMongo(address)).rejects.toMatchObject({ kind: 'store', message: /schema 2.*this one knows 1/ });
    await db.dropDatabase();
  });
});
