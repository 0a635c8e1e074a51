import type { Topic, TopicScore } from '../../model/topic/topic.ts';
import type { Link } from '../../model/web/link.ts';
import { fold } from '../../text/tokenize.ts';
import { prepareTopic, topicTerms } from './keywords.ts';
import { relevance } from './relevance.ts';
import { termWeights } from './terms.ts';

/**
 * Shark-search (Hersovici et al. 1998): what stands around a link counts for gamma, the page that it stands on for the rest, of which a link inherits the
 * share delta; around the link, its own words count for beta, those beside it for the rest.
 */
const [gamma, beta, delta] = [0.8, 0.8, 0.5];

type LinkWords = Pick<Link, 'anchorText' | 'context'>;

/**
 * How relevant links are to the topic that each meets best, 0 to 1, before anybody has read where they lead. The topics are prepared once: hold on to the
 * function that comes back.
 */
export function linkRelevance(
  topics: readonly Topic[],
): (link: LinkWords, parent: readonly Pick<TopicScore, 'topic' | 'score'>[]) => number {
  const prepared = topics.map(prepareTopic);
  const terms = new Set(topicTerms(topics));
  // most links name no keyword: to see that takes a look at the letters, to cut their text into words takes fifty times as long
  const names = [...terms].map((term) => term.split(' '));
  const mayMeet = (text: string): boolean => names.some((words) => words.every((word) => text.includes(word)));
  const scores = (text: string): number[] => {
    if (text === '' || !mayMeet(fold(text))) return prepared.map(() => 0);
    const weights = termWeights({ title: text, headings: [], body: '', lang: null }, terms);
    return prepared.map((topic) => relevance({ terms: weights, lang: null, grown: null }, topic).score);
  };
  return ({ anchorText, context }, parent) => {
    const [anchor, around] = [scores(anchorText), scores(context)];
    const each = prepared.map(({ topic }, index) => {
      const inherited = delta * (parent.find((one) => one.topic === topic.name)?.score ?? 0);
      return gamma * (beta * (anchor[index] ?? 0) + (1 - beta) * (around[index] ?? 0)) + (1 - gamma) * inherited;
    });
    return Math.min(1, Math.max(0, ...each));
  };
}
