import { expect, it } from 'vitest';
import { commitArticles } from '../commit-articles.ts';
import { article, at, claimOf, ending, entry } from '../records.ts';
import type { UnderTest } from './contract.ts';

export function recheckContract(current: () => UnderTest): void {
  const commit = async (id: string, overrides: Parameters<typeof article>[1]) => {
    const { store } = current();
    const stored = article(id, overrides);
    await store.frontier.reopen([entry(stored.url)], { revisit: false, now: at(0) });
    const [task] = await store.frontier.claim(claimOf());
    if (task === undefined) throw new Error(`${id} could not be claimed`);
    return await store.commit(ending(task, { article: stored }));
  };
  const found = (joins: readonly string[], overrides: object = {}) => ({
    joins,
    evidence: joins.map((of) => ({ method: 'exact', of, similarity: 1 }) as const),
    of: { revision: 1, fetchedAt: at(2) },
    ...overrides,
  });
  const verdicts = async () =>
    (await Array.fromAsync(current().store.articles.stream({}))).map(({ id, cluster, canonicalId, status }) => [
      id,
      cluster,
      canonicalId,
      status,
    ]);

  it('gives a recheck where another article was written since the copies were looked for', async () => {
    const { articles } = current().store;
    const before = await articles.textsWritten();
    expect((await commit('a', { comparedUpTo: before })).recheck).toBeNull();
    const late = await commit('b', { comparedUpTo: before });
    expect(late).toMatchObject({ article: { id: 'b', cluster: 'b' }, recheck: { id: 'b', upTo: before + 2 } });
    expect(await articles.rechecks(9)).toEqual([late.recheck]);
    expect((await commit('c', { comparedUpTo: await articles.textsWritten() })).recheck).toBeNull();
    expect((await commit('d', { comparedUpTo: null })).recheck).toBeNull();
    expect((await commit('c', { comparedUpTo: before, fetchedAt: at(9) })).recheck).toMatchObject({ id: 'c' });
    expect((await articles.rechecks(9)).map(({ id }) => id)).toEqual(['b', 'c']);
    expect(await articles.rechecks(1)).toHaveLength(1);
  });

  it('joins clusters by rechecks, with the same result in any order and any number', async () => {
    const { articles } = current().store;
    const expected = ['a', 'b', 'c', 'd'].map((id) => [id, 'a', 'b', id === 'b' ? 'published' : 'duplicate']);
    const day = (value: string) => ({ publishedAt: { value, precision: 'day' }, comparedUpTo: 0 }) as const;
    await commit('c', day('2026-11-20'));
    await commit('a', day('2026-11-19'));
    await commit('d', { ...day('2026-11-21'), joins: ['c'] });
    await commit('b', day('2026-11-18'));
    const [a, b, d] = await articles.rechecks(9);
    if (a === undefined || b === undefined || d === undefined) throw new Error('three were written after the first');
    // of the same moment: both name clusters that the other one merges
    const both = await Promise.all([articles.endRecheck(a, found(['c'])), articles.endRecheck(b, found(['c', 'b']))]);
    expect(both.map((verdict) => verdict?.id)).toEqual(['a', 'b']);
    expect(await articles.endRecheck(d, found(['c']))).toMatchObject({ id: 'd', canonicalId: 'b', revision: 1 });
    expect(await verdicts()).toEqual(expected);
    expect(await articles.rechecks(9)).toEqual([]);
    await articles.endRecheck(a, found(['c'])); // as after a kill
    expect(await verdicts()).toEqual(expected);
    expect((await articles.get('a'))?.evidence).toEqual([{ method: 'exact', of: 'c', similarity: 1 }]);
    expect(await Array.fromAsync(current().store.maintenance.defects())).toEqual([]);
    expect(await articles.count({ status: 'published' })).toBe(1);
    await articles.endRecheck(a, found(['b']));
    expect((await articles.get('a'))?.evidence.map(({ of }) => of)).toEqual(['b', 'c']);
  });

  it('merges nothing for a text that was replaced, and keeps the recheck of its new text', async () => {
    const { articles } = current().store;
    await commitArticles(current().store, [article('x')]);
    const { recheck: first } = await commit('a', { comparedUpTo: 0 });
    const { recheck: second } = await commit('a', { comparedUpTo: 0, body: 'Another story.', fetchedAt: at(5) });
    if (first === null || second === null) throw new Error('another article was written before');
    expect(await articles.endRecheck(first, found(['x']))).toBeNull();
    expect(await articles.rechecks(9)).toEqual([second]);
    expect(await articles.get('a')).toMatchObject({ cluster: 'a', status: 'published', evidence: [] });
    expect(await articles.endRecheck(second, null)).toBeNull();
    expect(await articles.rechecks(9)).toEqual([]);
  });
}
