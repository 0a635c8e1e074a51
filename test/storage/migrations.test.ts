import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { BSON, MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMongo } from '../../src/storage/mongo/open-mongo.ts';
import { blobFile } from '../../src/storage/sqlite/blobs.ts';
import { Database } from '../../src/storage/sqlite/database.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { migrations } from '../../src/storage/sqlite/schema/migrations.ts';
import { type TransferKind, transferKinds } from '../../src/storage/transfer-port.ts';
import { databaseUrl, sharedMongo } from '../support/store/mongo-server.ts';
import { expectWhole } from './old-stores/expect-whole.ts';
import { blobTexts } from './old-stores/fill.ts';
import { sha } from './records.ts';

const folderOf = (kind: string) => new URL(`old-stores/${kind}/`, import.meta.url);
const versionsOf = async (kind: string) =>
  (await readdir(folderOf(kind))).map((name) => Number(name.slice(0, 2))).sort((a, b) => a - b);
const oldStore = async (kind: string, version: number, ending: string) =>
  brotliDecompressSync(await readFile(new URL(`${String(version).padStart(2, '0')}.${ending}.br`, folderOf(kind))));

/** Nobody has a store of these versions: 30 and 31 came together with 32; the scripts of 7 to 9 and of 16 were rewritten within the hours of their making, before any release. */
const neverAlone = [7, 8, 9, 16, 30, 31];
const sqliteVersions = await versionsOf('sqlite');

/** Tables with a row for each record of a kind, where they are not named like it. */
const tableOf: Partial<Record<TransferKind, string | null>> = {
  addresses: null, // rows of the frontier that the link graph uses
  articles: 'article_texts',
  calibrationSteps: 'calibration_steps',
  counters: null,
  hostRests: 'host_rests',
  knownAddresses: 'known_addresses',
  modelActivations: 'model_activations',
  ownRules: 'own_rules',
  proxyUses: 'proxy_uses',
  rateTallies: null, // summed up from the next visits on
  seedSearches: 'seed_searches',
  siteLearning: 'site_learning',
  tasks: null, // `frontier` has addresses without tasks too
  topicExamples: 'topic_examples',
};

describe('a SQLite store of schema version', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-migration-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it.each(sqliteVersions)('%i is taken to the newest one, and all of it is read back', async (version) => {
    const file = join(folder, 'newshawk.db');
    await writeFile(file, await oldStore('sqlite', version, 'db'));
    for (const text of blobTexts) {
      const path = blobFile(join(folder, 'blobs'), sha(text));
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, text);
    }
    const db = new Database(file);
    expect(db.get('PRAGMA user_version')).toEqual({ user_version: version });
    const tables = new Set(
      db.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").map(({ name }) => name),
    );
    const had: Partial<Record<TransferKind, number>> = {};
    for (const kind of transferKinds) {
      const table = tableOf[kind] === undefined ? kind : tableOf[kind];
      if (table !== null && tables.has(table))
        had[kind] = db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
    }
    db.close();
    await using store = await openSqlite(folder);
    await expectWhole(store, had);
  });

  it('that is older than the newest one is here for each', () => {
    const released = migrations.map((_, at) => at + 1).filter((version) => !neverAlone.includes(version));
    // make one by old-stores/make.ts before another migration is added
    expect(sqliteVersions).toEqual(expect.arrayContaining(released.slice(0, -1)));
  });
});

const server = await sharedMongo();
const mongoVersions = await versionsOf('mongodb');

describe('a MongoDB store of schema version', () => {
  if ('skipped' in server) {
    it(`1 and later (${server.skipped})`, ({ skip }) => skip(server.skipped));
    return;
  }
  afterAll(() => server.stop());

  it.each(mongoVersions)('%i is taken to the newest one, and all of it is read back', async (version) => {
    const address = databaseUrl(server.url, `newshawk_migration_${process.pid}_${version}`);
    const collections: Record<string, object[]> = BSON.EJSON.parse(
      (await oldStore('mongodb', version, 'json')).toString(),
      { relaxed: false },
    );
    await using client = new MongoClient(address);
    for (const [name, documents] of Object.entries(collections))
      await client.db().collection(name).insertMany(documents);
    const kinds = transferKinds.filter((kind) => !['counters', 'addresses', 'tasks', 'rateTallies'].includes(kind));
    {
      await using store = await openMongo(address);
      await expectWhole(
        store,
        Object.fromEntries(kinds.flatMap((kind) => (collections[kind] ? [[kind, collections[kind].length]] : []))),
      );
    }
    await client.db().dropDatabase();
  });
});
