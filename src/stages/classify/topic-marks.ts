import { createHash } from 'node:crypto';
import type { Topic } from '../../model/topic/topic.ts';

/**
 * What a topic judges by, in 12 hex digits: a topic that is defined otherwise, or whose threshold was moved, has another mark. An example counts by its address
 * where it has one, since its page is read once. What was grown of a topic does not count: it changes with every article that is stored.
 */
export function topicMark({ name, method, threshold, tagShares, ...topic }: Topic): string {
  const keywords = Object.entries(topic.keywords).sort(([a], [b]) => (a < b ? -1 : 1));
  const examples = topic.examples.map(({ url, title, text }) => url ?? [title, text]);
  const { title, headings, meta } = tagShares;
  const parts = [name, method, threshold, [title, headings, meta], keywords, examples, topic.exclude, topic.languages];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}

/** The marks of topics, in whatever order these come; empty: there are none. */
export const topicMarks = (topics: readonly Topic[]): string => joinMarks(topics.map(topicMark));

export const joinMarks = (marks: readonly string[]): string => [...new Set(marks)].sort().join(' ');

export const splitMarks = (judgedBy: string | null): readonly string[] => (judgedBy ? judgedBy.split(' ') : []);
