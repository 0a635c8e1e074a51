import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkStore, repairStore } from '../../src/commands/store/check-store.ts';
import { openMongo } from '../../src/storage/mongo/open-mongo.ts';
import type { Store } from '../../src/storage/port.ts';
import { databaseUrl, sharedMongo } from '../support/store/mongo-server.ts';
import { commitInTurn } from './commit-articles.ts';
import { expectTallies } from './contract/contract-tallies.ts';
import { article, at, ending, entry, mediaItem } from './records.ts';

const server = await sharedMongo();

if ('skipped' in server) {
  describe('the check of a mongodb store', () => {
    it(`is tested on a real server (${server.skipped})`, ({ skip }) => skip(server.skipped));
  });
} else {
  afterAll(() => server.stop());

  describe('the check of a mongodb store', () => {
    let store: Store;
    let client: MongoClient;
    let places = 0;
    beforeEach(async () => {
      places += 1;
      const address = databaseUrl(server.url, `newshawk_check_${process.pid}_${places}`);
      store = await openMongo(address);
      client = await new MongoClient(address).connect();
      const snapshot = await store.blobs.put(Buffer.from('a page'));
      const articles = [
        article('a', { snapshot }),
        article('b', { snapshot, joins: ['a'] }),
        article('c', { snapshot }),
      ];
      await commitInTurn(store, articles, async (one, task) => {
        const pointsTo = [
          { from: task.url, to: entry('http://gazette.example/a').url, anchorText: 'A', relevance: null },
        ];
        await store.commit(
          ending(task, { article: one, media: [mediaItem(`http://cdn.example/${one.id}.mp4`)], pointsTo }),
        );
      });
      await store.frontier.put([entry('http://gazette.example/next')], at(1));
      await store.articles.count({ status: 'published' }); // the counts are kept
      await store.visits.summary({});
    });
    afterEach(async () => {
      await store[Symbol.asyncDispose]();
      await client.db().dropDatabase();
      await client.close();
    });
    const change = (collection: string, filter: object, update: object) =>
      client
        .db()
        .collection(collection)
        .updateMany(filter, update as never);
    const defectsFound = async () => (await checkStore(store, { withHashes: true })).defects.map(({ what }) => what);

    it.each([
      ['articles', { _id: 'b' }, { $set: { canonicalId: 'c' } }, 'a cluster whose canonical article is not a member'],
      ['articles', { cluster: 'a' }, { $set: { cluster: 'gone' } }, 'a cluster without the article whose id it has'],
      ['articles', { _id: 'a' }, { $set: { bands: ['0:1'] } }, 'an article with wrong keys'],
      ['articles', { _id: 'a' }, { $set: { inLinks: 9 } }, 'an article with a wrong number of links'],
      ['addresses', { article: 'a' }, { $set: { inLinks: 9 } }, 'an address with a wrong number of links'],
      ['addresses', { article: 'a' }, { $set: { article: 'gone' } }, 'an address whose article is missing'],
      ['media', { articleId: 'a' }, { $set: { articleId: 'gone' } }, 'a medium without its article'],
      ['frontier', { state: 'ready' }, { $set: { state: 'leased' } }, 'a task with a lease that does not end'],
      [
        'frontier',
        { state: 'ready' },
        { $set: { state: 'ending', lease: 'x' } },
        'a task with a lease that does not end',
      ],
      ['blobChunks', {}, { $set: { data: 'x' } }, 'a blob whose bytes do not have its hash'],
      ['tallies', { kind: 'articles' }, { $set: { rows: [] } }, 'a wrong tally of articles'],
      ['tallies', { kind: 'visits' }, { $set: { rows: [] } }, 'a wrong tally of visits'],
    ])('finds and repairs: %s %j %j', async (collection, filter, update, what) => {
      expect(await defectsFound()).toEqual([]);
      if (collection === 'blobChunks') {
        const [chunk] = await client.db().collection('blobChunks').find({}).toArray();
        const bytes = Buffer.from(chunk?.data.value() ?? []);
        bytes[0] = 0x23;
        await change(collection, {}, { $set: { data: bytes.subarray(0, 6) } });
      } else await change(collection, filter, update);
      expect(await defectsFound()).toContain(what);
      await repairStore(store, { withHashes: true });
      const left = await defectsFound();
      expect(left).toEqual(collection === 'blobChunks' ? ['a blob that an article names and that is not there'] : []);
      await expectTallies(store);
    });

    it('sets a blob aside that lacks a chunk, and takes it again', async () => {
      const [{ hash } = { hash: null }] = await Array.fromAsync(store.blobs.idle(0));
      await client.db().collection('blobChunks').deleteMany({});
      expect(await defectsFound()).toEqual(['a blob without all its chunks']);
      await repairStore(store, { withHashes: true });
      expect(await defectsFound()).toEqual(['a blob that an article names and that is not there']);
      expect(await store.blobs.put(Buffer.from('a page'))).toBe(hash);
      expect(await defectsFound()).toEqual([]);
    });

    it('gives a task back whose lease nobody could end', async () => {
      await change('frontier', { state: 'ready' }, { $set: { state: 'leased' } });
      await repairStore(store, { withHashes: false });
      const now = new Date(Date.UTC(2026, 10, 22));
      const request = {
        now,
        limit: 9,
        perHost: 9,
        restingHosts: new Set<string>(),
        owner: 'next',
        leaseMs: 1000,
        sites: null,
      };
      expect((await store.frontier.claim(request)).map(({ url }) => url)).toEqual(['http://gazette.example/next']);
    });

    it('names what can not be rebuilt', async () => {
      await change('articles', { _id: 'a' }, { $set: { revision: 3 } });
      await repairStore(store, { withHashes: false });
      expect(await defectsFound()).toEqual(['an article with a wrong number of revisions']);
    });
  });
}
