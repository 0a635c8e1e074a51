import type { CommittedArticle } from '../model/article/article.ts';
import type { Recheck } from '../model/article/recheck.ts';
import { beatEveryMs } from '../model/crawl/worker-beat.ts';
import type { StorePorts } from '../services.ts';
import { findCopies } from '../stages/dedupe/dedupe.ts';
import { PreparedTexts } from '../stages/dedupe/prepared-texts.ts';
import type { CommitResult, Store } from '../storage/port.ts';
import { neighboursOf } from './copies.ts';

/** The part of a crawl that looks for copies. */
interface StoredTexts {
  readonly store: Store;
  readonly preparedTexts: PreparedTexts;
}

/**
 * Two processes that judge copies in the same moment do not see each other's: the one that is stored later looks again, and both end in one cluster.
 * @returns the result of a commit with the verdict after that
 */
export async function withRecheck(crawl: StoredTexts, result: CommitResult): Promise<CommitResult> {
  if (result.recheck === null) return result;
  const article = await recheckCopies(crawl, result.recheck);
  return { ...result, article: article ?? result.article };
}

/** Makes a recheck that a write has noted. */
export async function makeRecheck({ store }: StorePorts, recheck: Recheck): Promise<void> {
  await recheckCopies({ store, preparedTexts: new PreparedTexts() }, recheck);
}

/** Looks for the copies of a stored article again, and joins it to them. May be repeated, also at the same time. */
async function recheckCopies(
  { store, preparedTexts }: StoredTexts,
  recheck: Recheck,
): Promise<CommittedArticle | null> {
  const article = await store.articles.get(recheck.id);
  if (article === null) return await store.articles.endRecheck(recheck, null);
  const { neighbours, namedId } = await neighboursOf(store.articles, article);
  const copies = findCopies(article, neighbours, { prepare: (text) => preparedTexts.get(text), namedId });
  return await store.articles.endRecheck(recheck, {
    ...copies,
    of: { revision: article.revision, fetchedAt: article.fetchedAt },
  });
}

/** Rechecks per read. */
const batchSize = 50;

/** Returns a function to call once a second during a run: as often as it writes its heartbeat, it makes the rechecks that killed processes left. */
export function recheckRounds(ports: StorePorts): () => Promise<void> {
  let madeAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = ports.clock.monotonicMs();
    if (nowMs - madeAt < beatEveryMs) return;
    madeAt = nowMs;
    const articles = await makeRechecksLeft(ports);
    if (articles > 0) ports.log.info('copies.rechecked', { articles });
  };
}

/** Makes the rechecks that killed processes left. Those that others are making now are made twice, with the same result. @returns how many */
export async function makeRechecksLeft({ store }: { readonly store: Store }): Promise<number> {
  let made = 0;
  for (;;) {
    const rechecks = await store.articles.rechecks(batchSize);
    const preparedTexts = new PreparedTexts();
    for (const recheck of rechecks) await recheckCopies({ store, preparedTexts }, recheck);
    made += rechecks.length;
    if (rechecks.length < batchSize) return made;
  }
}
