import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Article, StoredArticle } from '../../../src/model/article/article.ts';
import type { Visit } from '../../../src/model/crawl/visit.ts';
import type { ContentHash } from '../../../src/model/page/snapshot.ts';
import type { ArticleFilter } from '../../../src/storage/articles-port.ts';
import type { Store } from '../../../src/storage/port.ts';
import { commitArticles } from '../commit-articles.ts';
import { article, at, claimOf, ending, entry, mediaItem, sha, visit } from '../records.ts';
import type { UnderTest } from './contract.ts';

const sites = [undefined, 'gazette.example'];
const topics = [undefined, 'energy', 'sport'];
const statuses = [undefined, 'published', 'duplicate', 'off-topic'] as const;
const categories = [undefined, 'business'];
const filters: readonly ArticleFilter[] = sites.flatMap((site) =>
  topics.flatMap((topic) =>
    statuses.flatMap((status) =>
      categories.map((category): ArticleFilter => definedOnly({ site, topic, status, category })),
    ),
  ),
);

function definedOnly(filter: Record<string, string | undefined>): ArticleFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** Whether the article is one of those that the filter names. */
const fits = (one: StoredArticle, { site, topic, status, category }: ArticleFilter): boolean =>
  (site === undefined || one.site === site) &&
  (topic === undefined || one.topics.some((judged) => judged.topic === topic && judged.kept)) &&
  (status === undefined || one.status === status) &&
  (category === undefined || one.category?.label === category);

/** Compares the counts of the tallies with those of all records. */
export async function expectTallies(store: Store): Promise<void> {
  const all = await store.articles.find({});
  for (const filter of filters) {
    const count = all.filter((one) => fits(one, filter)).length;
    expect({ filter, articleCount: await store.articles.count(filter) }).toEqual({ filter, articleCount: count });
  }
  await expectVisitTallies(store);
}

/** Compares the lists of each filter with all records: whole, short, and from their middle on. */
export async function expectLists(store: Store): Promise<void> {
  const all = await store.articles.find({});
  for (const filter of filters) {
    const articles = await store.articles.find(filter);
    expect({ filter, articles: articles.map(({ id }) => id) }).toEqual({
      filter,
      articles: all.filter((one) => fits(one, filter)).map(({ id }) => id),
    });
    expect((await store.articles.list(filter)).map(({ id }) => id)).toEqual(articles.map(({ id }) => id));
    const place = Math.floor(articles.length / 2);
    const after = articles[place];
    if (after !== undefined)
      expect((await store.articles.list({ ...filter, after })).map(({ id }) => id)).toEqual(
        articles.slice(place + 1).map(({ id }) => id),
      );
  }
}

const hourMs = 3_600_000;
const sum = (visits: readonly Visit[]): number => visits.reduce((all, { bytes }) => all + bytes, 0);

export async function expectVisitTallies(store: Store): Promise<void> {
  const visits = await store.visits.find({ limit: 100_000 });
  for (const since of [undefined, at(2), at(3), at(59), at(60), at(61), at(600)]) {
    const counted = visits.filter(({ startedAt }) => since === undefined || startedAt >= since);
    const summary = await store.visits.summary(since === undefined ? {} : { since });
    const { bytes, mediaItems } = summary;
    expect({ since, visits: summary.pages + summary.polls, bytes, mediaItems }).toEqual({
      since,
      visits: counted.length,
      bytes: counted.reduce((sum, visit) => sum + visit.bytes, 0),
      mediaItems: counted.reduce((sum, visit) => sum + visit.mediaItems, 0),
    });
    for (const [outcome, count] of Object.entries(summary.byOutcome))
      expect({ outcome, count }).toEqual({
        outcome,
        count: counted.filter((visit) => visit.outcome === outcome).length,
      });
  }
  for (const since of [at(0), at(59), at(60), at(61), at(600)]) {
    const hours = await store.visits.byHour(since);
    const begin = Math.floor(since.getTime() / hourMs);
    const hourOf = ({ startedAt }: Visit): number => Math.floor(startedAt.getTime() / hourMs);
    const ofHours = Map.groupBy(
      visits.filter((visit) => hourOf(visit) >= begin),
      hourOf,
    );
    const expected = [...ofHours].sort(([a], [b]) => a - b).map(([hour, ofHour]) => [hour, ofHour.length, sum(ofHour)]);
    expect(
      hours.map(({ startsAt, summary }) => [startsAt.getTime() / hourMs, summary.pages + summary.polls, summary.bytes]),
    ).toEqual(expected);
  }
  expect(await store.media.count()).toBe((await store.media.find({ limit: 100_000 })).length);
}

export function tallyContract(current: () => UnderTest): void {
  const topic = (name: string, kept: boolean) => ({ topic: name, score: kept ? 0.5 : 0.1, kept, terms: [] });
  const world = fc.array(
    fc.record({
      n: fc.integer({ min: 0, max: 5 }),
      joins: fc.option(fc.integer({ min: 0, max: 5 }), { nil: null }),
      minute: fc.integer({ min: 1, max: 90 }),
      site: fc.constantFrom('gazette.example', 'other.example'),
      category: fc.constantFrom('business', 'sport', null),
      topics: fc.uniqueArray(fc.constantFrom('energy', 'sport'), { maxLength: 2 }),
      kept: fc.boolean(),
      onTopic: fc.boolean(),
      body: fc.constantFrom('One text.', 'Another text.'),
    }),
    { minLength: 3, maxLength: 14 },
  );

  it('counts correctly after any writes, changes, merges and judgements', async () => {
    const { store } = current();
    const articleOf = (
      sample: typeof world extends fc.Arbitrary<infer T extends readonly unknown[]> ? T[number] : never,
    ): Article => {
      const category =
        sample.category === null
          ? null
          : { label: sample.category, probability: 0.9, by: 'model' as const, model: 'm', terms: [] };
      return article(`t${sample.n}`, {
        site: sample.site,
        category,
        onTopic: sample.onTopic,
        body: sample.body,
        fetchedAt: at(sample.minute),
        topics: sample.topics.map((name) => topic(name, sample.kept)),
        joins: sample.joins === null ? [] : [`t${sample.joins}`],
      });
    };
    await fc.assert(
      fc.asyncProperty(world, async (articles) => {
        await commitArticles(store, articles.map(articleOf));
        await expectTallies(store);
        await expectLists(store);
      }),
      { seed: 11, numRuns: current().tasks > 50 ? 6 : 3 },
    );
    await store.labels.put([]); // the store goes on
  });

  it('counts visits by the hour, and media as they come and go', async () => {
    const { store } = current();
    const page = 'http://video.example/watch';
    const items = [1, 2, 3].map((n) => mediaItem(`http://cdn.example/${n}.m3u8`));
    for (const [n, minute] of [1, 2, 3, 59, 60, 61, 119, 180, 600].entries()) {
      await store.frontier.reopen([entry(page)], { revisit: false, now: at(0) });
      const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
      if (!task) throw new Error('no task could be claimed');
      const outcome = n % 3 === 0 ? ({ outcome: 'failed', reason: 'timed-out', via: null } as const) : {};
      const one = visit(task, { id: `v${n}`, startedAt: at(minute), bytes: n, mediaItems: n % 2, ...outcome });
      await store.commit(ending(task, { visit: one, media: items.slice(0, n % 4) }));
      await expectVisitTallies(store);
    }
    await store.media.replace(
      { pageUrl: entry(page).url, url: 'http://cdn.example/1.m3u8' },
      mediaItem('http://cdn.example/2.m3u8'),
    );
    await expectVisitTallies(store);
  });

  it('lists articles as lists show them', async () => {
    const { store } = current();
    const long = `${'港😀'.repeat(200)} and more`;
    const articles = [
      article('a', { body: long, media: [mediaItem('http://cdn.example/a.m3u8')] }),
      article('b', { body: 'Short.', category: null }),
    ];
    await commitArticles(store, articles);
    await commitArticles(store, [article('b', { body: 'Short, and changed.', category: null, fetchedAt: at(9) })]);
    const [b, a] = await store.articles.list({});
    const whole = await store.articles.get('a');
    if (whole === null) throw new Error('a was stored');
    const {
      body,
      bodyHtml: _h,
      markdown: _m,
      fingerprint: _f,
      provenance: _p,
      newsTerms: _n,
      images: _i,
      posts: _posts,
      media: _v,
      ...rest
    } = whole;
    expect(a).toEqual({ ...rest, excerpt: `${'港😀'.repeat(140)}…`, bodyLength: body.length, mediaItems: 1 });
    expect(b).toMatchObject({
      id: 'b',
      excerpt: 'Short, and changed.',
      bodyLength: 19,
      mediaItems: 0,
      revision: 2,
      updatedAt: at(9),
    });
    expect(b?.firstSeenAt).toEqual(at(2));
    expect(await store.articles.list({ limit: 0 })).toEqual([]);
    expect((await store.articles.list({ limit: 1, offset: 1 })).map(({ id }) => id)).toEqual(['a']);
  });

  it('finds blobs without a recent put, and removes them unless they are put meanwhile', async () => {
    const { blobs } = current().store;
    const bytes = (n: number) => new Uint8Array(n * 700_000).fill(n);
    const hashes: ContentHash[] = [];
    for (const n of [0, 1, 2, 3]) hashes.push(await blobs.put(bytes(n)));
    const idle = async (graceMs: number) => (await Array.fromAsync(blobs.idle(graceMs))).map(({ hash }) => hash);
    expect((await idle(0)).toSorted()).toEqual(hashes.toSorted());
    expect(await idle(60_000)).toEqual([]);
    expect(await blobs.remove(hashes, 60_000)).toBe(0);
    expect(await blobs.size()).toEqual({ count: 4, bytes: 4_200_000 });
    const none = sha('nothing') as ContentHash;
    expect(
      await blobs.remove(
        [hashes[1], hashes[3], none].filter((hash) => hash !== undefined),
        0,
      ),
    ).toBe(2);
    expect(await blobs.size()).toEqual({ count: 2, bytes: 1_400_000 });
    expect(await Promise.all(hashes.map(async (hash) => (await blobs.get(hash))?.byteLength ?? null))).toEqual([
      0,
      null,
      1_400_000,
      null,
    ]);
    // once more: whole again, and counted again
    for (const n of [1, 2, 3]) await blobs.put(bytes(n));
    expect(await blobs.size()).toEqual({ count: 4, bytes: 4_200_000 });
    expect((await blobs.get(hashes[3] ?? none))?.byteLength).toBe(2_100_000);
  });

  it('loses no blob that one process puts while another removes it', async () => {
    const { blobs } = current().store;
    const bytes = new Uint8Array(2_500_000).fill(7);
    const hash = await blobs.put(bytes);
    for (let round = 0; round < 10; round += 1) {
      // with a grace of 0 ms the next removal may remove it: between a put and that, it exists
      await Promise.all([blobs.remove([hash], 0), blobs.put(bytes)]);
      await blobs.put(bytes);
      expect((await blobs.get(hash))?.byteLength).toBe(bytes.byteLength);
      expect(await blobs.size()).toEqual({ count: 1, bytes: bytes.byteLength });
    }
  });
}
