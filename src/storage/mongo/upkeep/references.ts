import type { Article } from '../../../model/article/article.ts';
import type { Failure } from '../../../model/crawl/failure.ts';
import type { Visit } from '../../../model/crawl/visit.ts';
import type { ContentHash } from '../../../model/page/snapshot.ts';
import type { JournaledEnding } from '../../records/endings.ts';
import type { BlobReference } from '../../upkeep-port.ts';
import type { Collections } from '../collections.ts';

type OfArticle = Pick<Article, 'snapshot' | 'longTexts'>;
type OfFailure = Pick<Failure, 'snapshot' | 'screenshot' | 'thumbnail'> &
  Partial<Pick<Failure, 'har' | 'console' | 'media'>>;
type OfVisit = Pick<Visit, 'snapshot'>;
type WithId<T> = T & { readonly _id: string };

/** All records that name blobs. @param visitsSince as in `Upkeep.references` */
export async function* references(collections: Collections, visitsSince: Date | null): AsyncIterable<BlobReference> {
  const { articles, corrections, failures, frontier, models, visits } = collections;
  // first: what a process writes meanwhile from its journal is found in its collection
  const journals = frontier.find({ state: 'ending' }).project<{ ending?: JournaledEnding }>({
    'ending.article': 1,
    'ending.failure': 1,
    'ending.visit': 1,
  });
  for await (const { ending } of journals) if (ending !== undefined) yield* ofJournal(ending, visitsSince);
  const ofArticles = articles.find({}).project<WithId<OfArticle>>({ snapshot: 1, longTexts: 1 });
  for await (const { _id, ...article } of ofArticles) yield* ofArticle(_id, article);
  for await (const { _id, ...failure } of failures.find({})) yield* ofFailure(_id, failure);
  for await (const { _id, snapshot } of corrections.find({}).project<WithId<OfVisit>>({ snapshot: 1 }))
    yield* named('correction', _id, [snapshot]);
  for await (const { _id, content } of models.find({})) yield* named('model', _id, [content]);
  const since = visitsSince === null ? {} : { startedAt: { $gte: visitsSince } };
  for await (const { _id, snapshot } of visits.find(since).project<WithId<OfVisit>>({ snapshot: 1 }))
    yield* named('visit', _id, [snapshot]);
}

/** The records that a journal becomes. */
function* ofJournal({ article, failure, visit }: JournaledEnding, visitsSince: Date | null): Iterable<BlobReference> {
  if (article !== null) yield* ofArticle(article.id, article);
  if (failure !== null) yield* ofFailure(failure.id, failure);
  if (visitsSince === null || visit.startedAt >= visitsSince) yield* named('visit', visit.id, [visit.snapshot]);
}

const ofArticle = (id: string, { snapshot, longTexts }: OfArticle): BlobReference[] =>
  named('article', id, [snapshot, longTexts]);

const ofFailure = (id: string, { snapshot, screenshot, thumbnail, har, console, media }: OfFailure): BlobReference[] =>
  named('failure', id, [
    snapshot,
    screenshot,
    thumbnail,
    har,
    console,
    ...(media?.steps ?? []).map((step) => step.screenshot),
  ]);

const named = (
  by: BlobReference['by'],
  id: string,
  hashes: readonly (ContentHash | null | undefined)[],
): BlobReference[] => hashes.flatMap((hash) => (hash == null ? [] : [{ by, id, hash }]));
