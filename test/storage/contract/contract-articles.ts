import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Article, StoredArticle } from '../../../src/model/article/article.ts';
import { bestScore } from '../../../src/model/article/importance.ts';
import { articlesPerBand } from '../../../src/model/article/neighbour-keys.ts';
import type { ArticleFilter } from '../../../src/storage/articles-port.ts';
import { commitArticles, storedArticle, writeArticles } from '../commit-articles.ts';
import { article, at } from '../records.ts';
import type { UnderTest } from './contract.ts';

export function articleContract(current: () => UnderTest): void {
  const put = (...articles: readonly Article[]) => commitArticles(current().store, articles);
  const find = async (filter: ArticleFilter) => (await current().store.articles.find(filter)).map(({ id }) => id);

  it('gives the time at which an article of a site changed last', async () => {
    const { articles } = current().store;
    await put(
      article('a', { site: 'a.example', fetchedAt: at(5) }),
      article('b', { site: 'a.example', fetchedAt: at(9), onTopic: false, topics: [] }),
      article('c', { site: 'b.example', fetchedAt: at(7) }),
      article('d', { site: 'c.example', fetchedAt: at(30) }),
    );
    expect(await articles.lastChanges([])).toEqual(new Map());
    const changes = await articles.lastChanges(['b.example', 'none.example', 'a.example']);
    expect(new Map([...changes].sort())).toEqual(
      new Map([
        ['a.example', at(9)],
        ['b.example', at(7)],
      ]),
    );
  });

  it('keeps the version that an update replaced', async () => {
    const { articles } = current().store;
    await put(article('a'));
    const refreshed = article('a', { fetchedAt: at(5), firstSeenAt: at(5), tags: ['new'] });
    await put(refreshed);
    expect(await articles.get('a')).toMatchObject({
      revision: 1,
      updatedAt: at(2),
      firstSeenAt: at(2),
      fetchedAt: at(5),
      tags: ['new'],
    });
    await put(article('a', { fetchedAt: at(9), body: 'Another body.' }));
    const third = await put(article('a', { fetchedAt: at(12), body: 'Another body.', title: 'Another title' }));
    expect(third).toMatchObject([{ revision: 3 }]);
    expect(await articles.get('a')).toMatchObject({
      revision: 3,
      updatedAt: at(12),
      firstSeenAt: at(2),
      title: 'Another title',
    });
    expect(await articles.revisions('a')).toEqual([
      {
        articleId: 'a',
        revision: 1,
        title: 'Title of a',
        body: refreshed.body,
        data: refreshed.data,
        diff: expect.stringContaining('+Another body.'),
        replacedAt: at(9),
        reason: 'visit',
      },
      {
        articleId: 'a',
        revision: 2,
        title: 'Title of a',
        body: 'Another body.',
        data: refreshed.data,
        diff: expect.stringContaining('-Title of a\n+Another title\n'),
        replacedAt: at(12),
        reason: 'visit',
      },
    ]);
    expect(await articles.revisions('none')).toEqual([]);
    expect(await find({})).toEqual(['a']);
  });

  it('gives one article and lists as JSON, as they are', async () => {
    const { articles } = current().store;
    const body = 'She said "newsTerms": and "category": {}, \\ \u2028 and went. 狐';
    const topics = [{ topic: 'energy', score: 0.7, kept: true, terms: [] }];
    await put(article('a', { body, topics }), article('b', { joins: ['a'], title: 'Quote " of "relevance": b' }));
    for (const id of ['a', 'b']) {
      const json = await articles.getJson(id);
      const stored = await articles.get(id);
      expect(JSON.parse(json?.json ?? '')).toEqual(JSON.parse(JSON.stringify(stored)));
      expect(json).toMatchObject({
        cluster: 'a',
        inLinks: 0,
        relevance: id === 'a' ? 0.7 : bestScore(stored?.topics ?? []),
      });
    }
    const listed = await articles.listJson({ limit: 1, offset: 1 });
    expect(listed.map(({ json }) => JSON.parse(json))).toEqual(
      JSON.parse(JSON.stringify(await articles.list({ limit: 1, offset: 1 }))),
    );
    expect(await articles.getJson('none')).toBeNull();
    expect(await articles.listJson({ site: 'none.example' })).toEqual([]);
  });

  it('never puts an older fetch over a newer text', async () => {
    await put(article('a', { fetchedAt: at(9), body: 'New.' }), article('a', { fetchedAt: at(3), body: 'Old.' }));
    expect(await current().store.articles.get('a')).toMatchObject({ body: 'New.', revision: 1, fetchedAt: at(9) });
  });

  it('finds by every filter, newest first, page by page', async () => {
    const { articles } = current().store;
    const other = { topic: 'sport', score: 0.1, kept: false, terms: [] };
    await put(
      article('a', { title: 'Grid STRAßE', body: 'Storm over the coast (100%).' }),
      article('b', { site: 'other.example', fetchedAt: at(4), topics: [other] }),
      article('c', { onTopic: false, fetchedAt: at(6), body: '北京电网 news' }),
      article('d', { fetchedAt: at(4), joins: ['a'] }),
    );
    expect(await find({})).toEqual(['c', 'b', 'd', 'a']);
    expect(await find({ limit: 2, offset: 1 })).toEqual(['b', 'd']);
    expect(await find({ limit: 0 })).toEqual([]);
    expect(await find({ status: 'off-topic' })).toEqual(['c']);
    expect(await find({ site: 'other.example' })).toEqual(['b']);
    expect(await find({ topic: 'energy' })).toEqual(['c', 'd', 'a']);
    expect(await find({ topic: 'sport' })).toEqual([]);
    expect(await find({ cluster: 'a' })).toEqual(['d', 'a']);
    expect(await find({ since: at(4) })).toEqual(['c', 'b', 'd']);
    expect(await find({ since: at(4), status: 'published', site: 'other.example' })).toEqual(['b']);
    expect(await find({ q: 'straße COAST' })).toEqual(['a']);
    expect(await find({ q: '(100%). .*' })).toEqual(['a']);
    expect(await find({ q: '电网' })).toEqual(['c']);
    expect(await articles.count({ q: 'storm' })).toBe(1);
    expect(await articles.count({ q: 'storm', status: 'off-topic' })).toBe(0);
    expect(await articles.count({ topic: 'energy' })).toBe(3);
    expect(await articles.count({})).toBe(4);
  });

  it('streams all, once each, in a stable order', async () => {
    const { articles } = current().store;
    const ids = Array.from({ length: 60 }, (_, n) => `s${String(n).padStart(3, '0')}`);
    await writeArticles(
      current().store,
      ids.toReversed().map((id) => article(id)),
    );
    const stream = async (filter: ArticleFilter) => {
      const streamed: StoredArticle[] = [];
      for await (const article of articles.stream(filter)) streamed.push(article);
      return streamed.map(({ id }) => id);
    };
    expect(await stream({})).toEqual(ids);
    expect(await stream({ status: 'off-topic' })).toEqual([]);
    expect(await stream({ limit: 3, offset: 55 })).toEqual(ids.slice(55, 58));
    for await (const { id } of articles.stream({})) if (id === 's001') break; // leaves nothing open
    await put(article('z'));
  });

  it('streams on over writes of others: nothing twice, nothing left out, what comes in behind too', async () => {
    const { articles } = current().store;
    const ids = Array.from({ length: 120 }, (_, n) => `s${String(n).padStart(3, '0')}`);
    await writeArticles(
      current().store,
      ids.map((id) => article(id)),
    );
    const seen: string[] = [];
    for await (const { id } of articles.stream({})) {
      seen.push(id);
      if (id === 's010') await put(article('s005b'), article('s115b'), article('s090', { title: 'Changed meanwhile' }));
    }
    expect(seen).toEqual([...ids, 's115b'].toSorted());
  });

  it('finds exact copies first, then near ones, then namesakes', async () => {
    const { articles } = current().store;
    const print = (bodyHash: string, simhash: string, ...titleKeywords: string[]) => ({
      fingerprint: { bodyHash, simhash, titleKeywords, bodyKeywords: [], sketch: [] },
    });
    await put(
      article('namesake', print('h1', '0123456789abcdef', 'storm', 'coast', 'x')),
      article('near3', print('h2', 'f00f00000000000e', 'q')),
      article('near1', print('h3', 'f00f00000000000d', 'storm', 'coast')),
      article('far', print('h4', 'f00f0000000000f0', 'coast', 'storm')),
      article('copy', print('h0', '8888888888888888', 'z')),
      article('itself', print('h0', 'f00f00000000000f', 'storm', 'coast')),
    );
    const mark = print('h0', 'f00f00000000000f', 'storm', 'coast', 'y').fingerprint;
    const ids = async (limit: number) => (await articles.neighbours(mark, 'itself', limit)).map(({ id }) => id);
    expect(await ids(10)).toEqual(['copy', 'near1', 'near3', 'namesake']);
    expect(await ids(2)).toEqual(['copy', 'near1']);
    const [first] = await articles.neighbours(mark, 'itself', 1);
    const { cluster, site, title, body, lang, fingerprint } = article(
      'copy',
      print('h0', '8888888888888888', 'z'),
    ) as never as StoredArticle;
    expect(first).toEqual({ id: 'copy', site, title, body, lang, fingerprint, cluster: cluster ?? 'copy' });
    const stranger = print('h9', '7777777777777777', 'one').fingerprint;
    expect(await articles.neighbours(stranger, 'itself', 10)).toEqual([]);
  });

  it('finds texts that share two marks of the sketch, most shared first', async () => {
    const { articles } = current().store;
    const sketched = (id: string, n: number, ...sketch: string[]) =>
      article(id, {
        fingerprint: {
          bodyHash: id,
          simhash: (0x1111_1111_1111_1111n * BigInt(n)).toString(16),
          titleKeywords: [],
          bodyKeywords: [],
          sketch,
        },
      });
    await put(sketched('one', 2, 'a', 'x'), sketched('two', 4, 'a', 'b', 'y'), sketched('three', 6, 'c', 'b', 'a'));
    const mark = {
      bodyHash: 'none',
      simhash: 'f0f0f0f00f0f0f0f',
      titleKeywords: [],
      bodyKeywords: [],
      sketch: ['a', 'b', 'c'],
    };
    const ids = async (limit: number) => (await articles.neighbours(mark, 'none', limit)).map(({ id }) => id);
    expect(await ids(10)).toEqual(['three', 'two']);
    expect(await ids(1)).toEqual(['three']);
  });

  it('finds texts with the same keywords at two places of a rank, not at others', async () => {
    const { articles } = current().store;
    const ranked = (id: string, n: number, titleKeywords: string[], bodyKeywords: string[]) =>
      article(id, {
        fingerprint: {
          bodyHash: id,
          simhash: (0x1111_1111_1111_1111n * BigInt(n)).toString(16),
          titleKeywords,
          bodyKeywords,
          sketch: [],
        },
      });
    await put(
      ranked('body', 1, ['x'], ['ferry', 'lake', 'yard', 'hull']),
      ranked('moved', 2, ['b', 'a', 'd', 'c'], ['lake', 'ferry']),
      ranked('split', 3, ['a', 'z'], ['ferry', 'z']),
      ranked('three', 4, ['a', 'b', 'z', 'd', 'e'], []),
      ranked('two', 6, ['a', 'y', 'z', 'd'], []),
    );
    const mark = {
      bodyHash: 'none',
      simhash: 'f0f0f0f00f0f0f0f',
      sketch: [],
      titleKeywords: ['a', 'b', 'c', 'd', 'e'],
      bodyKeywords: ['ferry', 'lake', 'yard', 'keel'],
    };
    const neighbours = await articles.neighbours(mark, 'none', 9);
    expect(neighbours.map(({ id }) => id)).toEqual(['body', 'three', 'two']);
    const namesakes = await articles.namesakes(mark.titleKeywords, 9);
    expect(namesakes.map(({ id }) => id)).toEqual(['three', 'two']);
    const { url, site, title, lang, publishedAt, fetchedAt } = article('three');
    expect(namesakes[0]).toEqual({ id: 'three', url, site, title, lang, publishedAt, fetchedAt, status: 'published' });
    expect(await articles.namesakes(mark.titleKeywords, 1)).toHaveLength(1);
    expect(await articles.namesakes([], 9)).toEqual([]);
  });

  it('finds every simhash within 3 bits and none beyond', async () => {
    const { articles } = current().store;
    const center = 0x5a5a_1234_f0f0_9876n;
    const bits = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { minLength: 0, maxLength: 6 });
    const flips = fc.sample(bits, { numRuns: 40, seed: 7 });
    const stored = flips.map((flipped, n) => {
      const simhash = flipped.reduce((hash, bit) => hash ^ (1n << BigInt(bit)), center);
      return article(`n${n}`, {
        fingerprint: {
          bodyHash: `b${n}`,
          simhash: simhash.toString(16).padStart(16, '0'),
          titleKeywords: [],
          bodyKeywords: [],
          sketch: [],
        },
      });
    });
    await put(...stored);
    const mark = { bodyHash: 'none', simhash: center.toString(16), titleKeywords: [], bodyKeywords: [], sketch: [] };
    const ids = (await articles.neighbours(mark, 'none', 100)).map(({ id }) => id).sort();
    expect(ids).toEqual(flips.flatMap((flipped, n) => (flipped.length <= 3 ? [`n${n}`] : [])).sort());
    expect(ids.length).toBeGreaterThan(5);
  });

  it('compares the first of a full band, and loses no exact copy', async () => {
    const { articles, transfer } = current().store;
    const stored = (id: string, simhash: string, bodyHash = id): StoredArticle =>
      storedArticle(
        article(id, { fingerprint: { bodyHash, simhash, titleKeywords: [], bodyKeywords: [], sketch: [] } }),
      );
    // of the bands of `mark`, each has the first one only
    const far = Array.from({ length: articlesPerBand }, (_, n) => stored(`n${n + 10_000}`, 'aaaaffffffffffff'));
    const [early, late] = [stored('a-near', 'aaaa100010001000'), stored('z-near', 'aaaa200020002000')];
    await transfer.write('articles', [...far, early, late, stored('z-copy', 'aaaaffffffffffff', 'copied')]);
    const mark = stored('mark', 'aaaa000000000000', 'copied').fingerprint;
    expect((await articles.neighbours(mark, 'mark', 9)).map(({ id }) => id)).toEqual(['z-copy', 'a-near']);
  });
}
