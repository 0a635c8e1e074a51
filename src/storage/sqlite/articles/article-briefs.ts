import type { ArticleBrief } from '../../../model/article/article-brief.ts';
import { briefOf } from '../../records/articles.ts';
import type { ArticleRow } from './article-rows.ts';

export interface BriefRow extends ArticleRow {
  readonly bodyLength: number;
}

export function readBrief({ doc, ...row }: BriefRow): ArticleBrief {
  const { relevance: _, ...brief } = JSON.parse(doc);
  return briefOf({ ...brief, ...row });
}
