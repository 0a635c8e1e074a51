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

/** Whether a text with these scores is published: a topic keeps it, or all topics of its site are only followed. */
export const isOnTopic = (topics: readonly Topic[], scores: readonly TopicScore[]): boolean =>
  scores.some(({ kept }) => kept) || topics.every(({ follow }) => follow === true);

/**
 * Scores texts against all topics. A text is on topic when at least one topic keeps it, or when no topic hides anything (`isOnTopic`).
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
    return { topics: scores, onTopic: isOnTopic(topics, scores) };
  };
};
