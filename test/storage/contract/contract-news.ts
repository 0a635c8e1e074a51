import { expect, it } from 'vitest';
import type { NewsItem } from '../../../src/model/article/news.ts';
import { commitArticles } from '../commit-articles.ts';
import { article, at } from '../records.ts';
import type { UnderTest } from './contract.ts';

export function newsContract(current: () => UnderTest): void {
  const between = async (from: number, to: number, topic: string | null = null, limit = 100) => {
    const items: NewsItem[] = [];
    for await (const item of current().store.news.between(at(from), at(to), { topic, limit })) items.push(item);
    return items;
  };

  it('reads articles by the time at which they were first seen, newest first, with their terms and verdicts', async () => {
    const seen = (id: string, minutes: number, overrides = {}) =>
      article(id, { firstSeenAt: at(minutes), fetchedAt: at(minutes), newsTerms: [`${id}-a`, '电网'], ...overrides });
    const sport = { topic: 'sport', score: 0.1, kept: false, terms: [] };
    await commitArticles(current().store, [
      seen('a', 1),
      seen('b', 5, { site: 'other.example', joins: ['a'] }),
      seen('c', 5, { topics: [sport] }),
      seen('d', 9, { onTopic: false }),
      seen('old', 3, { newsTerms: [] }),
    ]);
    const ids = (items: readonly NewsItem[]) => items.map(({ id }) => id);
    expect(ids(await between(0, 100))).toEqual(['d', 'c', 'b', 'a']);
    expect(ids(await between(1, 9))).toEqual(['c', 'b', 'a']);
    expect(ids(await between(2, 5))).toEqual([]);
    expect(ids(await between(0, 100, 'energy'))).toEqual(['d', 'b', 'a']);
    expect(ids(await between(0, 100, 'sport'))).toEqual([]);
    expect(ids(await between(0, 100, null, 2))).toEqual(['d', 'c']);
    expect(await between(0, 100, null, 0)).toEqual([]);
    const [, , copy] = await between(0, 100);
    expect(copy).toMatchObject({ site: 'other.example', cluster: 'a', terms: ['b-a', '电网'], at: at(5) });
    expect((await between(0, 100)).map(({ status }) => status).sort()).toContain('off-topic');
  });

  it('keeps the first time of an article that is read again, with the terms of its new text', async () => {
    await commitArticles(current().store, [article('a', { newsTerms: ['one'] })]);
    await commitArticles(current().store, [
      article('a', { newsTerms: ['two'], firstSeenAt: at(8), fetchedAt: at(8), body: 'Another body.' }),
    ]);
    expect(await between(0, 100)).toMatchObject([{ id: 'a', at: at(2), terms: ['two'] }]);
  });

  it('gives the ages of new articles whose pages state a time of day, newest first', async () => {
    const seen = (id: string, minutes: number, publishedAt: { value: string; precision: 'day' | 'minute' } | null) =>
      article(id, { firstSeenAt: at(minutes), fetchedAt: at(minutes), newsTerms: [id], publishedAt });
    const time = { value: '2026-11-21T07:30:00+02:00', precision: 'minute' } as const;
    await commitArticles(current().store, [
      seen('a', 1, time),
      seen('b', 5, { value: '2026-11-21', precision: 'day' }),
      seen('c', 6, null),
      seen('d', 9, time),
    ]);
    const { news } = current().store;
    const publishedAt = new Date('2026-11-21T05:30:00Z');
    expect(await news.ages(at(0), at(100), 10)).toEqual([
      { publishedAt, firstSeenAt: at(9) },
      { publishedAt, firstSeenAt: at(1) },
    ]);
    expect(await news.ages(at(1), at(9), 10)).toEqual([{ publishedAt, firstSeenAt: at(1) }]);
    expect(await news.ages(at(0), at(100), 1)).toHaveLength(1);
    expect(await news.ages(at(0), at(100), 0)).toEqual([]);
  });
}
