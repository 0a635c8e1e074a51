import { type ArticleJson, appendJsonFields } from '../../../model/article/article-json.ts';
import type { BriefRow } from './article-briefs.ts';
import { type ArticleRow, columns } from './article-rows.ts';

// Stored JSON is sent without parsing: to parse and write 20 KB costs more than to find them.

interface Ranked {
  readonly relevance: number;
}
export type RankedRow = ArticleRow & Ranked;
export type RankedBriefRow = BriefRow & Ranked;

export const selectJson = `SELECT ${columns}, a.relevance, t.doc FROM articles a JOIN article_texts t ON t.id = a.id WHERE a.id = :id`;

export function articleJsonOf({ relevance, doc, ...verdict }: RankedRow): ArticleJson {
  return { ...rankOf(verdict, relevance), json: withVerdict(doc, verdict) };
}

export function briefJsonOf({ relevance, doc, ...row }: RankedBriefRow): ArticleJson {
  return { ...rankOf(row, relevance), json: withVerdict(doc, row) };
}

const rankOf = ({ cluster, inLinks }: Pick<ArticleRow, 'cluster' | 'inLinks'>, relevance: number) => ({
  cluster,
  inLinks,
  relevance,
});

const withVerdict = <Verdict extends Pick<ArticleRow, 'updatedAt'>>(doc: string, verdict: Verdict): string =>
  appendJsonFields(doc, { ...verdict, updatedAt: new Date(verdict.updatedAt) });
