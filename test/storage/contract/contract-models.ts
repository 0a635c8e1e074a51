import { expect, it } from 'vitest';
import { commitArticles } from '../commit-articles.ts';
import { article, at, storedModel } from '../records.ts';
import type { UnderTest } from './contract.ts';

export function modelContract(current: () => UnderTest): void {
  it('keeps versions of a model, and which one is in use since when', async () => {
    const { models } = current().store;
    expect(await models.active()).toBeNull();
    expect(await models.list()).toEqual([]);
    const [first, second] = [storedModel('aaa'), storedModel('bbb', { savedAt: at(5), examples: 50 })];
    await models.put(first);
    await models.put(second);
    await models.put({ ...first, examples: 1 });
    expect(await models.list()).toEqual([second, first]);
    expect(await models.get('aaa')).toEqual(first);
    expect(await models.get('none')).toBeNull();
    expect(await models.active()).toBeNull();
    await models.activate({ version: 'aaa', at: at(6) });
    await models.activate({ version: 'bbb', at: at(6) });
    expect(await models.active()).toEqual(second);
    await models.activate({ version: 'aaa', at: at(7) });
    expect(await models.active()).toEqual(first);
    await models.activate({ version: null, at: at(8) });
    expect(await models.active()).toBeNull();
    expect(await models.activations(3)).toEqual([
      { version: null, at: at(8) },
      { version: 'aaa', at: at(7) },
      { version: 'bbb', at: at(6) },
    ]);
    expect(await models.activations(0)).toEqual([]);
  });

  it('finds and counts articles by category', async () => {
    const { store } = current();
    const of = (label: string) => ({ label, probability: 0.8, by: 'section', model: null, terms: [] }) as const;
    await commitArticles(store, [
      article('a', { category: of('sport') }),
      article('b', { category: of('sport'), fetchedAt: at(4) }),
      article('c', { category: of('体育') }),
      article('d', { category: null }),
      article('e', { category: of('sport'), onTopic: false }),
    ]);
    const articles = await store.articles.find({ category: 'sport', status: 'published' });
    expect(articles.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(articles[0]?.category).toEqual(of('sport'));
    expect((await store.articles.get('d'))?.category).toBeNull();
    expect(await store.articles.count({ category: '体育' })).toBe(1);
    expect(await store.articles.categories()).toEqual([
      { label: 'sport', articles: 2 },
      { label: '体育', articles: 1 },
    ]);
  });
}
