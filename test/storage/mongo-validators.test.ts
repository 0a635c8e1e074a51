import { type Db, MongoClient, MongoServerError } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMongo } from '../../src/storage/mongo/open-mongo.ts';
import { outdatedServer, setValidators, validators } from '../../src/storage/mongo/validators.ts';
import { databaseUrl, sharedMongo } from '../support/store/mongo-server.ts';

const server = await sharedMongo();

/** A server that answers every change of a collection with this error. */
const refusing = (code: number): Db =>
  ({
    listCollections: () => ({ toArray: async () => [{ name: 'frontier', options: {} }] }),
    command: async () => Promise.reject(new MongoServerError({ code, message: 'no such command: collMod' })),
    createCollection: async () => Promise.reject(new MongoServerError({ code, message: 'no such command' })),
  }) as unknown as Db;

describe('validators', () => {
  it.each([59, 115, 13])('are left out, and said, where the server refuses them with %s', async (code) => {
    expect(await setValidators(refusing(code))).toEqual([
      expect.stringMatching(/^no validation of documents: .*collMod/),
    ]);
  });

  it.each([
    [12, [expect.stringContaining('older than MongoDB 5.0 (wire version 12)')]],
    [13, []],
  ])('are left out, and said, for servers with wire version %s', async (maxWireVersion, lacks) => {
    expect(await outdatedServer({ command: async () => ({ maxWireVersion }) } as unknown as Db)).toEqual(lacks);
  });

  it('end the opening where the server fails in another way', async () => {
    await expect(setValidators(refusing(11600))).rejects.toThrow();
  });
});

if ('skipped' in server) {
  describe('validators of mongodb', () => {
    it(`are tested on a real server (${server.skipped})`, ({ skip }) => skip(server.skipped));
  });
} else {
  const url = databaseUrl(server.url, `newshawk_validators_${process.pid}`);
  const client = new MongoClient(url);
  const validatorsOf = async () =>
    new Map(
      (await client.db().listCollections().toArray()).map((info) => [
        info.name,
        ('options' in info ? info.options : undefined)?.validator,
      ]),
    );
  beforeAll(async () => {
    await using store = await openMongo(url);
    expect(store.lacks).toEqual([]);
  });
  afterAll(async () => {
    await client.db().dropDatabase();
    await client.close();
    await server.stop();
  });

  describe('validators of mongodb', () => {
    it('are set on the collections that grow', async () => {
      const present = await validatorsOf();
      expect(validators.map(([name]) => [name, present.get(name)])).toEqual(validators);
    });

    it.each([
      ['an article without its text', 'articles', { site: 'a.example', url: 'http://a.example/' }],
      [
        'a task in a state that does not exist',
        'frontier',
        { kind: 'page', host: 'a', site: 'a', rank: 1, state: 'lost', attempts: 0 },
      ],
      [
        'a visit whose time is a text',
        'visits',
        { run: 'r', url: 'u', kind: 'page', startedAt: '2026', outcome: 'stored' },
      ],
    ])('refuse %s', async (_what, collection, document) => {
      await expect(client.db().collection(collection).insertOne(document)).rejects.toMatchObject({ code: 121 });
    });

    it('are set again where they were switched off', async () => {
      await client.db().command({ collMod: 'frontier', validator: {}, validationLevel: 'off' });
      await using store = await openMongo(url);
      expect(store.lacks).toEqual([]);
      expect(new Map(validators).get('frontier')).toEqual((await validatorsOf()).get('frontier'));
    });
  });
}
