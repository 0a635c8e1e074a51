import type { StoredArticle } from './article.ts';
import { bestScore } from './importance.ts';

/** An article, or what lists show of it, as JSON for those who pass it on; beside it what ranks it. */
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
