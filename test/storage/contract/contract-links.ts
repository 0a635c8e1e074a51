import { expect, it } from 'vitest';
import type { Article } from '../../../src/model/article/article.ts';
import { importance } from '../../../src/model/article/importance.ts';
import type { LinkedTask } from '../../../src/model/crawl/task.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { PageLink } from '../../../src/model/web/link.ts';
import { openStore } from '../open-store.ts';
import { article, at, claimOf, ending, entry } from '../records.ts';
import type { UnderTest } from './contract.ts';

const address = (name: string) => canonicalUrl(`http://gazette.example/${name}`);

/** Links of a page to others, with their names as anchor texts. */
const pointing = (from: string, ...to: readonly string[]): PageLink[] =>
  to.map((name) => ({ from: address(from), to: address(name), anchorText: `to ${name}`, relevance: 0.5 }));

export function linkContract(current: () => UnderTest): void {
  /** Ends the visit of a page. @param article what was read there; null: nothing */
  const visit = async (name: string, pointsTo: readonly PageLink[], article: Article | null = null) => {
    const { store } = current();
    await store.frontier.reopen([entry(address(name))], { revisit: false, now: at(0) });
    const [task] = await store.frontier.claim(claimOf({ limit: 1, sites: null }));
    if (task === undefined) throw new Error(`${name} could not be claimed`);
    const whole = ending(task, { article, pointsTo });
    await store.commit(whole);
    return whole;
  };
  const inLinks = async (id: string) => (await current().store.articles.get(id))?.inLinks;

  it('counts each page that points to an address once, however often it is read', async () => {
    const { store, address: place } = current();
    await visit('list', pointing('list', 'a', 'b'));
    await visit('list', pointing('list', 'a', 'b', 'c'));
    const again = await visit('other', pointing('other', 'b'));
    expect(await store.commit(again)).toMatchObject({ accepted: false });
    expect(await store.links.maxInLinks()).toBe(2);
    const standing = await store.links.standing(address('new'), [address('a'), address('b'), address('none')]);
    expect([...standing.values()].map(({ inLinks }) => inLinks)).toEqual([2, 3, 1]);
    const repeated = await store.links.standing(address('other'), [address('a'), address('b')]);
    expect([...repeated.values()].map(({ inLinks }) => inLinks)).toEqual([2, 2]);
    await using reopened = await openStore(place);
    expect(await reopened.links.from(address('list'), 9)).toEqual(pointing('list', 'a', 'b', 'c'));
    expect(await reopened.links.from(address('list'), 1)).toEqual(pointing('list', 'a'));
    expect(await reopened.links.from(address('other'), 9)).toEqual(pointing('other', 'b'));
    expect(await reopened.links.from(address('none'), 9)).toEqual([]);
    expect(await reopened.links.from(address('list'), 0)).toEqual([]);
  });

  it('is no list of tasks: an address that only the graph knows is unknown to the frontier, until it becomes a task', async () => {
    const { frontier, links } = current().store;
    const before = await frontier.counts();
    await visit('list', pointing('list', 'far'));
    const far = address('far');
    expect({ frontier: await frontier.get(far), unknown: await frontier.unknown([far]) }).toEqual({
      frontier: null,
      unknown: new Set([far]),
    });
    expect(await frontier.counts()).toEqual({ ...before, done: before.done + 1 });
    expect(await frontier.claim(claimOf())).toEqual([]);
    const task = entry(far, { priority: 0.7, depth: 2, linkTitle: 'Far', sourceId: 's-1' });
    expect([await frontier.put([task], at(0)), await frontier.put([task], at(0))]).toEqual([1, 0]);
    expect(await frontier.get(far)).toMatchObject({ ...task, state: 'pending' });
    expect((await frontier.claim(claimOf())).map(({ url }) => url)).toEqual([far]);
    expect((await links.standing(address('list'), [far])).get(far)?.inLinks).toBe(1);
    await visit('other', pointing('other', 'farther'));
    await frontier.reopen([entry(address('farther'))], { revisit: true, now: at(0) });
    expect(await frontier.get(address('farther'))).toMatchObject({ state: 'pending', host: 'gazette.example' });
  });

  it('looks at no more tasks than it takes where no priority is stale', async () => {
    const { frontier } = current().store;
    const names = Array.from({ length: 20 }, (_, n) => `p${n}`);
    await visit('list', pointing('list', ...names));
    await frontier.put(
      names.map((name) => entry(address(name), { priority: 0.5 })),
      at(0),
    );
    const asked: string[] = [];
    const priorityNow = ({ url, priority }: LinkedTask) => {
      asked.push(url);
      return priority;
    };
    const claimed = await frontier.claim(claimOf({ limit: 2, priorityNow }));
    expect(asked.sort()).toEqual(claimed.map(({ url }) => url).sort());
  });

  it('looks at some two hundred tasks of a claim, however many are stale', async () => {
    const { frontier } = current().store;
    const urls = Array.from({ length: 600 }, (_, n) => canonicalUrl(`http://h${n % 20}.example/${n}`));
    await visit(
      'list',
      urls.map((to) => ({ from: address('list'), to, anchorText: 'one', relevance: 0.5 })),
    );
    await frontier.put(
      urls.map((url) => entry(url, { priority: 0.65 })),
      at(0),
    );
    let asked = 0;
    const priorityNow = () => {
      asked += 1;
      return 0.4;
    };
    expect(await frontier.claim(claimOf({ limit: 20, perHost: 1, priorityNow }))).toHaveLength(20);
    expect(asked).toBeGreaterThan(100);
    expect(asked).toBeLessThanOrEqual(250);
  });

  it('claims by the present Cmax, though priorities were stored when it was smaller', async () => {
    const { frontier } = current().store;
    const counts = [3, 1, 5, 0, 2, 4];
    const names = counts.map((_, n) => `p${n}`);
    for (const n of [1, 2, 3, 4, 5])
      await visit(`list${n}`, pointing(`list${n}`, 'named', ...names.filter((_, at) => (counts[at] ?? 0) >= n)));
    // in a young crawl each was the most linked one when its link was found
    const stale = names.map((name) => entry(address(name), { priority: 0.65 }));
    await frontier.put([...stale, entry(address('named'), { priority: 1, depth: 0 })], at(0));
    const asked: LinkedTask[] = [];
    const priorityNow = (task: LinkedTask) => {
      asked.push(task);
      return 0.35 + (0.3 * task.inLinks) / task.maxInLinks;
    };
    const order: string[] = [];
    for (let left = names.length + 1; left > 0; left--) {
      const [task] = await frontier.claim(claimOf({ limit: 1, priorityNow }));
      order.push(new URL(task?.url ?? 'http://x/').pathname.slice(1));
    }
    // p3 has no link: nothing is known against its priority; nobody asks about a task that a person named
    expect(order).toEqual(['named', 'p2', 'p3', 'p5', 'p0', 'p4', 'p1']);
    expect(asked[0]).toMatchObject({ depth: 1, priority: 0.65, relevance: 0.5, maxInLinks: 5, publishedAt: null });
    expect(asked.some(({ url }) => url === address('named'))).toBe(false);
    expect((await frontier.get(address('p1')))?.priority).toBeCloseTo(0.35 + 0.3 / 5);
  });

  it('keeps the best relevance under which an address was named', async () => {
    const { links } = current().store;
    const named = (from: string, relevance: number | null) =>
      visit(from, [{ from: address(from), to: address('a'), anchorText: '新华社 "—"', relevance }]);
    const best = async () => (await links.standing(address('x'), [address('a')])).get(address('a'))?.relevance;
    await named('one', null);
    expect(await best()).toBeNull();
    await named('two', 0.4);
    await named('three', 0.2);
    await named('four', null);
    expect(await best()).toBe(0.4);
    expect((await links.from(address('four'), 9))[0]).toMatchObject({ anchorText: '新华社 "—"', relevance: 0.4 });
  });

  it('counts for an article the links to all its addresses, whichever came first', async () => {
    await visit('list', pointing('list', 'moved'));
    await visit('moved', [], article('a', { url: address('a') }));
    expect(await inLinks('a')).toBe(1);
    await visit('other', pointing('other', 'a', 'b'));
    expect(await inLinks('a')).toBe(2);
    await visit('a', [], article('a', { url: address('a'), fetchedAt: at(9), body: 'Another body.' }));
    expect(await current().store.articles.get('a')).toMatchObject({ revision: 2, inLinks: 2 });
    await visit('b', pointing('b', 'a'), article('b', { url: address('b') }));
    expect({ inLinksA: await inLinks('a'), inLinksB: await inLinks('b') }).toEqual({ inLinksA: 3, inLinksB: 1 });
  });

  it('ranks an article that another links to above that one; two that link to each other, or that a third page links to, rank alike', async () => {
    const { store } = current();
    const relevant = (id: string) => article(id, { url: address(id), body: `Storm over the coast, told by ${id}.` });
    const ranks = async () => {
      const scale = { relevanceShare: 0.7, maxInLinks: await store.links.maxInLinks() };
      const articles = await store.articles.find({ q: 'storm coast', byImportance: scale });
      return articles.map(({ id, topics, inLinks }) => ({
        id,
        importance: importance({ relevance: topics[0]?.score ?? 0, inLinks }, scale),
      }));
    };
    await visit('a', pointing('a', 'b'), relevant('a'));
    await visit('b', [], relevant('b'));
    const [first, second] = await ranks();
    expect({ firstId: first?.id, secondId: second?.id }).toEqual({ firstId: 'b', secondId: 'a' });
    expect(first?.importance).toBeGreaterThan(second?.importance ?? 1);
    await visit('b', pointing('b', 'a'), relevant('b'));
    expect(new Set((await ranks()).map(({ importance }) => importance)).size).toBe(1);
    await visit('list', pointing('list', 'a', 'b'));
    expect(new Set((await ranks()).map(({ importance }) => importance)).size).toBe(1);
  });

  it('orders articles by importance: relevance and links by their shares, page by page and as a stream', async () => {
    const { articles, links } = current().store;
    const scored = (id: string, score: number, minutes: number) =>
      article(id, {
        url: address(id),
        fetchedAt: at(minutes),
        topics: [{ topic: 'energy', score, kept: true, terms: [] }],
      });
    await visit('low', [], scored('low', 0.1, 3));
    await visit('high', [], scored('high', 0.9, 4));
    await visit('plain', [], article('plain', { url: address('plain'), topics: [] }));
    await visit('list', pointing('list', 'low', 'plain'));
    await visit('other', pointing('other', 'low'));
    const order = (relevanceShare: number, maxInLinks: number) => ({ byImportance: { relevanceShare, maxInLinks } });
    const ids = async (filter: Parameters<typeof articles.find>[0]) =>
      (await articles.find(filter)).map(({ id }) => id);
    const maxInLinks = await links.maxInLinks();
    expect(await ids(order(0.9, maxInLinks))).toEqual(['high', 'low', 'plain']);
    expect(await ids(order(0.2, maxInLinks))).toEqual(['low', 'plain', 'high']);
    expect(await ids({ ...order(0.2, maxInLinks), limit: 1, offset: 1 })).toEqual(['plain']);
    expect(await ids({ ...order(0.2, maxInLinks), topic: 'energy' })).toEqual(['low', 'high']);
    expect(await ids(order(0.5, 0))).toHaveLength(3);
    const streamed: string[] = [];
    for await (const { id } of articles.stream({ ...order(0.2, maxInLinks), limit: 2 })) streamed.push(id);
    expect(streamed).toEqual(['low', 'plain']);
  });
}
