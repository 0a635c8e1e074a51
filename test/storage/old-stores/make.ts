/** Keeps a small store of the present schema versions for the tests of later ones: `npm run old-stores`, before a migration is added. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, constants } from 'node:zlib';
import { BSON, MongoClient } from 'mongodb';
import { openMongo } from '../../../src/storage/mongo/open-mongo.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import { databaseUrl, startMongo } from '../../support/store/mongo-server.ts';
import { fillOldStore } from './fill.ts';

const keep = async (kind: string, version: number, ending: string, bytes: Uint8Array) => {
  const file = new URL(`${kind}/${String(version).padStart(2, '0')}.${ending}.br`, import.meta.url);
  await writeFile(file, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }));
  console.log(file.pathname);
};

async function keepSqlite(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-old-store-'));
  const store = await openSqlite(folder);
  await fillOldStore(store);
  await store[Symbol.asyncDispose]();
  const file = join(folder, 'newshawk.db');
  const db = new DatabaseSync(file);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE; VACUUM');
  const version = db.prepare('PRAGMA user_version').get() as { readonly user_version: number };
  db.close();
  await keep('sqlite', version.user_version, 'db', await readFile(file));
  await rm(folder, { recursive: true });
}

async function keepMongo(): Promise<void> {
  const server = await startMongo();
  if ('skipped' in server) throw new Error(server.skipped);
  const address = databaseUrl(server.url, 'newshawk_old_store');
  const store = await openMongo(address);
  await fillOldStore(store);
  await store[Symbol.asyncDispose]();
  const client = await new MongoClient(address).connect();
  const collections: Record<string, object[]> = {};
  for (const { name } of await client.db().listCollections().toArray()) {
    const documents = await client.db().collection(name).find({}).sort({ _id: 1 }).toArray();
    if (documents.length > 0) collections[name] = documents;
  }
  const schema = await client.db().collection<{ _id: string; value: number }>('counters').findOne({ _id: 'schema' });
  await keep('mongodb', schema?.value ?? 0, 'json', Buffer.from(BSON.EJSON.stringify(collections, { relaxed: false })));
  await client.db().dropDatabase();
  await client.close();
  await server.stop();
}

await keepSqlite();
await keepMongo();
