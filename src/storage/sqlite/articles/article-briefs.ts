import type { ArticleBrief } from '../../../model/article/article-brief.ts';
import { type MemberBrief, maxMembers } from '../../../model/article/cluster.ts';
import type { Database } from '../database.ts';
import { type ArticleRow, withTimes } from './article-rows.ts';

export interface BriefRow extends ArticleRow {
  readonly bodyLength: number;
}

export function readBrief({ doc, ...row }: BriefRow): ArticleBrief {
  const { relevance: _, ...brief } = JSON.parse(doc);
  return withTimes({ ...brief, ...row });
}

type MemberRow = Omit<MemberBrief, 'publishedAt' | 'onTopic'> & {
  readonly publishedAt: string | null;
  readonly onTopic: number;
};

// SQLite takes the three fields from the JSON: to parse all of it here costs five times as much.
const memberSql = `SELECT a.id, a.url, a.site, a.status, a.relation, a.body_length AS bodyLength, a.weight, a.on_topic AS onTopic,
    b.doc ->> 'title' AS title, b.doc ->> 'canonicalUrl' AS canonicalUrl, nullif(b.doc -> 'publishedAt', 'null') AS publishedAt
  FROM articles a CROSS JOIN article_briefs b ON b.id = a.id WHERE a.cluster = :cluster ORDER BY a.updated_at DESC, a.id LIMIT ${maxMembers}`;

export const readMembers = (db: Database, cluster: string): MemberBrief[] =>
  db.all<MemberRow>(memberSql, { cluster }).map(({ publishedAt, onTopic, ...row }) => ({
    ...row,
    publishedAt: publishedAt === null ? null : JSON.parse(publishedAt),
    onTopic: onTopic === 1,
  }));
