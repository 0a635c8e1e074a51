import type { ArticleBrief } from '../../../model/article/article-brief.ts';
import { type ArticleRow, timesAndVerdict } from './article-rows.ts';

export interface BriefRow extends ArticleRow {
  readonly bodyLength: number;
}

export function briefOf({ doc, bodyLength, ...row }: BriefRow): ArticleBrief {
  const { relevance: _, ...kept } = JSON.parse(doc);
  return {
    ...kept,
    category: kept.category ?? null,
    weight: kept.weight ?? 1,
    bodyLength,
    ...timesAndVerdict(kept, row),
  };
}
