import { z } from 'zod';
import { record } from '../schema.ts';

/** A new revision of an article that nobody was told of yet. */
export const articleChangeSchema = record({
  articleId: z.string(),
  /** 1: the article is new. 0: its text is as it was, but it was judged again: it is published now, or of another topic. */
  revision: z.int(),
  /** When the text was fetched. */
  at: z.date(),
});
export type ArticleChange = z.infer<typeof articleChangeSchema>;

type Topics = readonly { readonly topic: string; readonly kept: boolean }[];

/** Whether a new judgement brings an article into a topic. */
export const keepsNewTopic = (before: Topics, now: Topics): boolean =>
  now.some(({ topic, kept }) => kept && !before.some((score) => score.kept && score.topic === topic));
