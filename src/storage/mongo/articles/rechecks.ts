import type { Article, CommittedArticle, StoredArticle } from '../../../model/article/article.ts';
import {
  type FoundCopies,
  isVersion,
  mergedEvidence,
  notCompared,
  type Recheck,
} from '../../../model/article/recheck.ts';
import type { ReextractedArticle } from '../../articles-port.ts';
import { counters } from '../../collections/counters.ts';
import type { Collections } from '../collections.ts';
import { articleOf, reextractText, settleAndTally, storedVerdict } from './store-article.ts';

/**
 * After the article is written: counts it, and notes a recheck where others were counted since its copies were looked for. Of two articles that missed each
 * other, the one that is counted later finds the other: that one was written before its count. Where a kill parts the write from the count, the journal repeats both.
 */
export async function countDocument(collections: Collections, { id, comparedUpTo }: Article): Promise<Recheck | null> {
  const counter = await collections.counters.findOneAndUpdate(
    { _id: 'texts' },
    { $inc: { value: 1 } },
    { upsert: true, returnDocument: 'after' },
  );
  const upTo = counter?.value ?? 0;
  if (comparedUpTo === null || upTo === comparedUpTo + 1) return null;
  await collections.rechecks.updateOne({ _id: id }, { $max: { upTo } }, { upsert: true });
  return { id, upTo };
}

/** The recheck is noted first: after a kill at any later point it is made, and judges the cluster again. */
export async function reextract(
  collections: Collections,
  read: Pick<StoredArticle, 'id' | 'revision' | 'fetchedAt'>,
  article: ReextractedArticle,
  at: Date,
): Promise<Recheck | null> {
  const { id } = read;
  const upTo = (await collections.open(counters).get('texts'))?.value ?? 0;
  const noted = await collections.rechecks.updateOne({ _id: id }, { $max: { upTo } }, { upsert: true });
  const written = { ...article, joins: [], comparedUpTo: notCompared };
  if (await reextractText(collections, written, { read, at })) return await countDocument(collections, written);
  if (noted.upsertedCount === 1) await collections.rechecks.deleteOne({ _id: id, upTo }); // else it is of a commit too
  return null;
}

/** The recheck is removed last: after a kill it is made again. */
export async function endRecheck(
  collections: Collections,
  { id, upTo }: Recheck,
  found: FoundCopies | null,
): Promise<CommittedArticle | null> {
  const verdict = found === null ? null : await joinCopies(collections, id, found);
  await collections.rechecks.deleteOne({ _id: id, upTo });
  return verdict;
}

async function joinCopies(
  collections: Collections,
  id: string,
  { of, joins, evidence }: FoundCopies,
): Promise<CommittedArticle | null> {
  const { articles } = collections;
  const document = await articles.findOne({ _id: id });
  if (document === null) return null;
  const article = articleOf(document);
  if (!isVersion(article, of)) return null;
  const merged = mergedEvidence(article.evidence, evidence);
  const { matchedCount } = await articles.updateOne(
    { _id: id, revision: of.revision, fetchedAt: of.fetchedAt },
    { $set: { evidence: merged } },
  );
  if (matchedCount === 0) return null;
  await settleAndTally(collections, { id, joins });
  return await storedVerdict(collections, id);
}
