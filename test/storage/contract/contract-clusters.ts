import { expect, it } from 'vitest';
import { commitArticles } from '../commit-articles.ts';
import { article } from '../records.ts';
import type { UnderTest } from './contract.ts';

export function clusterContract(current: () => UnderTest): void {
  const day = (value: string) => ({ publishedAt: { value, precision: 'day' } as const });
  const verdictOf = async (id: string) => {
    const stored = await current().store.articles.get(id);
    return (
      stored && {
        status: stored.status,
        cluster: stored.cluster,
        canonicalId: stored.canonicalId,
        relation: stored.relation,
      }
    );
  };

  it('makes the earliest of a story its canonical article, whenever it comes', async () => {
    const { store } = current();
    const [first] = await commitArticles(store, [article('m', day('2026-11-20'))]);
    expect(first).toMatchObject({ status: 'published', cluster: 'm' });
    const [copy] = await commitArticles(store, [
      article('n', { ...day('2026-11-21'), site: 'other.example', joins: ['m'] }),
    ]);
    expect(copy).toEqual({
      id: 'n',
      status: 'duplicate',
      cluster: 'm',
      canonicalId: 'm',
      relation: 'syndicated',
      revision: 1,
    });
    const [earliest] = await commitArticles(store, [article('z', { ...day('2026-11-19'), joins: ['m'] })]);
    expect(earliest).toMatchObject({ status: 'published', cluster: 'm', canonicalId: 'z', relation: null });
    expect(await verdictOf('m')).toEqual({ status: 'duplicate', cluster: 'm', canonicalId: 'z', relation: 'same' });
    expect(await store.articles.count({ status: 'published' })).toBe(1);
  });

  it('keeps the first published, though a copy of the same day was edited later and is longer', async () => {
    const { store } = current();
    const at = (value: string) => ({ publishedAt: { value, precision: 'minute' } as const });
    const body = 'The body of the story. '.repeat(20);
    const first = article('z', { ...at('2026-11-20T08:00:00Z'), body });
    const edited = { body: `${body} And one line of the desk.`, site: 'other.example', weight: 3 };
    await commitArticles(store, [article('b', { ...at('2026-11-20T13:00:00+02:00'), ...edited })]);
    await commitArticles(store, [{ ...first, joins: ['b'] }]);
    expect(await verdictOf('z')).toMatchObject({ status: 'published', canonicalId: 'z' });
    expect(await verdictOf('b')).toMatchObject({ status: 'duplicate', canonicalId: 'z', relation: 'syndicated' });
  });

  it('gives the members of a cluster as its list does, the newest update first', async () => {
    const { store } = current();
    await commitArticles(store, [
      article('m', { ...day('2026-11-20'), title: 'A "quoted" title, with \\ and ü', weight: 2 }),
      article('n', { publishedAt: null, site: 'other.example', joins: ['m'], onTopic: false }),
      article('x', day('2026-11-19')),
    ]);
    const listed = await store.articles.list({ cluster: 'm' });
    const members = await store.articles.members('m');
    expect(listed.map(({ id }) => id).sort()).toEqual(['m', 'n']);
    expect(members).toHaveLength(2);
    for (const [at, member] of members.entries()) {
      expect(Object.keys(member)).toEqual(
        expect.arrayContaining(['title', 'canonicalUrl', 'weight', 'bodyLength', 'relation']),
      );
      expect(listed[at]).toMatchObject(member);
    }
    expect(await store.articles.members('none')).toEqual([]);
  });

  it('merges clusters that an article ties together, under the smallest id', async () => {
    const { store } = current();
    await commitArticles(store, [
      article('b', day('2026-11-01')),
      article('c', day('2026-11-02')),
      article('d', { ...day('2026-11-03'), joins: ['c'] }),
    ]);
    expect(await verdictOf('d')).toMatchObject({ cluster: 'c', canonicalId: 'c' });
    await commitArticles(store, [article('a', { ...day('2026-11-04'), body: 'Short.', joins: ['b', 'c'] })]);
    for (const id of ['c', 'd'])
      expect(await verdictOf(id)).toMatchObject({ cluster: 'a', canonicalId: 'b', status: 'duplicate' });
    expect(await verdictOf('a')).toEqual({
      cluster: 'a',
      canonicalId: 'b',
      status: 'duplicate',
      relation: 'truncated',
    });
    // a caller that read before the merge names a cluster that no longer exists
    await commitArticles(store, [article('e', { ...day('2026-10-01'), joins: ['c'] })]);
    expect(await verdictOf('b')).toMatchObject({ cluster: 'a', canonicalId: 'e', status: 'duplicate' });
  });

  it('keeps an article in its story when it comes again', async () => {
    const { store } = current();
    await commitArticles(store, [article('a'), article('b', { joins: ['a'] }), article('c')]);
    const [again] = await commitArticles(store, [article('b', { body: 'Changed. '.repeat(90) })]);
    expect(again).toMatchObject({ cluster: 'a', revision: 2 });
    expect(await verdictOf('a')).toMatchObject({ status: 'duplicate', canonicalId: 'b' }); // the most complete of the day
    const [tied] = await commitArticles(store, [article('b', { body: 'Changed. '.repeat(90), joins: ['c'] })]);
    expect(tied).toMatchObject({ cluster: 'a', revision: 2, status: 'published' });
    expect(await verdictOf('c')).toMatchObject({ cluster: 'a', status: 'duplicate' });
  });

  it('publishes nothing of a story whose canonical article is off topic', async () => {
    const { store } = current();
    await commitArticles(store, [
      article('a', { onTopic: false }),
      article('b', { joins: ['a', 'gone'], body: 'Short.' }),
    ]);
    expect(await verdictOf('a')).toMatchObject({ status: 'off-topic' });
    expect(await verdictOf('b')).toMatchObject({ status: 'duplicate', cluster: 'a' });
  });
}
