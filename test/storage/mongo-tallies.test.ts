import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { openMongo } from '../../src/storage/mongo/open-mongo.ts';
import type { Store } from '../../src/storage/port.ts';
import { Cut, recordCommands, withWrites } from '../support/store/mongo-commands.ts';
import { databaseUrl, sharedMongo } from '../support/store/mongo-server.ts';
import { commitArticles } from './commit-articles.ts';
import { expectTallies } from './contract/contract-tallies.ts';
import { article, at, claimOf, ending, entry, visit } from './records.ts';

const server = await sharedMongo();

const topic = { topic: 'energy', score: 0.5, kept: true, terms: [] };

if ('skipped' in server) {
  describe('tallies of the mongodb store', () => {
    it(`are tested on a real server (${server.skipped})`, ({ skip }) => skip(server.skipped));
  });
} else {
  afterAll(() => server.stop());

  describe('tallies of the mongodb store', () => {
    let address: string;
    let store: Store;
    let client: MongoClient;
    let places = 0;
    beforeEach(async () => {
      places += 1;
      address = databaseUrl(server.url, `newshawk_tallies_${process.pid}_${places}`);
      store = await openMongo(address);
      client = await new MongoClient(address).connect();
    });
    afterEach(async () => {
      await store[Symbol.asyncDispose]();
      await client.db().dropDatabase();
      await client.close();
    });
    const wrong = async () =>
      (await Array.fromAsync(store.maintenance.defects())).map(({ what, id }) => `${what}: ${id}`);

    it('are right after a kill at any write of an ending, also where they were read right after it', async () => {
      await commitArticles(store, [article('a', { topics: [topic] }), article('b', { fetchedAt: at(200) })]);
      let [writes, isCut] = [0, true];
      for (; isCut; writes += 1) {
        // no id begins another: the server of the tests orders such ids differently when it walks an index back
        const name = `k${String(writes).padStart(2, '0')}`;
        const url = `http://gazette.example/${name}`;
        await store.frontier.put([entry(url)], at(0));
        const task = await store.frontier.take(canonicalUrl(url), claimOf({ owner: 'victim' }));
        if (task === null) throw new Error('no task could be taken');
        // a better article of the same story: others become duplicates
        const better = article(name, { joins: ['a'], weight: 2 + writes, firstSeenAt: at(70 * writes) });
        const death = ending(task, { article: better, visit: visit(task, { startedAt: at(70 * writes) }) });
        const result = await withWrites(writes, () => store.commit(death));
        isCut = result instanceof Cut;
        await store.visits.summary({});
        await store.articles.count({ status: 'duplicate' });
        await store.frontier.releaseOwners(['victim']);
        // where the ending was not decided, another process visits the page
        for (const again of await store.frontier.claim(claimOf({ limit: 1 })))
          await store.commit({ ...death, task: again });
      }
      expect(writes).toBeGreaterThan(9);
      await expectTallies(store);
      expect(await wrong()).toEqual([]);
    });

    it('are right after a kill in a judgement that is repeated', async () => {
      await commitArticles(store, [article('a'), article('b')]);
      const judgement = { topics: [topic], onTopic: false, judgedBy: 'sport-2' };
      let isCut = true;
      for (let writes = 0; isCut; writes += 1) {
        const read = await store.articles.get('a');
        if (read === null) throw new Error('article a is stored');
        isCut = (await withWrites(writes, () => store.articles.judgeAgain(read, judgement))) instanceof Cut;
        await store.articles.count({ status: 'off-topic' });
      }
      expect(await store.articles.count({ topic: 'energy', status: 'off-topic' })).toBe(1);
      await expectTallies(store);
      expect(await wrong()).toEqual([]);
    });

    it('of blobs are right after a kill at any write of a put or a removal', async () => {
      let isCut = true;
      for (let writes = 0; isCut; writes += 1) {
        await using victim = await openMongo(address);
        isCut = (await withWrites(writes, () => victim.blobs.put(Buffer.from(`blob ${writes}`)))) instanceof Cut;
        await expectBlobs(store, client);
      }
      const [first] = await Array.fromAsync(store.blobs.idle(-1e9));
      if (first === undefined) throw new Error('the last put went through');
      isCut = true;
      for (let writes = 0; isCut; writes += 1) {
        isCut = (await withWrites(writes, () => store.blobs.remove([first.hash], -1e9))) instanceof Cut;
        await store.blobs.size();
      }
      await expectBlobs(store, client);
      expect(await wrong()).toEqual([]);
    });

    it('that are wrong are found, and repaired', async () => {
      await commitArticles(store, [article('a', { firstSeenAt: at(0) }), article('b', { firstSeenAt: at(9_000) })]);
      await expectTallies(store);
      const tallies = client.db().collection<{ _id: string }>('tallies');
      const [hour] = await tallies.find({ kind: 'articles', level: 0 }).sort({ n: 1 }).toArray();
      await tallies.updateOne(
        { _id: hour?._id ?? '' },
        { $set: { rows: [{ key: ['published', '', ''], sums: [7] }] } },
      );
      await tallies.deleteOne({ kind: 'visits', level: 0 });
      expect(await wrong()).toEqual([
        `a wrong tally of articles: ${hour?._id}`,
        expect.stringMatching(/^a wrong tally of visits: visits 0 /),
      ]);
      await store.maintenance.repair();
      expect(await wrong()).toEqual([]);
      await expectTallies(store);
    });

    it('are read without the collections where nothing has changed, and else with one hour of them', async () => {
      const days = Array.from({ length: 5 }, (_, n) => article(`d${n}`, { firstSeenAt: at(n * 1_440) }));
      await commitArticles(store, days);
      for (const text of ['one', 'two']) await store.blobs.put(Buffer.from(text));
      await store[Symbol.asyncDispose](); // its batch of blobs is closed
      const { sent, stop } = recordCommands();
      store = await openMongo(`${address}&monitorCommands=true`);
      stop();
      const read = async () => {
        sent.length = 0;
        for (const status of ['published', 'duplicate', 'off-topic'] as const) await store.articles.count({ status });
        await store.articles.count({});
        await store.articles.count({ topic: 'energy', status: 'published' });
        await store.articles.categories();
        await store.visits.summary({});
        await store.media.count();
        await store.blobs.size();
        return sent.filter(({ name, collection }) => collection !== 'tallies' && name !== 'count');
      };
      await read();
      expect(await read()).toEqual([]);
      await commitArticles(store, [article('d3', { body: 'Another text.', fetchedAt: at(9_000) })]);
      const [hours, visits, ...more] = await read();
      expect({ hoursCollection: hours?.collection, visitsCollection: visits?.collection, more }).toEqual({
        hoursCollection: 'articles',
        visitsCollection: 'visits',
        more: [],
      });
      const { $gte, $lt } = hours?.command.pipeline?.[0]?.$match?.firstSeenAt ?? {};
      expect($lt.getTime() - $gte.getTime()).toBe(3_600_000);
      const cut = at(3 * 1_440).getTime();
      expect($gte.getTime()).toBeLessThanOrEqual(cut);
      expect($lt.getTime()).toBeGreaterThan(cut);
    });
  });
}

/** Compares the tallies with the blobs that are whole. */
async function expectBlobs(store: Store, client: MongoClient): Promise<void> {
  const blobs = await client
    .db()
    .collection('blobs')
    .find({ isGoing: { $exists: false } })
    .toArray();
  expect(await store.blobs.size()).toEqual({
    count: blobs.length,
    bytes: blobs.reduce((sum, { bytes }) => sum + bytes, 0),
  });
}
