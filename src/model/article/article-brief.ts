import { z } from 'zod';
import { count, record } from '../schema.ts';
import { storedArticleSchema } from './article.ts';

/** Length of an excerpt, code points. */
export const excerptLetters = 280;

/** An article as lists show it: without the fields that can be a hundred times as long as the rest. */
export const articleBriefSchema = record({
  ...storedArticleSchema.unwrap().omit({
    body: true,
    bodyHtml: true,
    markdown: true,
    fingerprint: true,
    provenance: true,
    newsTerms: true,
    images: true,
    posts: true,
    media: true,
  }).shape,
  /** The first letters of the body; an ellipsis shows that it goes on. */
  excerpt: z.string(),
  bodyLength: count,
  mediaItems: count,
});
export type ArticleBrief = z.infer<typeof articleBriefSchema>;
