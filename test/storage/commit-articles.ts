import type { Article } from '../../src/model/article/article.ts';
import type { CommitResult, Store } from '../../src/storage/port.ts';
import { claimOf, ending, entry } from './records.ts';

/** Commits the articles in turn, each with a separate task. */
export async function commitArticles(
  store: Store,
  articles: readonly Article[],
): Promise<(CommitResult['article'] | null)[]> {
  const results: CommitResult['article'][] = [];
  for (const article of articles) {
    await store.frontier.reopen([entry(article.url)], { revisit: false });
    const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
    if (task?.url !== article.url) throw new Error(`${article.url} could not be claimed`);
    results.push((await store.commit(ending(task, { article }))).article);
  }
  return results;
}
