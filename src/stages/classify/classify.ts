import type { TermWeights } from '../../model/article/draft.ts';
import type { GrownScores, Topic, TopicScore } from '../../model/topic/topic.ts';
import { prepareTopic } from './keywords.ts';
import { relevance } from './relevance.ts';

export interface Classification {
  /** Best first, then by name. */
  readonly topics: readonly TopicScore[];
  readonly onTopic: boolean;
}

export interface ClassifiedText {
  readonly terms: TermWeights;
  readonly lang: string | null;
  /** By topic that was grown from examples. */
  readonly grown: GrownScores;
}

/**
 * Scores a text against all topics. It is on topic where one keeps it; where there are no topics, everything is.
 * The topics are prepared once: hold on to the function that comes back.
 */
export const classify = (topics: readonly Topic[]): ((text: ClassifiedText) => Classification) => {
  const prepared = topics.map(prepareTopic);
  return ({ terms, lang, grown }) => {
    const scores = prepared.map((topic) => {
      const { name } = topic.topic;
      return relevance({ terms, lang, grown: Object.hasOwn(grown, name) ? (grown[name] ?? null) : null }, topic);
    });
    scores.sort((a, b) => b.score - a.score || (a.topic < b.topic ? -1 : 1));
    return { topics: scores, onTopic: scores.length === 0 || scores.some(({ kept }) => kept) };
  };
};
