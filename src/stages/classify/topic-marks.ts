import { createHash } from 'node:crypto';
import type { Topic } from '../../model/topic/topic.ts';

/**
 * Hash of what a topic judges by, 12 hex digits: a changed definition or threshold changes the mark. An example counts by its address, if it has one, because its page is
 * read only once. The grown topic does not count: it changes with every stored article.
 */
export function topicMark({ name, method, threshold, tagShares, follow, ...topic }: Topic): string {
  const keywords = Object.entries(topic.keywords).sort(([a], [b]) => (a < b ? -1 : 1));
  const examples = topic.examples.map(({ url, title, text }) => url ?? [title, text]);
  const { title, headings, meta } = tagShares;
  const judged = [name, method, threshold, [title, headings, meta], keywords, examples, topic.exclude, topic.languages];
  // a topic that hides others has the mark that it always had
  const parts = follow === true ? [...judged, 'follow'] : judged;
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}

/** The marks of topics, independent of their order; empty without topics. */
export const topicMarks = (topics: readonly Topic[]): string => joinMarks(topics.map(topicMark));

export const joinMarks = (marks: readonly string[]): string => [...new Set(marks)].sort().join(' ');

export const splitMarks = (judgedBy: string | null): readonly string[] => (judgedBy ? judgedBy.split(' ') : []);
