import type { Topic } from '../../src/model/topic/topic.ts';

/** A topic with its defaults, as `parseTopics` completes them. */
export const topic = (name: string, keywords: Topic['keywords'], given: Partial<Topic> = {}): Topic => ({
  name,
  method: 'vector',
  keywords,
  examples: [],
  exclude: [],
  languages: [],
  tagShares: { title: 1, headings: 1, meta: 1 },
  threshold: 0.25,
  ...given,
});
