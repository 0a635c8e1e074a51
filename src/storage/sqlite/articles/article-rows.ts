import type { ArticleStatus, StoredArticle } from '../../../model/article/article.ts';
import type { Relation } from '../../../model/article/story.ts';
import type { ArticleFilter } from '../../articles-port.ts';
import type { Bindings } from '../database.ts';

/** The article as JSON. The verdict of its cluster and its judgement's marks are columns: they change without a new write of the text. */
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

export const readArticle = ({ doc, ...row }: ArticleRow): StoredArticle => withTimes({ ...JSON.parse(doc), ...row });

type Times = Readonly<Record<'firstSeenAt' | 'fetchedAt' | 'updatedAt', string | number>>;

/** Its times are texts in the JSON, ms since 1970 in columns. */
export const withTimes = <T>(stored: Times): T =>
  ({
    ...stored,
    firstSeenAt: new Date(stored.firstSeenAt),
    fetchedAt: new Date(stored.fetchedAt),
    updatedAt: new Date(stored.updatedAt),
  }) as T;

/** SQL: the ORDER BY of a list, and its parameters. */
export function orderSql({ byImportance }: ArticleFilter): { readonly order: string; readonly weights: Bindings } {
  const newest = 'a.updated_at DESC, a.id';
  if (byImportance === undefined) return { order: newest, weights: {} };
  const { relevanceShare, maxInLinks } = byImportance;
  // as in model/article/importance.ts; an address that got more links since `maxInLinks` was read counts as 1
  const hub = 'min(1.0, a.in_links * 1.0 / :maxInLinks)';
  return {
    order: `:relevanceShare * a.relevance + (1 - :relevanceShare) * ${hub} DESC, ${newest}`,
    weights: { relevanceShare, maxInLinks: Math.max(1, maxInLinks) },
  };
}

/** SQL: a filter as a WHERE clause over `articles a`, without its words (search-index.ts). */
export function filterSql(filter: ArticleFilter): { readonly where: string; readonly parameters: Bindings } {
  const parameters: Record<string, string | number> = {};
  const conditions = ['1'];
  const need = (condition: string, name: string, value: string | number | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    parameters[name] = value;
  };
  need('a.status = :status', 'status', filter.status);
  need('a.site = :site', 'site', filter.site);
  // a site has fewer articles than a category: `+` makes SQLite use the site's index
  need(filter.site === undefined ? 'a.category = :category' : '+a.category = :category', 'category', filter.category);
  need('a.cluster = :cluster', 'cluster', filter.cluster);
  need('a.updated_at >= :since', 'since', filter.since?.getTime());
  need('a.updated_at <= :afterAt', 'afterAt', filter.after?.updatedAt.getTime());
  need('(a.updated_at < :afterAt OR a.id > :afterId)', 'afterId', filter.after?.id);
  need('a.id IN (SELECT id FROM article_topics WHERE topic = :topic AND kept)', 'topic', filter.topic);
  return { where: conditions.join(' AND '), parameters };
}
