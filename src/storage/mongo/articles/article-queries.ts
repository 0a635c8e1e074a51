import type { Filter } from 'mongodb';
import type { ImportanceScale } from '../../../model/article/importance.ts';
import type { ArticleFilter } from '../../articles-port.ts';
import type { Collections } from '../collections.ts';
import type { ArticleDocument } from '../documents.ts';
import { searchFilter } from './search-index.ts';

/** Leaves out the long fields that a brief does not need. */
export const briefFields = {
  bodyHtml: 0,
  markdown: 0,
  provenance: 0,
  newsTerms: 0,
  images: 0,
  posts: 0,
  folded: 0,
  terms: 0,
  bands: 0,
  rankKeys: 0,
};

/** As in model/article/importance.ts, as an expression of the server. */
export const importanceOf = ({ relevanceShare, maxInLinks }: ImportanceScale) => {
  const hub = { $min: [1, { $divide: [{ $ifNull: ['$inLinks', 0] }, Math.max(1, maxInLinks)] }] };
  return {
    $add: [{ $multiply: [relevanceShare, { $ifNull: ['$relevance', 0] }] }, { $multiply: [1 - relevanceShare, hub] }],
  };
};

/** The condition of a filter. */
export function articleQuery({
  status,
  site,
  topic,
  category,
  cluster,
  q,
  since,
  after,
}: ArticleFilter): Filter<ArticleDocument> {
  return {
    ...(status !== undefined && { status }),
    ...(site !== undefined && { site }),
    ...(topic !== undefined && { keptTopics: topic }),
    ...(category !== undefined && { 'category.label': category }),
    ...(cluster !== undefined && { cluster }),
    ...((since !== undefined || after !== undefined) && {
      updatedAt: { ...(since !== undefined && { $gte: since }), ...(after !== undefined && { $lte: after.updatedAt }) },
    }),
    ...(after !== undefined && { $or: [{ updatedAt: { $lt: after.updatedAt } }, { _id: { $gt: after.id } }] }),
    ...(q !== undefined && searchFilter(q)),
  };
}

/** When an article of each site changed last. */
export async function lastChanges(
  { articles }: Pick<Collections, 'articles'>,
  sites: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const groups = await articles
    .aggregate<{ readonly _id: string; readonly at: Date }>([
      { $match: { site: { $in: [...sites] } } },
      { $sort: { site: -1, updatedAt: -1, _id: 1 } }, // an index backwards: one key for each site
      { $group: { _id: '$site', at: { $first: '$updatedAt' } } },
    ])
    .toArray();
  return new Map(groups.map(({ _id, at }) => [_id, at]));
}
