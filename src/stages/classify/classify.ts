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
  /** Scores by topic, of topics that were grown from examples. */
  readonly grown: GrownScores;
}

/**
 * Scores texts against all topics. A text is on topic when at least one topic keeps it, or when there are no topics.
 * @returns a function to reuse: the topics are prepared once
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
