import type { Story } from '../../model/story.ts';
import type { Topic, TopicScore } from '../../model/topic.ts';
import { prepareTopic, relevance } from './relevance.ts';

export interface Classification {
  /** Best first, then by name. */
  readonly topics: readonly TopicScore[];
  readonly onTopic: boolean;
}

/**
 * Scores a story against all topics. It is on topic where one keeps it; where there are no topics, everything is.
 * The topics are prepared once: hold on to the function that comes back.
 */
export const classify = (topics: readonly Topic[]): ((story: Pick<Story, 'terms'>) => Classification) => {
  const prepared = topics.map(prepareTopic);
  return ({ terms }) => {
    const scores = prepared.map((topic) => relevance(terms, topic));
    scores.sort((a, b) => b.score - a.score || (a.topic < b.topic ? -1 : 1));
    return { topics: scores, onTopic: scores.length === 0 || scores.some(({ kept }) => kept) };
  };
};
