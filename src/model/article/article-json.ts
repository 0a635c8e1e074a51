import type { StoredArticle } from './article.ts';
import { bestScore } from './importance.ts';

/** An article or its brief as JSON text, with the values that rank it: callers need not parse it. */
export interface ArticleJson {
  readonly json: string;
  readonly cluster: string;
  /** `bestScore` of its topics. */
  readonly relevance: number;
  readonly inLinks: number;
}

type Ranked = Pick<StoredArticle, 'cluster' | 'topics' | 'inLinks'>;

export const articleJson = (article: Ranked): ArticleJson => ({
  json: JSON.stringify(article),
  cluster: article.cluster,
  relevance: bestScore(article.topics),
  inLinks: article.inLinks,
});

/** Adds fields to the JSON text of a non-empty object, without parsing it. */
export const appendJsonFields = (json: string, fields: object): string =>
  `${json.slice(0, -1)},${JSON.stringify(fields).slice(1)}`;
