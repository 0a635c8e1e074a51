import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkStore } from '../../../src/commands/store/check-store.ts';
import type { Article } from '../../../src/model/article/article.ts';
import { emptyCorrection } from '../../../src/model/wrapper/correction.ts';
import type { Bounds } from '../../../src/storage/maintenance-port.ts';
import { commitArticles, commitInTurn } from '../commit-articles.ts';
import { article, at, ending, entry, label, mediaItem, pageState, visit } from '../records.ts';
import type { UnderTest } from './contract.ts';
import { expectTallies, expectVisitTallies } from './contract-tallies.ts';

const noBounds: Bounds = { since: null, atMost: null, bytes: null, before: at(600) };
const changed = (id: string, minute: number, overrides: Partial<Article> = {}) =>
  article(id, { fetchedAt: at(minute), firstSeenAt: at(minute), snapshot: null as never, ...overrides });

export function retentionContract(current: () => UnderTest): void {
  const forget = (kind: 'articles' | 'revisions' | 'visits', bounds: Partial<Bounds>, isDry = false) =>
    current().store.maintenance.forget(kind, { ...noBounds, ...bounds }, { isDry });
  const ids = async () => (await current().store.articles.find({})).map(({ id }) => id).sort();
  const defects = async () => (await checkStore(current().store)).defects;
  /** Three of one story, the first the founder and canonical one; two others. */
  const fill = () =>
    commitArticles(current().store, [
      changed('a', 10),
      changed('b', 20, { joins: ['a'] }),
      changed('c', 30, { joins: ['a'] }),
      changed('d', 40),
      changed('e', 50),
    ]);

  it('removes articles by age, number and bytes, and says by which', async () => {
    await fill();
    const all = await forget('articles', { atMost: 5 });
    expect({
      byAgeCount: all.byAge.count,
      byCountCount: all.byCount.count,
      byBytesCount: all.byBytes.count,
      leftCount: all.left?.count,
    }).toEqual({ byAgeCount: 0, byCountCount: 0, byBytesCount: 0, leftCount: 5 });
    const seen = await forget('articles', { since: at(15), atMost: 3, bytes: (all.left?.bytes ?? 0) - 1 }, true);
    expect({
      byAgeCount: seen.byAge.count,
      byCountCount: seen.byCount.count,
      byBytesCount: seen.byBytes.count,
      leftCount: seen.left?.count,
    }).toEqual({ byAgeCount: 1, byCountCount: 1, byBytesCount: 0, leftCount: 3 });
    expect(await ids()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await forget('articles', { since: at(15), atMost: 3 })).toEqual(seen);
    expect(await ids()).toEqual(['c', 'd', 'e']);
    const rest = await forget('articles', { atMost: 3 }); // judged again: some bytes more or less
    const { byBytes, left } = await forget('articles', { bytes: (rest.left?.bytes ?? 0) - 1 });
    expect({ count: byBytes.count, ids: await ids() }).toEqual({ count: 1, ids: ['d', 'e'] });
    expect(byBytes.bytes + (left?.bytes ?? 0)).toBe(rest.left?.bytes);
    expect(await defects()).toEqual([]);
    expect((await forget('articles', {})).left).toBeNull();
  });

  it('leaves alone what is younger than the grace', async () => {
    await fill();
    expect((await forget('articles', { atMost: 1, before: at(20) })).byCount.count).toBe(2);
    expect(await ids()).toEqual(['c', 'd', 'e']);
  });

  it('judges a story again that loses its canonical article', async () => {
    await fill();
    expect(await current().store.articles.get('c')).toMatchObject({
      cluster: 'a',
      canonicalId: 'a',
      status: 'duplicate',
    });
    await forget('articles', { since: at(15) });
    expect(await current().store.articles.get('b')).toMatchObject({
      cluster: 'b',
      canonicalId: 'b',
      status: 'published',
    });
    expect(await current().store.articles.get('c')).toMatchObject({
      cluster: 'b',
      canonicalId: 'b',
      status: 'duplicate',
    });
    expect(await defects()).toEqual([]);
    await expectTallies(current().store);
    await commitArticles(current().store, [changed('f', 60, { joins: ['b'] })]);
    expect(await current().store.articles.get('f')).toMatchObject({ cluster: 'b' });
    expect(await defects()).toEqual([]);
  });

  it('removes what belongs to an article, keeps its address known, and does not visit it again', async () => {
    const { store } = current();
    await commitInTurn(store, [changed('a', 10), changed('b', 20)], async (one, task) => {
      await store.commit(
        ending(task, {
          article: one,
          media: [mediaItem(`http://cdn.example/${one.id}.mp4`)],
          pageState: pageState(task.url, { nextVisitAt: at(70) }),
          pointsTo: [{ from: task.url, to: entry('http://gazette.example/a').url, anchorText: 'A', relevance: null }],
        }),
      );
    });
    await commitArticles(store, [changed('a', 11, { title: 'A new title' })]);
    expect(await store.articles.revisions('a')).toHaveLength(1);
    await forget('articles', { since: at(15) });
    expect(await ids()).toEqual(['b']);
    expect(await store.articles.revisions('a')).toEqual([]);
    expect((await store.media.find({ limit: 9 })).map(({ articleId }) => articleId)).toEqual(['b']);
    expect(await Array.fromAsync(store.news.between(at(0), at(90), { topic: null, limit: 9 }))).toMatchObject([
      { id: 'b' },
    ]);
    const { url } = entry('http://gazette.example/a');
    expect(await store.pages.get(url)).toBeNull();
    expect(await store.frontier.unknown([url])).toEqual(new Set());
    expect(await store.frontier.put([entry(url)], at(0))).toBe(0);
    const due = await store.pages.claimDue({ now: at(80), limit: 9, claimUntil: at(90), sites: null });
    expect(due.map((page) => page.url)).toEqual(['http://gazette.example/b']);
    expect(await defects()).toEqual([]);
  });

  it('stores an article again whose page is visited by command', async () => {
    await fill();
    await forget('articles', { atMost: 1 });
    await commitArticles(current().store, [changed('a', 70)]);
    expect(await current().store.articles.get('a')).toMatchObject({ revision: 1, status: 'published' });
    expect(await defects()).toEqual([]);
  });

  it('never removes what a person labelled or corrected', async () => {
    const { store } = current();
    await fill();
    await store.labels.put([label('a', true)]);
    const correction = { url: entry('http://gazette.example/d').url, site: 'gazette.example', at: at(55) };
    const snapshot = await store.blobs.put(Buffer.from('the corrected page'));
    await store.wrappers.saveCorrection({
      ...correction,
      snapshot,
      correction: { ...emptyCorrection, title: 'T' },
      by: 'person',
    });
    const removal = await forget('articles', { atMost: 1 });
    expect({ held: removal.held, byCountCount: removal.byCount.count, leftCount: removal.left?.count }).toEqual({
      held: 2,
      byCountCount: 2,
      leftCount: 3,
    });
    expect(await ids()).toEqual(['a', 'd', 'e']);
    expect(await store.labels.ofTopic('energy')).toHaveLength(1);
    expect(await defects()).toEqual([]);
  });

  it('removes visits, with their part of the tallies', async () => {
    const { store } = current();
    const items = Array.from({ length: 8 }, (_, n) => ({ url: `http://gazette.example/v${n}`, n }));
    await commitInTurn(store, items, async ({ n }, task) => {
      const outcome = n % 2 === 0 ? 'stored' : 'failed';
      await store.commit(
        ending(task, { visit: visit(task, { startedAt: at(n * 20), outcome, bytes: 10 + n, mediaItems: n }) }),
      );
    });
    await expectVisitTallies(store);
    const seen = await forget('visits', { since: at(30), atMost: 5 }, true);
    expect({ byAgeCount: seen.byAge.count, byCountCount: seen.byCount.count, leftCount: seen.left?.count }).toEqual({
      byAgeCount: 2,
      byCountCount: 1,
      leftCount: 5,
    });
    expect(await forget('visits', { since: at(30), atMost: 5 })).toEqual(seen);
    expect((await store.visits.find({ limit: 99 })).map(({ bytes }) => bytes)).toEqual([17, 16, 15, 14, 13]);
    await expectVisitTallies(store);
    expect(await defects()).toEqual([]);
    await forget('visits', { bytes: 1 });
    expect(await store.visits.summary({})).toMatchObject({ pages: 0, bytes: 0, byOutcome: {} });
    expect(await defects()).toEqual([]);
  });

  it('removes the oldest revisions of each article', async () => {
    const { store } = current();
    const versions = (id: string, minutes: readonly number[]) =>
      minutes.map((minute) => changed(id, minute, { title: `${id} at ${minute}` }));
    await commitArticles(store, [...versions('a', [10, 20, 30, 40]), ...versions('b', [15, 25]), changed('c', 12)]);
    const kept = async () =>
      (await Promise.all(['a', 'b', 'c'].map((id) => store.articles.revisions(id)))).map((revisions) =>
        revisions.map(({ revision }) => revision),
      );
    expect(await kept()).toEqual([[1, 2, 3], [1], []]);
    const seen = await forget('revisions', { since: at(26), atMost: 1 }, true);
    expect({ byAgeCount: seen.byAge.count, byCountCount: seen.byCount.count, leftCount: seen.left?.count }).toEqual({
      byAgeCount: 2,
      byCountCount: 1,
      leftCount: 1,
    });
    const some = await forget('revisions', { bytes: (seen.left?.bytes ?? 0) + 1 });
    expect(some.byBytes.count).toBeGreaterThan(0);
    expect(await defects()).toEqual([]);
    await forget('revisions', { since: at(26), atMost: 1 });
    expect(await kept()).toEqual([[3], [], []]);
    await commitArticles(store, versions('a', [50]));
    expect(await kept()).toEqual([[3, 4], [], []]);
    expect(await defects()).toEqual([]);
  });

  const story = fc.record({
    n: fc.integer({ min: 0, max: 5 }),
    joins: fc.option(fc.integer({ min: 0, max: 5 }), { nil: null }),
    minute: fc.integer({ min: 1, max: 60 }),
  });

  it('keeps the newest of any articles, and no record that contradicts another', async () => {
    const property = fc.asyncProperty(
      fc.array(story, { maxLength: 9 }),
      fc.option(fc.integer({ min: 1, max: 60 }), { nil: null }),
      fc.option(fc.integer({ min: 0, max: 4 }), { nil: null }),
      async (stories, since, atMost) => {
        const { store } = current();
        const known = (await store.articles.find({})).map(({ id }) => id);
        await commitArticles(
          store,
          stories.map(({ n, joins, minute }) =>
            changed(`s${n}`, minute, {
              title: `${n} at ${minute}`,
              joins: joins === null || !known.includes(`s${joins}`) ? [] : [`s${joins}`],
            }),
          ),
        );
        const before = await store.articles.find({}); // the newest first
        const expected = before.filter(
          ({ updatedAt }, place) => (since === null || updatedAt >= at(since)) && (atMost === null || place < atMost),
        );
        await forget('articles', { since: since === null ? null : at(since), atMost });
        expect((await store.articles.find({})).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        expect((await defects()).map(({ what }) => what)).toEqual([]);
        await expectTallies(store);
      },
    );
    await fc.assert(property, { numRuns: current().tasks > 50 ? 40 : 3 });
  });
}
