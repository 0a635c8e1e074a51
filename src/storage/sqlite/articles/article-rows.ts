import type { ArticleStatus, StoredArticle } from '../../../model/article/article.ts';
import { queryWords } from '../../../model/article/search-text.ts';
import type { Relation } from '../../../model/article/story.ts';
import type { ArticleFilter } from '../../articles-port.ts';
import { articleOf } from '../../records/articles.ts';
import type { Bindings } from '../database.ts';

/** The article's own part as JSON; the verdict of its cluster and who judged it stand in columns, where they can change without the text being written again. */
export interface ArticleRow {
  readonly id: string;
  readonly cluster: string;
  readonly canonicalId: string;
  readonly status: ArticleStatus;
  readonly relation: Relation | null;
  readonly revision: number;
  readonly inLinks: number;
  readonly judgedBy: string | null;
  readonly updatedAt: number;
  readonly doc: string;
}

export const columns =
  'a.id, a.cluster, a.canonical_id AS canonicalId, a.status, a.relation, a.revision, a.in_links AS inLinks, a.judged_by AS judgedBy, a.updated_at AS updatedAt';

export const selectArticles = `SELECT ${columns}, t.doc FROM articles a JOIN article_texts t ON t.id = a.id`;

export const readArticle = ({ doc, ...row }: ArticleRow): StoredArticle => articleOf({ ...JSON.parse(doc), ...row });

/** The ORDER BY of a list, with what it needs. */
export function orderOf({ byImportance }: ArticleFilter): { readonly order: string; readonly weights: Bindings } {
  const newest = 'a.updated_at DESC, a.id';
  if (byImportance === undefined) return { order: newest, weights: {} };
  const { relevanceShare, mostInLinks } = byImportance;
  // model/article/importance.ts; a hub that grew since `mostInLinks` was read counts no more than it
  const hub = 'min(1.0, a.in_links * 1.0 / :mostInLinks)';
  return {
    order: `:relevanceShare * a.relevance + (1 - :relevanceShare) * ${hub} DESC, ${newest}`,
    weights: { relevanceShare, mostInLinks: Math.max(1, mostInLinks) },
  };
}

/** A filter as the WHERE clause over `articles a` and `article_texts t`. */
export function conditionsOf(filter: ArticleFilter): { readonly where: string; readonly parameters: Bindings } {
  const parameters: Record<string, string | number> = {};
  const conditions = ['1'];
  const need = (condition: string, name: string, value: string | number | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    parameters[name] = value;
  };
  need('a.status = :status', 'status', filter.status);
  need('a.site = :site', 'site', filter.site);
  // a site has fewer articles than a category: its index is the better one
  need(filter.site === undefined ? 'a.category = :category' : '+a.category = :category', 'category', filter.category);
  need('a.cluster = :cluster', 'cluster', filter.cluster);
  need('a.updated_at >= :since', 'since', filter.since?.getTime());
  need('a.id IN (SELECT id FROM article_topics WHERE topic = :topic AND kept)', 'topic', filter.topic);
  for (const [index, word] of queryWords(filter.q ?? '').entries())
    need(`instr(t.folded, :word${index}) > 0`, `word${index}`, word);
  return { where: conditions.join(' AND '), parameters };
}
