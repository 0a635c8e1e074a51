import { BSON, type CommandStartedEvent, MongoClient } from 'mongodb';
import { openMongo } from '../../../src/storage/mongo/open-mongo.ts';
import { databaseUrl, startMongo } from '../../../test/support/store/mongo-server.ts';
import { endings, fill } from '../operations.ts';

/** What does not depend on the server: sizes of documents as BSON, uncompressed, and the number of commands. */
export interface MongoUnits {
  readonly entry: number;
  readonly article: number;
  readonly visit: number;
  readonly link: number;
  /** Keys of all indexes of an entry or an article, bytes as BSON with 10 for the record: before the compression of common beginnings. */
  readonly entryIndex: number;
  readonly articleIndex: number;
  /** Commands of an ending with an article and 100 links; of a look-up of copies and a claim of 100 each. */
  readonly endingCommands: number;
  readonly lookUpCommands: number;
  readonly claimCommands: number;
}

const letters = 4_000;

/** Measures with any server that speaks the protocol, the stand-in of the tests too. @param pages a multiple of a hundred @returns text: why not */
export async function mongoUnits(entries: number, pages: number): Promise<MongoUnits | string> {
  const server = await startMongo();
  if ('skipped' in server) return server.skipped;
  const address = databaseUrl(server.url, `newshawk_units_${process.pid}`);
  const counter = countCommands();
  try {
    await using store = await openMongo(`${address}${address.includes('?') ? '&' : '?'}monitorCommands=true`);
    const { filled } = await fill(store, entries, 100);
    const claimCommands = await counter.of(async () => {
      await store.frontier.claim({ ...claim, restingHosts: new Set(['resting.example']) });
    });
    await store.frontier.releaseOwners(['bench']);
    await endings(filled, pages, letters); // opens what is opened once
    const before = counter.count;
    await endings(filled, pages, letters);
    const endingCommands = (counter.count - before - (pages / claim.limit) * claimCommands) / pages;
    const [article] = await store.articles.find({ limit: 1 });
    if (article === undefined) throw new Error('endings stored no article');
    const lookUpCommands = await counter.of(async () => {
      await store.articles.textsWritten();
      await store.articles.neighbours(article.fingerprint, article.id, 32);
    });
    return { ...(await documentSizes(address)), endingCommands, lookUpCommands, claimCommands };
  } finally {
    counter.stop();
    await using client = await new MongoClient(address).connect();
    await client.db().dropDatabase();
    await server.stop();
  }
}

const claim = {
  now: new Date('2026-11-20T13:00:00Z'),
  limit: 100,
  perHost: 1,
  owner: 'bench',
  leaseMs: 600_000,
  sites: null,
};

async function documentSizes(address: string) {
  await using client = await new MongoClient(address).connect();
  const db = client.db();
  const sizeOf = async (collection: string) => {
    const documents = await db.collection(collection).find().limit(300).toArray();
    const indexes = await db.collection(collection).indexes();
    let [bytes, keyBytes] = [0, 0];
    for (const document of documents) {
      bytes += BSON.calculateObjectSize(document);
      for (const { key } of indexes) keyBytes += keySize(document, Object.keys(key as object));
    }
    return { document: bytes / documents.length, keys: keyBytes / documents.length };
  };
  const [entry, article] = [await sizeOf('frontier'), await sizeOf('articles')];
  return {
    entry: entry.document,
    entryIndex: entry.keys,
    article: article.document,
    articleIndex: article.keys,
    visit: (await sizeOf('visits')).document,
    link: (await sizeOf('links')).document,
  };
}

/** Of a record in the leaf of an index. */
const recordBytes = 10;

/** A field with several values has a key for each. */
function keySize(document: BSON.Document, fields: readonly string[]): number {
  const values = fields.map((field) =>
    field.split('.').reduce<unknown>((at, name) => (at as BSON.Document)?.[name], document),
  );
  const keys = values.reduce<number>((count, value) => Math.max(count, Array.isArray(value) ? value.length : 1), 1);
  const bytes = values.reduce<number>((sum, value) => sum + BSON.calculateObjectSize({ '': value ?? null }) - 5, 0);
  return bytes + recordBytes * keys;
}

/** Counts the commands of clients that are made until `stop`. */
function countCommands() {
  const { connect } = MongoClient.prototype;
  const counter = {
    count: 0,
    of: async (work: () => Promise<void>): Promise<number> => {
      const before = counter.count;
      await work();
      return counter.count - before;
    },
    stop: () => {
      MongoClient.prototype.connect = connect;
    },
  };
  MongoClient.prototype.connect = function (this: MongoClient) {
    if (this.listenerCount('commandStarted') === 0)
      this.on('commandStarted', ({ command, commandName }: CommandStartedEvent) => {
        if (typeof command[commandName] === 'string') counter.count += 1;
      });
    return connect.call(this);
  };
  return counter;
}
