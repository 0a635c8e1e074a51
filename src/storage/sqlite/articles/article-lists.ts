import type { ArticleBrief } from '../../../model/article/article-brief.ts';
import type { ArticleJson } from '../../../model/article/article-json.ts';
import { queryWords } from '../../../model/article/search-text.ts';
import type { ArticleFilter } from '../../articles-port.ts';
import type { Bindings, Database } from '../database.ts';
import { type BriefRow, readBrief } from './article-briefs.ts';
import { briefJsonOf, type RankedBriefRow } from './article-json.ts';
import { columns, conditionsOf, orderOf } from './article-rows.ts';

interface Statement {
  readonly sql: string;
  readonly parameters: Bindings;
}

/** The ids of a list, in its order. Every order by time is that of an index: nothing is sorted, and what an offset passes over is not read. */
export function idsOf(filter: ArticleFilter): Statement {
  const { where, parameters } = conditionsOf(filter);
  const { order, weights } = orderOf(filter);
  const bindings = { ...parameters, ...weights, limit: filter.limit ?? -1, offset: filter.offset ?? 0 };
  const texts = queryWords(filter.q ?? '').length > 0 ? 'CROSS JOIN article_texts t ON t.id = a.id' : '';
  const rest = `WHERE ${where} ORDER BY ${order} LIMIT :limit OFFSET :offset`;
  if (filter.topic === undefined || filter.byImportance !== undefined)
    return { sql: `SELECT a.id FROM articles a ${texts} ${rest}`, parameters: bindings };
  // by the topic's own index, where time and verdict stand as well
  const { sql, parameters: ofTopic } = byTopic(filter, texts);
  return { sql, parameters: { ...ofTopic, limit: bindings.limit, offset: bindings.offset } };
}

function byTopic({ topic, status, since, ...others }: ArticleFilter, texts: string): Statement {
  const { where, parameters } = conditionsOf(others);
  const needsArticle = where !== '1';
  const conditions = [
    's.topic = :topic AND s.kept',
    ...(status === undefined ? [] : ['s.status = :status']),
    ...(since === undefined ? [] : ['s.updated_at >= :since']),
    ...(needsArticle ? [where] : []),
  ];
  return {
    sql: `SELECT s.id FROM article_topics s ${needsArticle ? `CROSS JOIN articles a ON a.id = s.id ${texts}` : ''}
      WHERE ${conditions.join(' AND ')} ORDER BY s.updated_at DESC, s.id LIMIT :limit OFFSET :offset`,
    parameters: {
      ...parameters,
      topic: topic ?? '',
      ...(status !== undefined && { status }),
      ...(since !== undefined && { since: since.getTime() }),
    },
  };
}

/** How many match: by the tallies where they count it, else by reading what there is. */
export function countArticles(db: Database, filter: ArticleFilter): number {
  const { topic = '', site, status, category, cluster, q, since } = filter;
  if (cluster === undefined && q === undefined && since === undefined) {
    // no site is the row of all sites
    const wanted = { site: site ?? '', status, category };
    const given = Object.entries(wanted).filter(([, value]) => value !== undefined) as [string, string][];
    const conditions = ['topic = :topic', ...given.map(([name]) => `${name} = :${name}`)];
    const sql = `SELECT coalesce(sum(n), 0) AS n FROM article_tallies WHERE ${conditions.join(' AND ')}`;
    return db.get<{ n: number }>(sql, { topic, ...Object.fromEntries(given) })?.n ?? 0;
  }
  const { sql, parameters } = idsOf({ ...filter, byImportance: undefined, limit: undefined, offset: undefined });
  return db.get<{ n: number }>(`SELECT count(*) AS n FROM (${sql})`, parameters)?.n ?? 0;
}

export const readBriefs = (db: Database, filter: ArticleFilter): ArticleBrief[] =>
  briefRows<BriefRow>(db, filter, '').map(readBrief);

export const readBriefsJson = (db: Database, filter: ArticleFilter): ArticleJson[] =>
  briefRows<RankedBriefRow>(db, filter, 'a.relevance,').map(briefJsonOf);

/** One statement for the page: a look-up of each row by a call would cost as much again. The walk keeps the order of the ids; a CROSS JOIN is never turned round. */
function briefRows<Row>(db: Database, filter: ArticleFilter, more: string): Row[] {
  const { sql, parameters } = idsOf(filter);
  return db.all<Row>(
    `SELECT ${columns}, a.body_length AS bodyLength, ${more} b.doc FROM (${sql}) page
     CROSS JOIN articles a ON a.id = page.id CROSS JOIN article_briefs b ON b.id = page.id`,
    parameters,
  );
}
