import type { StoredArticle } from '../../../model/article/article.ts';
import type { ArticleFilter } from '../../articles-port.ts';
import type { Collections } from '../collections.ts';
import type { ArticleDocument } from '../documents.ts';
import { articleQuery } from './article-queries.ts';
import { rankedIds, rankedMatches } from './search-rank.ts';
import { articleOf } from './store-article.ts';

export const isByRelevance = ({ q, byRelevance, byImportance }: ArticleFilter): boolean =>
  q !== undefined && byRelevance === true && byImportance === undefined;

export async function newestFirst({ articles }: Collections, filter: ArticleFilter): Promise<StoredArticle[]> {
  const documents = await articles
    .find(articleQuery(filter))
    .sort({ updatedAt: -1, _id: 1 })
    .skip(filter.offset ?? 0)
    .limit(filter.limit ?? 0)
    .toArray();
  return documents.map(articleOf);
}

/** The newest that match, ranked; the others behind them. */
export async function bestFirst(collections: Collections, filter: ArticleFilter): Promise<StoredArticle[]> {
  const { byRelevance: _, offset = 0, limit = Number.POSITIVE_INFINITY, ...rest } = filter;
  const newest = await collections.articles
    .find(articleQuery(rest))
    .project<Pick<ArticleDocument, '_id' | 'folded'>>({ folded: 1 })
    .sort({ updatedAt: -1, _id: 1 })
    .limit(rankedMatches)
    .toArray();
  const ids = rankedIds(filter.q ?? '', newest).slice(offset, offset + limit);
  const found = await collections.articles.find({ _id: { $in: ids } }).toArray();
  const byId = new Map(found.map((document) => [document._id, articleOf(document)]));
  const best = ids.flatMap((id) => byId.get(id) ?? []);
  const left = limit - ids.length;
  if (newest.length < rankedMatches || left <= 0) return best;
  const others = { ...rest, offset: Math.max(offset, rankedMatches) };
  return [...best, ...(await newestFirst(collections, Number.isFinite(left) ? { ...others, limit: left } : others))];
}
