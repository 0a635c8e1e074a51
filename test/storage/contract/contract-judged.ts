import { expect, it } from 'vitest';
import { checkStore } from '../../../src/commands/store/check-store.ts';
import { makeRechecksLeft } from '../../../src/crawl/recheck-copies.ts';
import type { Article, JudgedGroup, Judgement } from '../../../src/model/article/article.ts';
import type { TopicScore } from '../../../src/model/topic/topic.ts';
import type { ReextractedArticle } from '../../../src/storage/articles-port.ts';
import type { Store } from '../../../src/storage/port.ts';
import { commitArticles, writeArticles } from '../commit-articles.ts';
import { article, at, label, mediaItem } from '../records.ts';
import type { UnderTest } from './contract.ts';
import { expectLists, expectTallies } from './contract-tallies.ts';

const score = (topic: string, kept: boolean): TopicScore => ({ topic, score: kept ? 0.7 : 0.1, kept, terms: [] });
const sport: Judgement = { topics: [score('sport', true), score('energy', false)], onTopic: true, judgedBy: 'e2 s1' };
const none: Judgement = { topics: [score('energy', false)], onTopic: false, judgedBy: 'e2' };

export function judgedContract(current: () => UnderTest): void {
  const read = async (store: Store, id: string) => {
    const stored = await store.articles.get(id);
    if (stored === null) throw new Error(`${id} is missing`);
    return stored;
  };
  const groupsOf = async (store: Store) =>
    (await store.articles.judgedGroups()).toSorted((a, b) =>
      `${a.site} ${a.judgedBy}` < `${b.site} ${b.judgedBy}` ? -1 : 1,
    );
  const idsOf = async (store: Store, group: Omit<JudgedGroup, 'articles'>) =>
    (await Array.fromAsync(store.articles.inJudgedGroup(group))).map(({ id }) => id);

  it('judges a stored article again: status, scores and who judged; text, revision and times stay', async () => {
    const { store } = current();
    await commitArticles(store, [article('a')]);
    const before = await read(store, 'a');
    expect(before.judgedBy).toBe('energy-1');
    expect(await store.articles.judgeAgain(before, none)).toBe('off-topic');
    expect(await read(store, 'a')).toEqual({ ...before, ...none, status: 'off-topic' });
    expect((await store.articles.list({}))[0]).toMatchObject({ ...none, status: 'off-topic' });
    expect(await store.articles.count({ topic: 'energy' })).toBe(0);
    expect(await store.articles.judgeAgain(await read(store, 'a'), sport)).toBe('published');
    expect((await store.articles.find({ topic: 'sport', status: 'published' })).map(({ id }) => id)).toEqual(['a']);
    await expectTallies(store);
    await expectLists(store);
    expect((await checkStore(store)).defects.filter(({ what }) => !what.includes('blob'))).toEqual([]);
  });

  it('judges a cluster again: its canonical article is published or off topic, copies stay duplicates', async () => {
    const { store } = current();
    await commitArticles(store, [article('m'), article('n', { joins: ['m'], site: 'other.example' })]);
    const [canonical, copy] = [await read(store, 'm'), await read(store, 'n')];
    expect({ canonicalStatus: canonical.status, copyStatus: copy.status }).toEqual({
      canonicalStatus: 'published',
      copyStatus: 'duplicate',
    });
    expect(await store.articles.judgeAgain(copy, none)).toBe('duplicate');
    expect(await store.articles.judgeAgain(canonical, none)).toBe('off-topic');
    expect(await read(store, 'n')).toMatchObject({ status: 'duplicate', canonicalId: 'm', onTopic: false });
    expect(await store.articles.count({ status: 'published' })).toBe(0);
    await expectTallies(store);
    await expectLists(store);
  });

  it('removes an article that is none: its media and revisions go, and what it swallowed comes back', async () => {
    const { store } = current();
    await commitArticles(store, [
      article('m', { media: [mediaItem('https://media.example/a.mp4')] }),
      article('n', { joins: ['m'] }),
      article('o', { joins: ['m'] }),
    ]);
    expect((await read(store, 'n')).status).toBe('duplicate');
    expect(await store.articles.remove(await read(store, 'm'))).toBe(true);
    expect(await store.articles.get('m')).toBeNull();
    const [first, second] = [await read(store, 'n'), await read(store, 'o')];
    expect([first.status, second.status].sort()).toEqual(['duplicate', 'published']);
    expect(second.cluster).toBe(first.cluster);
    expect(await store.articles.remove({ id: 'm', updatedAt: first.updatedAt })).toBe(false);
    await expectTallies(store);
    await expectLists(store);
    expect((await checkStore(store)).defects.filter(({ what }) => !what.includes('blob'))).toEqual([]);
  });

  it('removes no article that was written since it was read, or that a person labelled', async () => {
    const { store } = current();
    await commitArticles(store, [article('a'), article('b')]);
    const [stale, labelled] = [await read(store, 'a'), await read(store, 'b')];
    await commitArticles(store, [article('a', { body: 'Another text.', fetchedAt: at(5) })]);
    await store.labels.put([label('b', true)]);
    expect({
      removeStale: await store.articles.remove(stale),
      removeLabelled: await store.articles.remove(labelled),
    }).toEqual({ removeStale: false, removeLabelled: false });
    expect(await store.articles.count({})).toBe(2);
  });

  it('leaves an article alone that was written since it was read, or is gone', async () => {
    const { store } = current();
    await commitArticles(store, [article('a')]);
    const stale = await read(store, 'a');
    await commitArticles(store, [article('a', { body: 'Another text.', fetchedAt: at(5) })]);
    const written = await read(store, 'a');
    expect(await store.articles.judgeAgain(stale, none)).toBeNull();
    expect(await read(store, 'a')).toEqual(written);
    expect(await store.articles.judgeAgain(written, sport)).toBe('published');
    // the same text again, with the earlier topics: it differs from what the caller read
    expect(await store.articles.judgeAgain(written, none)).toBeNull();
    expect(await store.articles.judgeAgain({ ...written, id: 'gone' }, none)).toBeNull();
    expect(await read(store, 'a')).toMatchObject({ body: 'Another text.', judgedBy: 'e2 s1', revision: 2 });
  });

  it('loses neither a text nor a judgement when both come at the same time', async () => {
    const { store } = current();
    await commitArticles(store, [article('a')]);
    for (let round = 1; round <= 5; round += 1) {
      const before = await read(store, 'a');
      const changed = article('a', { body: `Text ${round}.`, fetchedAt: at(2 + round) });
      const [status] = await Promise.all([
        store.articles.judgeAgain(before, round % 2 === 0 ? sport : none),
        commitArticles(store, [changed]),
      ]);
      const after = await read(store, 'a');
      expect(after).toMatchObject({ body: `Text ${round}.`, revision: 1 + round });
      expect(after.status).toBe(after.onTopic ? 'published' : 'off-topic');
      if (status === null) expect(after.judgedBy).toBe('energy-1');
    }
    await expectTallies(store);
    await expectLists(store);
  });

  it('groups articles by site and by the topics that judged them, and gives each group while it empties', async () => {
    const { store } = current();
    const ids = Array.from({ length: 52 }, (_, n) => `g${String(n).padStart(3, '0')}`);
    await writeArticles(store, [
      ...ids.map((id) => article(id)),
      article('x', { site: 'other.example', judgedBy: '' }),
      article('y', { site: 'other.example', judgedBy: null }),
    ]);
    const old = { site: 'gazette.example', judgedBy: 'energy-1' };
    expect(await groupsOf(store)).toEqual([
      { ...old, articles: 52 },
      { site: 'other.example', judgedBy: '', articles: 1 },
      { site: 'other.example', judgedBy: null, articles: 1 },
    ]);
    expect(await idsOf(store, { site: 'other.example', judgedBy: null })).toEqual(['y']);
    const seen: string[] = [];
    for await (const article of store.articles.inJudgedGroup(old)) {
      seen.push(article.id);
      await store.articles.judgeAgain(article, sport);
    }
    expect(seen).toEqual(ids);
    expect(await idsOf(store, old)).toEqual([]);
    expect(await groupsOf(store)).toMatchObject([{ judgedBy: 'e2 s1', articles: 52 }, {}, {}]);
  });

  const story = Array.from({ length: 80 }, (_, n) => `word${n % 40}x${n}`).join(' ');
  const secondReading = (given: Partial<Article> = {}): ReextractedArticle => {
    const { joins: _joins, comparedUpTo: _upTo, ...text } = article('a', { body: story, ...given });
    return text;
  };

  it('stores another reading of a snapshot as a revision with its reason, at the time of the reading', async () => {
    const { store } = current();
    await commitArticles(store, [article('a'), article('b', { title: 'Title of a', body: story })]);
    const before = await read(store, 'a');
    const recheck = await store.articles.reextract(before, secondReading(), at(50));
    expect(recheck).toMatchObject({ id: 'a' });
    expect(await read(store, 'a')).toMatchObject({
      body: story,
      revision: 2,
      fetchedAt: before.fetchedAt,
      firstSeenAt: before.firstSeenAt,
      updatedAt: at(50),
    });
    expect(await store.articles.revisions('a')).toMatchObject([
      { revision: 1, body: before.body, reason: 're-extracted', replacedAt: at(50) },
    ]);
    expect(await store.articleChanges.oldest(9)).toContainEqual({ articleId: 'a', revision: 2, at: at(50) });
    // what a kill leaves is made by the next process: both texts are one story
    expect(await store.articles.rechecks(9)).toEqual([recheck]);
    expect(await makeRechecksLeft({ store })).toBe(1);
    const [one, two] = [await read(store, 'a'), await read(store, 'b')];
    expect(one.cluster).toBe(two.cluster);
    expect([one.status, two.status].sort()).toEqual(['duplicate', 'published']);
    await expectTallies(store);
    await expectLists(store);
    expect((await checkStore(store)).defects.filter(({ what }) => !what.includes('blob'))).toEqual([]);
    // a later visit replaces the text as always
    await commitArticles(store, [article('a', { fetchedAt: at(60) })]);
    expect((await store.articles.revisions('a')).map(({ reason }) => reason)).toEqual(['re-extracted', 'visit']);
  });

  it('refreshes the other fields without a revision, and is the same when it is repeated', async () => {
    const { store } = current();
    await commitArticles(store, [article('a')]);
    const text = secondReading({ body: (await read(store, 'a')).body, authors: ['Cora Lind'] });
    for (const minute of [50, 51]) {
      const before = await read(store, 'a');
      expect(await store.articles.reextract(before, text, at(minute))).toMatchObject({ id: 'a' });
      expect(await read(store, 'a')).toMatchObject({
        authors: ['Cora Lind'],
        revision: 1,
        updatedAt: before.updatedAt,
      });
    }
    expect(await store.articles.revisions('a')).toEqual([]);
  });

  it('leaves an article alone that was written since it was read, or is gone', async () => {
    const { store } = current();
    await commitArticles(store, [article('a')]);
    const stale = await read(store, 'a');
    await commitArticles(store, [article('a', { body: 'Another text.', fetchedAt: at(5) })]);
    const written = await read(store, 'a');
    expect(await store.articles.reextract(stale, secondReading(), at(50))).toBeNull();
    expect(await read(store, 'a')).toEqual(written);
    expect(await store.articles.remove(written)).toBe(true);
    expect(await store.articles.reextract(written, secondReading(), at(50))).toBeNull();
    expect({ a: await store.articles.get('a'), makeRechecksLeft: await makeRechecksLeft({ store }) }).toEqual({
      a: null,
      makeRechecksLeft: expect.any(Number),
    });
  });
}
