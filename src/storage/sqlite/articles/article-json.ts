import { type ArticleJson, articleJson } from '../../../model/article/article-json.ts';
import { appendJsonFields } from '../../../model/json-text.ts';
import { type BriefRow, readBrief } from './article-briefs.ts';
import { type ArticleRow, columns, readArticle } from './article-rows.ts';

// Stored JSON is sent without parsing: to parse and write 20 KB costs more than to find them.

interface Ranked {
  readonly relevance: number;
}
export type RankedRow = ArticleRow & Ranked;
export type RankedBriefRow = BriefRow & Ranked;

export const selectJson = `SELECT ${columns}, a.relevance, t.doc FROM articles a JOIN article_texts t ON t.id = a.id WHERE a.id = :id`;

/** Versions that write `posts` write all fields of an answer. The quotes make it a field's name: in a text they are escaped. */
const hasAllFields = (doc: string): boolean => doc.includes('"posts":');

export function articleJsonOf({ relevance, ...row }: RankedRow): ArticleJson {
  if (!hasAllFields(row.doc)) return articleJson(readArticle(row));
  const { doc, ...verdict } = row;
  return { ...rankOf(row, relevance), json: withVerdict(doc, verdict) };
}

const briefHasAllFields = (doc: string): boolean => doc.includes('"category":') && !doc.includes('"relevance":');

export function briefJsonOf({ relevance, ...row }: RankedBriefRow): ArticleJson {
  if (!briefHasAllFields(row.doc)) return articleJson(readBrief(row));
  const { doc, bodyLength, ...verdict } = row;
  return { ...rankOf(row, relevance), json: withVerdict(doc, { bodyLength, ...verdict }) };
}

const rankOf = ({ cluster, inLinks }: ArticleRow, relevance: number) => ({ cluster, inLinks, relevance });

const withVerdict = <Verdict extends Pick<ArticleRow, 'updatedAt'>>(doc: string, verdict: Verdict): string =>
  appendJsonFields(doc, { ...verdict, updatedAt: new Date(verdict.updatedAt) });
