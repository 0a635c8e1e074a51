import type { TermWeights } from '../../model/draft.ts';
import type { Topic, TopicScore } from '../../model/topic.ts';
import { joinWords, words } from '../../text/tokenize.ts';
import { placeWeights } from './terms.ts';

const places = Object.keys(placeWeights) as (keyof typeof placeWeights)[];

/**
 * Keywords that together reach this share of the most frequent term's frequency are what a text is about. Measured on 1,333 news texts of five classes with
 * eight keywords each: best F1 .75 to .88 with the damping, .73 to .84 without; at a third the best thresholds lie between .18 and .35.
 */
const fullPresence = 1 / 3;

/** A keyword as it is looked up: any of its forms counts; a form is there where all of its terms are. */
interface Keyword {
  readonly term: string;
  readonly weight: number;
  readonly forms: readonly (readonly string[])[];
}

/** A topic with its keywords cut into terms, once for many documents. */
export interface PreparedTopic {
  readonly topic: Topic;
  readonly keywords: readonly Keyword[];
  readonly exclude: readonly Keyword[];
}

export const prepareTopic = (topic: Topic): PreparedTopic => ({
  topic,
  keywords: Object.entries(topic.keywords).map(([term, weight]) => keyword(term, weight)),
  exclude: topic.exclude.map((term) => keyword(term, 1)),
});

/** The terms that decide on topics: of a document only their counts are asked. */
export const termsOf = (topics: readonly Topic[]): string[] => {
  const keywords = topics.map(prepareTopic).flatMap(({ keywords, exclude }) => [...keywords, ...exclude]);
  return [...new Set(keywords.flatMap(({ forms }) => forms.flat()))];
};

/**
 * Relevance of a document to a topic in the vector space of the topic's keywords: the cosine of the topic (w1 … wn) and the page (x1 w1 … xn wn), where
 * x is a keyword's frequency, weighted by where it stands, over that of the document's most frequent term. The cosine looks at proportions only, so
 * that one passing mention would make a page as relevant as a headline: it is damped where the keywords together are rarer than `fullPresence`.
 * @returns score 0 to 1; kept: from the topic's threshold on and without an excluded term
 */
export function relevance(terms: TermWeights, { topic, keywords, exclude }: PreparedTopic): TopicScore {
  const { highest } = terms;
  const found = keywords.map(({ term, weight, forms }) => ({
    term,
    weight,
    x: highest === 0 ? 0 : frequency(terms, forms) / highest,
  }));
  const dot = sum(found.map(({ weight, x }) => weight * weight * x));
  const lengths =
    Math.hypot(...found.map(({ weight }) => weight)) * Math.hypot(...found.map(({ weight, x }) => weight * x));
  const presence = Math.min(1, sum(found.map(({ x }) => x)) / fullPresence);
  const score = lengths === 0 ? 0 : (dot / lengths) * presence;
  const excluded = exclude.some(({ forms }) => frequency(terms, forms) > 0);
  const shares = found
    .filter(({ x, weight }) => x * weight > 0)
    .map(({ term, weight, x }) => ({ term, share: (weight * weight * x) / dot }))
    .sort((a, b) => b.share - a.share || (a.term < b.term ? -1 : 1));
  return { topic: topic.name, score, kept: score >= topic.threshold && score > 0 && !excluded, terms: shares };
}

function keyword(term: string, weight: number): Keyword {
  const parts = words(term, null);
  const last = parts.at(-1) ?? '';
  const singular = terms(parts);
  const plurals = englishPlural(last).map((form) => terms([...parts.slice(0, -1), form]));
  // a word that the segmenter keeps whole in a text may have been cut here, and the other way round
  const whole = parts.length > 2 ? [[parts.reduce(joinWords)]] : [];
  return { term, weight, forms: [singular, ...plurals, ...whole].filter((form) => form.length > 0) };
}

/** Documents count words and pairs of neighbours: a longer keyword is there as often as the rarest of its pairs. */
const terms = (parts: readonly string[]): string[] =>
  parts.length < 2 ? [...parts] : parts.slice(1).map((part, index) => joinWords(parts[index] ?? '', part));

/** "election" finds "elections", "party" finds "parties": without it every keyword would have to be written twice. */
function englishPlural(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word) || word.endsWith('s')) return [];
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  return [/(x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`];
}

function frequency(document: TermWeights, forms: readonly (readonly string[])[]): number {
  return sum(places.map((place) => placeWeights[place] * sum(forms.map((form) => countOf(document[place], form)))));
}

const countOf = (counts: Readonly<Record<string, number>>, form: readonly string[]): number =>
  Math.min(...form.map((term) => (Object.hasOwn(counts, term) ? (counts[term] ?? 0) : 0)));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
