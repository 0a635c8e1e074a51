import type { Article, StoredArticle } from '../../src/model/article/article.ts';
import type { Task } from '../../src/model/crawl/task.ts';
import type { CommitResult, Store } from '../../src/storage/port.ts';
import { claimOf, ending, entry } from './records.ts';

/** Tasks claimed at once: a claim is dear on the slow MongoDB server of the tests. No more than `claimOf` takes of one host. */
const claimSize = 100;

/** Commits the articles in turn, each with a separate task. */
export async function commitArticles(
  store: Store,
  articles: readonly Article[],
): Promise<(CommitResult['article'] | null)[]> {
  const results: CommitResult['article'][] = [];
  await commitInTurn(store, articles, async (article, task) => {
    results.push((await store.commit(ending(task, { article }))).article);
  });
  return results;
}

/** An article as it is stored without copies. */
export function storedArticle({ joins: _, comparedUpTo: _upTo, ...article }: Article): StoredArticle {
  const verdict = { status: 'published', relation: null, revision: 1, inLinks: 0 } as const;
  return { ...article, ...verdict, cluster: article.id, canonicalId: article.id, updatedAt: article.fetchedAt };
}

/** Writes articles at once, as a copy of a store does: for tests that read many. A commit of each takes the slow MongoDB server of the tests a hundred times as long. */
export async function writeArticles({ transfer }: Store, articles: readonly Article[]): Promise<void> {
  await transfer.write('articles', articles.map(storedArticle));
}

/** Calls `commit` for each record in turn, with a claimed task of its address. */
export async function commitInTurn<Item extends { readonly url: string }>(
  store: Store,
  items: readonly Item[],
  commit: (item: Item, task: Task) => Promise<void>,
): Promise<void> {
  for (const batch of batchesOf(items)) {
    await store.frontier.reopen(
      batch.map(({ url }) => entry(url)),
      { revisit: false, now: new Date(0) },
    );
    const tasks = await store.frontier.claim(claimOf({ limit: batch.length }));
    const taskOf = new Map<string, Task>(tasks.map((task) => [task.url, task]));
    for (const item of batch) {
      const task = taskOf.get(item.url);
      if (task === undefined) throw new Error(`${item.url} could not be claimed`);
      await commit(item, task);
    }
  }
}

/** The records in order, at most `claimSize` at once. An address is claimed again only after its last commit: it begins a new batch. */
function batchesOf<Item extends { readonly url: string }>(items: readonly Item[]): Item[][] {
  const batches: Item[][] = [];
  let urls = new Set<string>();
  for (const item of items) {
    if (batches.length === 0 || urls.has(item.url) || urls.size === claimSize) {
      batches.push([]);
      urls = new Set();
    }
    urls.add(item.url);
    batches.at(-1)?.push(item);
  }
  return batches;
}
