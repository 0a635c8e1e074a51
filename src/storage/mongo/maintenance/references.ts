import type { Article } from '../../../model/article/article.ts';
import type { ContentHash } from '../../../model/page/snapshot.ts';
import { failures } from '../../collections/crawl/failures.ts';
import { blobReferences } from '../../collections/walk.ts';
import type { BlobReference } from '../../maintenance-port.ts';
import type { VisitResult } from '../../port.ts';
import type { Collections } from '../collections.ts';

type OfArticle = Pick<Article, 'snapshot' | 'longTexts'>;

/** All records that name blobs. @param visitsSince as in `Maintenance.references` */
export async function* references(collections: Collections, visitsSince: Date | null): AsyncIterable<BlobReference> {
  const { articles, frontier, open } = collections;
  // first: what a process writes meanwhile from its journal is found in its collection
  const journals = frontier.find({ state: 'ending' }).project<{ ending?: VisitResult }>({
    'ending.article': 1,
    'ending.failure': 1,
    'ending.visit': 1,
  });
  for await (const { ending } of journals) if (ending !== undefined) yield* ofJournal(ending, visitsSince);
  const ofArticles = articles.find({}).project<OfArticle & { readonly _id: string }>({ snapshot: 1, longTexts: 1 });
  for await (const { _id, ...article } of ofArticles) yield* ofArticle(_id, article);
  yield* blobReferences(open, visitsSince);
}

/** The records that a journal becomes. */
function* ofJournal({ article, failure, visit }: VisitResult, visitsSince: Date | null): Iterable<BlobReference> {
  if (article !== null) yield* ofArticle(article.id, article);
  if (failure !== null) yield* named('failure', failure.id, failures.blobs?.of(failure) ?? []);
  if (visitsSince === null || visit.startedAt >= visitsSince) yield* named('visit', visit.id, [visit.snapshot]);
}

const ofArticle = (id: string, { snapshot, longTexts }: OfArticle): BlobReference[] =>
  named('article', id, [snapshot, longTexts]);

const named = (by: BlobReference['by'], id: string, hashes: readonly (string | null | undefined)[]): BlobReference[] =>
  hashes.flatMap((hash) => (hash == null ? [] : [{ by, id, hash: hash as ContentHash }]));
