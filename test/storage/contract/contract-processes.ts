import { expect, it } from 'vitest';
import { startChild } from '../child-process.ts';
import { openStore } from '../open-store.ts';
import { article, at, claimOf, ending, entry } from '../records.ts';
import type { UnderTest } from './contract.ts';
import { expectLists, expectTallies, expectVisitTallies } from './contract-tallies.ts';

/** What child.ts finds on a page. */
const childOf = (url: string): string => url.replace(/\/p(\d+)$/, '/child-of-$1');

export function processContract(current: () => UnderTest): void {
  const putTasks = async (count: number) => {
    // no address begins another: the MongoDB server of the tests, walking an index back, orders "p20-more" before "p20"
    const entries = Array.from({ length: count }, (_, n) =>
      entry(`http://h${n % 7}.example/p${String(n).padStart(4, '0')}`),
    );
    await current().store.frontier.put(entries, at(0));
    return entries.map(({ url }) => url as string);
  };

  it('gives every task to exactly one of several processes', async () => {
    const { store, address, tasks } = current();
    const urls = await putTasks(tasks);
    const children = ['a', 'b', 'c'].map((name) => startChild('claim', address, name, 7));
    await Promise.all(children.map((child) => child.ended));
    const claimed = children.flatMap((child) => child.lines.flat());
    expect(claimed.toSorted()).toEqual(urls.toSorted());
    expect((await store.frontier.counts()).leased).toBe(tasks);
  });

  it('loses and doubles nothing when processes are killed in claims and commits', async () => {
    const { store, address, tasks } = current();
    const urls = await putTasks(tasks);
    const committed: string[] = [];
    // killed at different points of their work; the last one may finish
    for (const [round, lines] of [1, 2, 5, 9].entries()) {
      const child = startChild('crawl', address, `victim-${round}`, 4);
      await child.killAfter(lines);
      committed.push(...committedOf(child.lines));
      await using again = await openStore(address);
      const done = await Promise.all(committed.map((url) => again.articles.get(url.slice(url.lastIndexOf('/') + 1))));
      expect(done.filter((record) => record === null)).toEqual([]);
      await expectVisitTallies(again);
      await again.frontier.releaseOwners(await again.frontier.owners());
    }
    const last = startChild('crawl', address, 'survivor', 4);
    await last.ended;
    committed.push(...committedOf(last.lines));
    const all = urls.flatMap((url) => [url, childOf(url)]);
    expect(committed.length).toBe(new Set(committed).size);
    expect(await store.frontier.counts()).toEqual({ pending: 0, leased: 0, done: all.length, failed: 0 });
    await expectTallies(store);
    await expectLists(store);
    expect(await Array.fromAsync(store.maintenance.defects())).toEqual([]);
    const visits = await store.visits.find({ limit: 10_000 });
    expect(visits.map((visit) => visit.url as string).toSorted()).toEqual(all.toSorted());
    const articles = await store.articles.find({});
    expect(articles.map(({ url }) => url as string).toSorted()).toEqual(all.toSorted());
    expect(articles.filter(({ revision }) => revision !== 1)).toEqual([]);
    const changes = await store.articleChanges.oldest(10_000);
    expect(changes.map(({ articleId, revision }) => `${articleId}/${revision}`).toSorted()).toEqual(
      articles.map(({ id }) => `${id}/1`).toSorted(),
    );
  });

  it('gives what a killed process held to others when its lease ends', async () => {
    const { store, address } = current();
    await putTasks(10);
    const child = startChild('claim', address, 'victim', 5);
    await child.killAfter(1);
    const held = (await store.frontier.counts()).leased;
    expect(held).toBeGreaterThanOrEqual(5);
    expect(await store.frontier.claim(claimOf({ now: at(2) }))).toHaveLength(10 - held);
    expect(await store.frontier.claim(claimOf({ now: at(62), owner: 'heir' }))).toHaveLength(10); // an hour's lease, and this one's minute
  });

  it('ends in one story when processes join it at the same time', async () => {
    const { store, address } = current();
    await putTasks(13);
    const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
    if (!task) throw new Error('thirteen tasks were put');
    await store.commit(ending(task, { article: article('story-0') }));
    const children = ['a', 'b', 'c'].map((name) => startChild('join', address, name, 4));
    await Promise.all(children.map((child) => child.ended));
    const articles = await store.articles.find({});
    expect(articles).toHaveLength(1 + children.flatMap((child) => child.lines).length);
    expect(articles.length).toBeGreaterThan(8);
    expect(new Set(articles.map(({ cluster }) => cluster))).toEqual(new Set(['story-0']));
    expect(articles.filter(({ status }) => status === 'published')).toHaveLength(1);
    expect(new Set(articles.map(({ canonicalId }) => canonicalId)).size).toBe(1);
  });
}

const committedOf = (lines: readonly unknown[]): string[] =>
  lines.flatMap((line) =>
    typeof line === 'object' && line !== null && 'committed' in line ? [String(line.committed)] : [],
  );
