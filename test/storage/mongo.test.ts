import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Collection, type FindCursor, MongoClient } from 'mongodb';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { backupStore } from '../../src/commands/store/backup-store.ts';
import { restoreInto } from '../../src/commands/store/restore-store.ts';
import { openMongo } from '../../src/storage/mongo/open-mongo.ts';
import type { StorePurpose } from '../../src/storage/port.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { fillStore } from '../support/store/full-store.ts';
import { databaseUrl, sharedMongo } from '../support/store/mongo-server.ts';
import { writeArticles } from './commit-articles.ts';
import { contractParts } from './contract/contract.ts';
import { openStore } from './open-store.ts';
import { article, at, claimOf, ending, entry, pageState } from './records.ts';

const server = await sharedMongo();

if ('skipped' in server) {
  describe('mongodb store', () => {
    it(`is tested on a real server (${server.skipped})`, ({ skip }) => skip(server.skipped));
  });
} else {
  afterAll(() => server.stop());
  const suite = `newshawk_test_${process.pid}`;

  describe('mongodb', () => {
    it.each(contractParts)('passes the part "%s" of the contract, in a file of tests', (part) => {
      expect(existsSync(new URL(`mongo-${part}.test.ts`, import.meta.url))).toBe(true);
    });

    it('leaves no cursor open while a reader of a stream pauses', async () => {
      await using store = await openMongo(databaseUrl(server.url, `${suite}_paused`));
      await writeArticles(
        store,
        Array.from({ length: 60 }, (_, n) => article(`p${n}`)),
      );
      const find = vi.spyOn(Collection.prototype, 'find');
      const stream = store.articles.stream({})[Symbol.asyncIterator]();
      await stream.next();
      const cursors = find.mock.results.map(({ value }) => value as FindCursor);
      find.mockRestore();
      expect(cursors.map(({ id, closed }) => closed || id?.isZero() === true)).toEqual([true]);
      await stream.return?.();
    });

    it('sweeps chunks of a blob that was never complete; a dry run only counts them', async () => {
      const address = databaseUrl(server.url, `${suite}_swept`);
      await using store = await openMongo(address);
      await using client = new MongoClient(address);
      await store.blobs.put(new Uint8Array(9));
      const whole = await store.blobs.put(new Uint8Array(8));
      await client.db().collection('blobs').deleteOne({ bytes: 9 });
      const anyAgeMs = -3_600_000;
      const sweeps: number[] = [];
      for (const isDry of [true, true, false, false]) sweeps.push(await store.maintenance.sweep(anyAgeMs, { isDry }));
      expect(sweeps).toEqual([1, 1, 1, 0]);
      expect(await store.blobs.get(whole)).toEqual(new Uint8Array(8));
      await client.db().dropDatabase();
    });

    it('may group hosts on disk: millions do not fit into the memory of a query', async () => {
      await using store = await openMongo(databaseUrl(server.url, `${suite}_hosts`));
      const aggregate = vi.spyOn(Collection.prototype, 'aggregate');
      await store.frontier.put([entry('http://a.example/1')], at(0));
      await store.frontier.claim(claimOf());
      await store.frontier.workLeft(null);
      const byHost = aggregate.mock.calls.filter(([pipeline]) => JSON.stringify(pipeline).includes('"_id":"$host"'));
      aggregate.mockRestore();
      expect(byHost.length).toBeGreaterThan(2);
      expect(byHost.map(([, options]) => options?.allowDiskUse)).toEqual(byHost.map(() => true));
    });

    it('refuses a store of a newer newshawk', async () => {
      const address = databaseUrl(server.url, `${suite}_newer`);
      await using client = new MongoClient(address);
      await client.db().collection<{ _id: string; value: number }>('counters').insertOne({ _id: 'schema', value: 99 });
      await expect(openMongo(address)).rejects.toMatchObject({ kind: 'store', message: /schema 99.*Update newshawk/ });
      await client.db().dropDatabase();
    });

    it('takes a backup that is whole, and no other', async () => {
      const address = databaseUrl(server.url, `${suite}_restored`);
      const folder = await mkdtemp(join(tmpdir(), 'newshawk-mongo-restore-'));
      await using original = await openSqlite(join(folder, 'original'));
      await fillStore(original);
      const tools = {
        clock: { now: () => at(100), monotonicMs: () => 0 },
        signal: new AbortController().signal,
        openStoreAt: (place: string, purpose?: StorePurpose) => openStore(place.replace(/^file:/, ''), purpose),
      };
      await backupStore(original, join(folder, 'one'), tools);
      expect(await restoreInto(join(folder, 'one'), address, tools)).toMatchObject({ articles: 4, blobs: 8 });
      await using client = new MongoClient(address);
      await client.db().dropDatabase();
      await rm(join(folder, 'one/newshawk.db'));
      await expect(restoreInto(join(folder, 'one'), address, tools)).rejects.toMatchObject({ exitCode: 17 });
      expect(await client.db().listCollections().toArray()).toEqual([]);
      await rm(folder, { recursive: true });
    });

    it('makes no database where a store has to be there', async () => {
      const address = databaseUrl(server.url, `${suite}_absent`);
      await expect(openMongo(address, 'existing')).rejects.toThrow(/There is no store in .*_absent: check the address/);
      await using client = new MongoClient(address);
      expect(await client.db().listCollections().toArray()).toEqual([]);
      await (await openMongo(address))[Symbol.asyncDispose]();
      await (await openMongo(address, 'existing'))[Symbol.asyncDispose]();
      await client.db().dropDatabase();
    });

    it('fails a page whose journal no record takes, and continues with the next pages', async () => {
      const address = databaseUrl(server.url, `${suite}_stuck`);
      await using store = await openMongo(address);
      await using client = new MongoClient(address);
      await store.frontier.put([entry('http://a.example/stuck')], at(0));
      const [task] = await store.frontier.claim(claimOf({ now: at(1), leaseMs: 1_000 }));
      if (task === undefined) throw new Error('no task could be claimed');
      // as an earlier version wrote it: the journal fits, the article with its folded text does not
      const text = 'x'.repeat(8 * 2 ** 20 - 60_000);
      const huge = { ...ending(task, { article: article('stuck', { body: text, markdown: text, bodyHtml: '' }) }) };
      const frontier = client.db().collection<{ _id: string }>('frontier');
      await frontier.updateOne({ _id: task.url }, { $set: { state: 'ending', ending: huge } });
      await store.frontier.put([entry('http://a.example/next')], at(0));
      const next = await store.frontier.claim(claimOf({ now: at(5), owner: 'another' }));
      expect(next.map(({ url }) => url)).toEqual(['http://a.example/next']);
      expect(await store.visits.find({ limit: 9 })).toMatchObject([{ outcome: 'failed', reason: 'too-large' }]);
      expect(await store.frontier.counts()).toMatchObject({ leased: 1, failed: 1 });
      await client.db().dropDatabase();
    });

    it('looks for copies by indexes', async () => {
      const address = databaseUrl(server.url, `${suite}_copies`);
      await using client = new MongoClient(address);
      await using store = await openMongo(address);
      await writeArticles(store, [article('old')]);
      const like = { ...article('new').fingerprint, titleKeywords: article('old').fingerprint.titleKeywords };
      expect(await store.articles.neighbours(like, '', 9)).toMatchObject([{ id: 'old' }]);
      const articles = client.db().collection('articles');
      for (const key of ['rankKeys', 'fingerprint.sketch', 'bands', 'fingerprint.bodyHash']) {
        const { queryPlanner } = await articles.find({ [key]: 'x' }).explain('queryPlanner');
        expect(queryPlanner.winningPlan).toMatchObject({ stage: 'FETCH', inputStage: { stage: 'IXSCAN' } });
      }
      await client.db().dropDatabase();
    });

    it.each(['its owner is dead', 'its lease ran out'])('finishes a journaled ending once when %s', async (why) => {
      const address = databaseUrl(server.url, `${suite}_journal`);
      await using client = new MongoClient(address);
      await using store = await openMongo(address);
      await store.frontier.put([entry('http://gazette.example/a')], at(0));
      const [task] = await store.frontier.claim(claimOf({ owner: 'victim', leaseMs: 60_000 }));
      if (!task) throw new Error('one task was put');
      // what a process killed right after its journal leaves behind
      const journal = ending(task, { article: article('a'), pageState: pageState(task.url) });
      const frontier = client.db().collection<{ _id: string }>('frontier');
      await frontier.updateOne({ _id: task.url }, { $set: { state: 'ending', ending: journal } });
      expect(await store.frontier.counts()).toMatchObject({ leased: 1 });
      if (why === 'its owner is dead') expect(await store.frontier.releaseOwners(['victim'])).toBe(1);
      expect(await store.frontier.claim(claimOf({ now: at(3), owner: 'next' }))).toEqual([]);
      expect(await store.frontier.counts()).toEqual({ pending: 0, leased: 0, done: 1, failed: 0 });
      expect(await store.articles.get('a')).toMatchObject({ revision: 1, status: 'published' });
      expect(await store.visits.find({ limit: 9 })).toEqual([journal.visit]);
      expect(await store.pages.get(task.url)).toEqual(journal.pageState);
      expect(await store.commit(journal)).toMatchObject({ accepted: false }); // the victim wakes up
      expect(await frontier.findOne({ _id: task.url })).not.toHaveProperty('ending');
      await client.db().dropDatabase();
    });
  });
}

describe('mongodb errors', () => {
  const refusal = async (url: string) => {
    const error = await openMongo(url).then(
      () => new Error('it opened'),
      (failed: Error) => failed,
    );
    return `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`;
  };

  it('says what is wrong with an address, and never the password', async () => {
    expect(await refusal('mongodb://user:se/cret@host:port:9/db')).toMatch(/store mongodb:.*address is malformed/);
    expect(await refusal('mongodb://user:secret@host/db?tls=maybe')).toMatch(
      /mongodb:\/\/host\/db.*address is malformed/,
    );
    for (const url of ['mongodb://user:se/cret@host:port:9/db', 'mongodb://user:secret@host/db?tls=maybe'])
      expect(await refusal(url)).not.toMatch(/secret|se\/cret/);
  });

  it('says that no server answers', async () => {
    expect(await refusal('mongodb://user:secret@127.0.0.1:9/db?serverSelectionTimeoutMS=300')).toMatch(
      /store mongodb:\/\/127.0.0.1:9\/db failed: no server answers.*NEWSHAWK_STORE/,
    );
  });
});
