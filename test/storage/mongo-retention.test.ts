import { Collection, MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkStore } from '../../src/commands/store/check-store.ts';
import { openMongo } from '../../src/storage/mongo/open-mongo.ts';
import type { Store } from '../../src/storage/port.ts';
import { collectGarbage } from '../../src/watch/maintenance/collect-garbage.ts';
import { keepAll } from '../support/store/keep-all.ts';
import { Cut, withWrites } from '../support/store/mongo-commands.ts';
import { databaseUrl, sharedMongo } from '../support/store/mongo-server.ts';
import { commitArticles } from './commit-articles.ts';
import { expectTallies } from './contract/contract-tallies.ts';
import { article, at, claimOf, ending, entry, failure } from './records.ts';

const server = await sharedMongo();

if ('skipped' in server) {
  describe('retention of the mongodb store', () => {
    it(`is tested on a real server (${server.skipped})`, ({ skip }) => skip(server.skipped));
  });
} else {
  afterAll(() => server.stop());

  describe('retention of the mongodb store', () => {
    let store: Store;
    let client: MongoClient;
    let places = 0;
    beforeEach(async () => {
      places += 1;
      const address = databaseUrl(server.url, `newshawk_retention_${process.pid}_${places}`);
      store = await openMongo(address);
      client = await new MongoClient(address).connect();
    });
    afterEach(async () => {
      await store[Symbol.asyncDispose]();
      await client.db().dropDatabase();
      await client.close();
    });
    const bounds = { since: null, atMost: null, bytes: null, before: at(900) };
    const changed = (id: string, minute: number, joins: readonly string[] = []) =>
      article(id, { fetchedAt: at(minute), firstSeenAt: at(minute), joins });
    const defects = async () =>
      (await Array.fromAsync(store.maintenance.defects())).map(({ what, id }) => `${what}: ${id}`);

    it('is completed by the next removal after a kill at any write', async () => {
      let isCut = true;
      let writes = 0;
      for (; isCut; writes += 1) {
        const [a, b, c] = [`a${writes}`, `b${writes}`, `c${writes}`];
        await commitArticles(store, [changed(a, 60), changed(b, 130, [a]), changed(c, 200, [a])]);
        await expectTallies(store);
        const removal = () => store.maintenance.forget('articles', { ...bounds, since: at(100) }, { isDry: false });
        isCut = (await withWrites(writes, removal)) instanceof Cut;
        await store.articles.count({ status: 'published' }); // a reader keeps counts in between
        await removal();
        expect(await defects()).toEqual([]);
        expect((await store.articles.find({})).map(({ id }) => id).sort()).toEqual([b, c]);
        expect(await store.articles.get(b)).toMatchObject({ cluster: b, status: 'published' });
        await expectTallies(store);
        await store.maintenance.forget('articles', { ...bounds, atMost: 0 }, { isDry: false });
      }
      expect(writes).toBeGreaterThan(8);
      expect(await client.db().collection('removals').countDocuments()).toBe(0);
    });

    it('of visits is completed by the next removal after a kill at any write', async () => {
      let isCut = true;
      let writes = 0;
      for (; isCut; writes += 1) {
        await commitArticles(store, [changed(`v${writes}`, 60)]);
        await store.visits.summary({});
        const removal = () => store.maintenance.forget('visits', { ...bounds, atMost: 0 }, { isDry: false });
        isCut = (await withWrites(writes, removal)) instanceof Cut;
        await store.visits.summary({});
        await removal();
        expect(await store.visits.summary({})).toMatchObject({ pages: 0, bytes: 0 });
        expect(await defects()).toEqual([]);
      }
      expect(writes).toBeGreaterThan(3);
    });

    it('keeps the blobs of an ending that is still a journal after a kill at any write', async () => {
      const { blobs } = store;
      let isCut = true;
      let writes = 0;
      for (; isCut; writes += 1) {
        const put = (name: string) => blobs.put(Buffer.from(`${name} ${writes}`));
        const [snapshot, longTexts, screenshot, step] = [
          await put('page'),
          await put('texts'),
          await put('picture'),
          await put('step'),
        ];
        const steps = [{ atMs: 1, what: 'clicked', screenshot: step }];
        const media = { noMedia: null, endedBy: 'time', steps, candidates: [] };
        await store.frontier.put([entry(`http://gazette.example/${writes}`)], at(0));
        const [task] = await store.frontier.claim(claimOf());
        if (task === undefined) throw new Error('a task was put');
        const journal = ending(task, {
          article: article(`j${writes}`, { url: task.url, snapshot, longTexts }),
          failure: failure(`f${writes}`, { screenshot, media }),
        });
        isCut = (await withWrites(writes, () => store.commit(journal))) instanceof Cut;
        await collectGarbage(
          { store, clock: { now: () => at(60), monotonicMs: () => 0 }, retention: keepAll },
          { isDry: false },
        );
        await store.frontier.claim(claimOf({ now: at(90), owner: 'next', limit: 1 }));
        await store.frontier.claim(claimOf({ now: at(180), owner: 'last', limit: 0 }));
        expect((await checkStore(store)).defects).toEqual([]);
        await expectTallies(store);
      }
      expect(writes).toBeGreaterThan(8);
      expect(await store.articles.count({})).toBeGreaterThan(8);
    });

    it('forgets failures in batches: a command has at most 16 MB', async () => {
      const named = { run: 'r', url: 'http://a.example/', site: 'a.example', reason: 'bug', isOpen: true };
      const documents = Array.from({ length: 1_150 }, (_, n) => ({ _id: `f${n}`, at: at(n), ...named }));
      const failures = client.db().collection<(typeof documents)[number]>('failures');
      await failures.insertMany(documents);
      const deleteMany = vi.spyOn(Collection.prototype, 'deleteMany');
      const kept = { since: at(50), atMost: 40 };
      expect(await store.failures.forget(kept, { isDry: true })).toBe(1_110);
      expect(deleteMany).not.toHaveBeenCalled();
      expect(await store.failures.forget(kept, { isDry: false })).toBe(1_110);
      const sizes = deleteMany.mock.calls.map(([filter]) => (filter as { _id: { $in: string[] } })._id.$in.length);
      deleteMany.mockRestore();
      expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_110);
      expect(await failures.countDocuments()).toBe(40);
    });

    it('keeps an article that was stored again after a kill', async () => {
      await commitArticles(store, [changed('a', 60), changed('b', 130, ['a'])]);
      const removal = () => store.maintenance.forget('articles', { ...bounds, since: at(100) }, { isDry: false });
      expect(await withWrites(2, removal)).toBeInstanceOf(Cut); // the journal is written, nothing else
      await commitArticles(store, [article('a', { fetchedAt: at(300), title: 'Anew' })]);
      await removal();
      expect(await store.articles.get('a')).toMatchObject({ title: 'Anew' });
      expect(await defects()).toEqual([]);
    });

    it('gives a story another id that an article joins while the article whose id it has goes', async () => {
      await commitArticles(store, [changed('a', 60), changed('b', 130, ['a'])]);
      // as a kill leaves it between the removal of the founder and the new id
      await client.db().collection<{ _id: string }>('articles').deleteOne({ _id: 'a' });
      await client
        .db()
        .collection('addresses')
        .updateMany({ article: 'a' }, { $set: { article: null } });
      await commitArticles(store, [changed('c', 200, ['b'])]);
      const [first, second] = (await store.articles.find({})).map(({ cluster }) => cluster);
      expect(first).toBe(second);
      expect(['b', 'c']).toContain(first);
      expect(await defects()).toEqual([]);
    });
  });
}
