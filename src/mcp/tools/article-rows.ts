import { z } from 'zod';
import type { ArticleBrief } from '../../model/article/article-brief.ts';

/** An article in a list. */
export const briefRow = z.object({
  id: z.string(),
  title: z.string(),
  site: z.string(),
  url: z.string(),
  publishedAt: z.string().nullable(),
  status: z.string(),
  topics: z.array(z.string()).describe('that it is relevant to'),
  category: z.string().nullable(),
  excerpt: z.string(),
  letters: z.int().describe('of its text'),
});

export const rowOf = (article: ArticleBrief): z.input<typeof briefRow> => ({
  id: article.id,
  title: article.title,
  site: article.site,
  url: article.canonicalUrl,
  publishedAt: article.publishedAt?.value ?? null,
  status: article.status,
  topics: article.topics.filter(({ kept }) => kept).map(({ topic }) => topic),
  category: article.category?.label ?? null,
  excerpt: article.excerpt,
  letters: article.bodyLength,
});

export const rowText = ({ id, title, site, publishedAt, url, excerpt }: z.input<typeof briefRow>): string =>
  `- ${title} (${site}, ${publishedAt ?? 'no date'}, id ${id})\n  ${url}\n  ${excerpt.replaceAll('\n', ' ')}`;
