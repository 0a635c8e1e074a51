import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRechecksLeft, withRecheck } from '../../src/crawl/recheck-copies.ts';
import type { Article } from '../../src/model/article/article.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { fingerprint } from '../../src/stages/dedupe/fingerprint.ts';
import { PreparedTexts } from '../../src/stages/dedupe/prepared-texts.ts';
import { openMongo } from '../../src/storage/mongo/open-mongo.ts';
import type { CommitResult, Store } from '../../src/storage/port.ts';
import { Cut, withWrites } from '../support/store/mongo-commands.ts';
import { databaseUrl, sharedMongo } from '../support/store/mongo-server.ts';
import { article, at, claimOf, ending, entry } from './records.ts';

const server = await sharedMongo();

if ('skipped' in server) {
  describe('copies of the mongodb store', () => {
    it(`are tested on a real server (${server.skipped})`, ({ skip }) => skip(server.skipped));
  });
} else {
  afterAll(() => server.stop());

  describe('copies of the mongodb store', () => {
    let address: string;
    let store: Store;
    let places = 0;
    beforeEach(async () => {
      places += 1;
      address = databaseUrl(server.url, `newshawk_rechecks_${process.pid}_${places}`);
      store = await openMongo(address);
    });
    afterEach(async () => {
      await store[Symbol.asyncDispose]();
      await using client = await new MongoClient(address).connect();
      await client.db().dropDatabase();
    });

    const copyOf = async (story: number, site: string): Promise<Article> => {
      const text = { title: `Story ${story}`, body: `Word${story} and what it says. `.repeat(20), lang: 'en' };
      const url = canonicalUrl(`http://${site}.example/story-${story}`);
      const comparedUpTo = await store.articles.textsWritten();
      const marks = fingerprint(text);
      return article(`${site}${story}`, { ...text, url, canonicalUrl: url, fingerprint: marks, comparedUpTo });
    };
    const commit = async (copy: Article, owner: string): Promise<CommitResult> => {
      const task = await store.frontier.take(copy.url, claimOf({ owner }));
      if (task === null) throw new Error(`${copy.url} is not to be had`);
      return await store.commit(ending(task, { article: copy }));
    };
    /** Of each story: its clusters, and the number of published articles. */
    const expectOneStory = async (story: number) => {
      const members = (await store.articles.find({})).filter(({ title }) => title === `Story ${story}`);
      expect(members).toHaveLength(2);
      expect({ story, distinctMemberCount: new Set(members.map(({ cluster }) => cluster)).size }).toEqual({
        story,
        distinctMemberCount: 1,
      });
      expect({ story, memberCount: members.filter(({ status }) => status === 'published').length }).toEqual({
        story,
        memberCount: 1,
      });
    };

    it.each([
      ['before', 'b'],
      ['after', 'z'],
    ])(
      'end in one cluster after a kill at any write of one, with the other committed %s its ending goes on',
      async (_, other) => {
        let isCut = true;
        for (let writes = 0; isCut; writes += 1) {
          // both have looked, and none is stored
          const [killed, living] = [await copyOf(writes, 'm'), await copyOf(writes, other)];
          await store.frontier.put([entry(killed.url), entry(living.url)], at(0));
          isCut = (await withWrites(writes, () => commit(killed, 'victim'))) instanceof Cut;
          const goOn = async () => {
            await store.frontier.releaseOwners(['victim']);
            // a decided ending is finished by the claim; where it was not decided, the page is visited again
            for (const task of await store.frontier.claim(claimOf())) {
              if (task.url !== killed.url) await store.frontier.release(task, new Date(0), at(0));
              else await withRecheck(io, await store.commit(ending(task, { article: { ...killed, comparedUpTo: 0 } })));
            }
          };
          const io = { store, preparedTexts: new PreparedTexts() };
          if (other === 'z') await goOn();
          await withRecheck(io, await commit(living, 'living'));
          if (other === 'b') await goOn();
          await makeRechecksLeft({ store });
          await expectOneStory(writes);
        }
        expect(await store.articles.rechecks(9)).toEqual([]);
        expect(await Array.fromAsync(store.maintenance.defects())).toEqual([]);
      },
    );

    it.each(['the reading is repeated', 'a visit comes first'])(
      'are found after a kill at any write of another reading, and revisions are right: %s',
      async (goesOn) => {
        let isCut = true;
        for (let writes = 0; isCut; writes += 1) {
          const io = { store, preparedTexts: new PreparedTexts() };
          const [copy, reread] = [await copyOf(writes, 'm'), await copyOf(writes, 'n')];
          const old = { ...reread, body: `Old words of ${writes}. `.repeat(20) };
          await store.frontier.put([entry(copy.url), entry(reread.url)], at(0));
          await withRecheck(io, await commit(copy, 'one'));
          await withRecheck(io, await commit({ ...old, fingerprint: fingerprint(old) }, 'two'));
          const { joins: _joins, comparedUpTo: _upTo, ...text } = reread;
          const read = async () => (await store.articles.get(reread.id)) ?? expect.fail('it is stored');
          const before = await read();
          isCut = (await withWrites(writes, () => store.articles.reextract(before, text, at(50)))) instanceof Cut;
          const isVisited = goesOn === 'a visit comes first';
          const visited = { ...reread, body: `${reread.body} And more.`, fetchedAt: at(60) };
          if (isVisited)
            await withRecheck(io, await commit({ ...visited, fingerprint: fingerprint(visited) }, 'three'));
          else await store.articles.reextract(await read(), text, at(60));
          await makeRechecksLeft({ store });
          await expectOneStory(writes);
          const revisions = await store.articles.revisions(reread.id);
          expect({ writes, revisionCount: revisions.length }).toEqual({
            writes,
            revisionCount: (await read()).revision - 1,
          });
          const last = revisions.at(-1);
          expect({ writes, reason: last?.reason }).toEqual({ writes, reason: isVisited ? 'visit' : 're-extracted' });
          expect(last?.replacedAt).toEqual((await read()).updatedAt);
        }
        expect(await store.articles.rechecks(9)).toEqual([]);
        expect(await Array.fromAsync(store.maintenance.defects())).toEqual([]);
      },
    );

    it('a reading that comes too late removes no recheck of others', async () => {
      const [first, second] = [await copyOf(0, 'm'), await copyOf(0, 'n')];
      await store.frontier.put([entry(first.url), entry(second.url)], at(0));
      await commit(first, 'one');
      const { recheck } = await commit(second, 'two'); // killed before its recheck
      const { joins: _joins, comparedUpTo: _upTo, ...text } = second;
      const stale = { id: second.id, revision: 7, fetchedAt: second.fetchedAt };
      expect(await store.articles.reextract(stale, text, at(50))).toBeNull();
      expect(await store.articles.rechecks(9)).toEqual([recheck]);
      await makeRechecksLeft({ store });
      await expectOneStory(0);
    });

    it('end in one cluster after a kill at any write of a recheck', async () => {
      let isCut = true;
      for (let writes = 0; isCut; writes += 1) {
        const [first, second] = [await copyOf(writes, 'm'), await copyOf(writes, 'n')];
        await store.frontier.put([entry(first.url), entry(second.url)], at(0));
        const io = { store, preparedTexts: new PreparedTexts() };
        await withRecheck(io, await commit(first, 'one'));
        const committed = await commit(second, 'two');
        expect(committed.recheck).toMatchObject({ id: second.id });
        isCut = (await withWrites(writes, () => withRecheck(io, committed))) instanceof Cut;
        await makeRechecksLeft({ store });
        await expectOneStory(writes);
      }
      expect(await store.articles.rechecks(9)).toEqual([]);
      expect(await Array.fromAsync(store.maintenance.defects())).toEqual([]);
    });
  });
}
