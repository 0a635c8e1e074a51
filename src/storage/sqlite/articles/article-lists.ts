import type { ArticleBrief } from '../../../model/article/article-brief.ts';
import type { ArticleJson } from '../../../model/article/article-json.ts';
import type { ArticleFilter } from '../../articles-port.ts';
import type { Bindings, Database } from '../database.ts';
import { type BriefRow, readBrief } from './article-briefs.ts';
import { briefJsonOf, type RankedBriefRow } from './article-json.ts';
import { columns, filterSql, orderSql } from './article-rows.ts';
import { matchedDocs, matchOf, rankOfMatch } from './search-index.ts';

interface Statement {
  readonly sql: string;
  readonly parameters: Bindings;
}

/** SQL: the ids of a list, in its order. Each order by time has an index: SQLite does not sort, and reads no article that the offset skips. */
export function idsOf(filter: ArticleFilter): Statement {
  const { where, parameters } = filterSql(filter);
  const { order, weights } = orderSql(filter);
  const bindings = { ...parameters, ...weights, limit: filter.limit ?? -1, offset: filter.offset ?? 0 };
  if (filter.q !== undefined) return bySearch(filter, bindings);
  const rest = `WHERE ${where} ORDER BY ${order} LIMIT :limit OFFSET :offset`;
  if (filter.topic === undefined || filter.byImportance !== undefined)
    return { sql: `SELECT a.id FROM articles a ${rest}`, parameters: bindings };
  // the topic's own index holds time and status too
  const { sql, parameters: ofTopic } = byTopic(filter);
  return { sql, parameters: { ...ofTopic, limit: bindings.limit, offset: bindings.offset } };
}

/** From the index of words to the articles, which are sorted. */
function bySearch({ q = '', ...others }: ArticleFilter, bindings: Bindings): Statement {
  const match = matchOf(q);
  if (match === null) return { sql: "SELECT '' AS id WHERE 0", parameters: {} };
  const rank = others.byRelevance === true && others.byImportance === undefined ? `${rankOfMatch}, ` : '';
  return {
    sql: `SELECT a.id FROM ${matchedDocs} CROSS JOIN articles a ON a.id = d.id
      WHERE article_search MATCH :match AND ${filterSql(others).where} ORDER BY ${rank}${orderSql(others).order} LIMIT :limit OFFSET :offset`,
    parameters: { ...bindings, match },
  };
}

function byTopic({ topic, status, since, after, ...others }: ArticleFilter): Statement {
  const { where, parameters } = filterSql(others);
  const needsArticle = where !== '1';
  const conditions = [
    's.topic = :topic AND s.kept',
    ...(status === undefined ? [] : ['s.status = :status']),
    ...(since === undefined ? [] : ['s.updated_at >= :since']),
    ...(after === undefined ? [] : ['s.updated_at <= :afterAt', '(s.updated_at < :afterAt OR s.id > :afterId)']),
    ...(needsArticle ? [where] : []),
  ];
  return {
    sql: `SELECT s.id FROM article_topics s ${needsArticle ? `CROSS JOIN articles a ON a.id = s.id` : ''}
      WHERE ${conditions.join(' AND ')} ORDER BY s.updated_at DESC, s.id LIMIT :limit OFFSET :offset`,
    parameters: {
      ...parameters,
      topic: topic ?? '',
      ...(status !== undefined && { status }),
      ...(since !== undefined && { since: since.getTime() }),
      ...(after !== undefined && { afterAt: after.updatedAt.getTime(), afterId: after.id }),
    },
  };
}

/** Number of articles that match: from the tallies where they cover the filter, else counted. */
export function countArticles(db: Database, filter: ArticleFilter): number {
  const { topic = '', site, status, category, cluster, q, since } = filter;
  if (cluster === undefined && q === undefined && since === undefined) {
    // the row of all sites has an empty site
    const columns = { site: site ?? '', status, category };
    const filtered = Object.entries(columns).filter(([, value]) => value !== undefined) as [string, string][];
    const conditions = ['topic = :topic', ...filtered.map(([name]) => `${name} = :${name}`)];
    const sql = `SELECT coalesce(sum(n), 0) AS n FROM article_tallies WHERE ${conditions.join(' AND ')}`;
    return db.get<{ n: number }>(sql, { topic, ...Object.fromEntries(filtered) })?.n ?? 0;
  }
  const { sql, parameters } = idsOf({
    ...filter,
    byImportance: undefined,
    byRelevance: undefined,
    limit: undefined,
    offset: undefined,
  });
  return db.get<{ n: number }>(`SELECT count(*) AS n FROM (${sql})`, parameters)?.n ?? 0;
}

export const readBriefs = (db: Database, filter: ArticleFilter): ArticleBrief[] =>
  briefRows<BriefRow>(db, filter, '').map(readBrief);

export const readBriefsJson = (db: Database, filter: ArticleFilter): ArticleJson[] =>
  briefRows<RankedBriefRow>(db, filter, 'a.relevance,').map(briefJsonOf);

/** Reads the rows in one statement: one per row would double the cost. SQLite never reorders a CROSS JOIN, so the rows keep the order of the ids. */
function briefRows<Row>(db: Database, filter: ArticleFilter, more: string): Row[] {
  const { sql, parameters } = idsOf(filter);
  return db.all<Row>(
    `SELECT ${columns}, a.body_length AS bodyLength, ${more} b.doc FROM (${sql}) page
     CROSS JOIN articles a ON a.id = page.id CROSS JOIN article_briefs b ON b.id = page.id`,
    parameters,
  );
}
