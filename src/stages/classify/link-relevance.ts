import type { Topic, TopicScore } from '../../model/topic/topic.ts';
import type { Link } from '../../model/web/link.ts';
import { foldSpelling } from '../../text/fold-spelling.ts';
import { prepareTopic, topicTerms } from './keywords.ts';
import { relevance } from './relevance.ts';
import { termWeights } from './terms.ts';

/**
 * Weights of shark-search (Hersovici et al. 1998). gamma: the link's text and context, against the page that contains it; beta: the link's own text, against its context;
 * delta: the share of the page's score that a link inherits.
 */
const [gamma, beta, delta] = [0.8, 0.8, 0.5];

/** Texts whose scores are kept, and letters of each, at most: a few MB. Menus and teasers are the same on many pages of a site; the text around a link has up to 400 letters. */
const [maxScored, maxScoredLetters] = [5_000, 400] as const;

/** Links with words of a topic, at least, that make a page a resource of it: a box of related stories has fewer. */
const minTopicLinks = 5;

/**
 * What the links of a page get because it is a resource of the topic: many of its links are on topic. As much as they inherit from an article of that score.
 * @param relevances by the words of each of its links, 0 to 1
 * @param pageScore what they inherit from already: how well the page's own text meets its best topic
 */
export function resourceCredit(relevances: readonly number[], pageScore: number): number {
  if (relevances.filter((relevance) => relevance > 0).length < minTopicLinks) return 0;
  const mean = relevances.reduce((sum, relevance) => sum + relevance, 0) / relevances.length;
  return (1 - gamma) * delta * Math.max(0, mean - pageScore);
}

/**
 * Predicts the relevance of links to their best topic, 0 to 1, before the linked page is fetched.
 * @returns a function to reuse: the topics are prepared once
 */
export function linkRelevance(topics: readonly Topic[]): (link: Link, parent: readonly TopicScore[]) => number {
  const prepared = topics.map(prepareTopic);
  const terms = new Set(topicTerms(topics));
  // most links contain no keyword: comparing characters shows that fifty times faster than splitting into words
  const wordLists = [...terms].map((term) => term.split(' '));
  const mayMeet = (text: string): boolean => wordLists.some((words) => words.every((word) => text.includes(word)));
  const scored = new Map<string, readonly number[]>();
  const scores = (text: string): readonly number[] => {
    const before = scored.get(text);
    if (before !== undefined) return before;
    if (scored.size >= maxScored) scored.clear();
    const fresh = scoreText(text);
    if (text.length <= maxScoredLetters) scored.set(text, fresh);
    return fresh;
  };
  const scoreText = (text: string): number[] => {
    if (text === '' || !mayMeet(foldSpelling(text))) return prepared.map(() => 0);
    const weights = termWeights({ title: text, headings: [], body: '', lang: null }, terms);
    return prepared.map((topic) => relevance({ terms: weights, lang: null, grown: null }, topic).score);
  };
  return ({ anchorText, context }, parent) => {
    const [anchor, around] = [scores(anchorText), scores(context)];
    const each = prepared.map(({ topic }, index) => {
      const inherited = delta * (parent.find((score) => score.topic === topic.name)?.score ?? 0);
      return gamma * (beta * (anchor[index] ?? 0) + (1 - beta) * (around[index] ?? 0)) + (1 - gamma) * inherited;
    });
    return Math.min(1, Math.max(0, ...each));
  };
}
