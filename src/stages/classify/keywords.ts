import type { TermWeights } from '../../model/article/draft.ts';
import type { Topic } from '../../model/topic/topic.ts';
import { joinWords, words } from '../../text/tokenize.ts';
import { placeWeights } from './terms.ts';

type Counts = Readonly<Record<string, number>>;

const places = Object.keys(placeWeights) as (keyof typeof placeWeights)[];

/** A keyword to look up: each of its forms counts. A form is present when all its terms are. */
export interface Keyword {
  readonly term: string;
  readonly weight: number;
  readonly forms: readonly (readonly string[])[];
}

/** A topic with its keywords split into terms, once for many documents. */
export interface PreparedTopic {
  readonly topic: Topic;
  readonly keywords: readonly Keyword[];
  readonly exclude: readonly Keyword[];
}

export const prepareTopic = (topic: Topic): PreparedTopic => ({
  topic,
  keywords: Object.entries(topic.keywords).map(([term, weight]) => parseKeyword(term, weight)),
  exclude: topic.exclude.map((term) => parseKeyword(term, 1)),
});

/** All terms of the topics' keywords: only these need to be counted in documents. */
export const topicTerms = (topics: readonly Topic[]): string[] => {
  const keywords = topics.map(prepareTopic).flatMap(({ keywords, exclude }) => [...keywords, ...exclude]);
  return [...new Set(keywords.flatMap(({ forms }) => forms.flat()))];
};

/** A keyword's mentions in a document, each weighted by its place (title, heading, lead, body). */
export const weightedFrequency = (document: TermWeights, forms: Keyword['forms']): number =>
  places.reduce((sum, place) => sum + placeWeights[place] * mentionCount(document[place], forms), 0);

/** A keyword's mentions in one place. */
export const mentionCount = (counts: Counts, forms: Keyword['forms']): number =>
  forms.reduce((sum, form) => sum + countOf(counts, form), 0);

const countOf = (counts: Counts, form: readonly string[]): number =>
  Math.min(...form.map((term) => (Object.hasOwn(counts, term) ? (counts[term] ?? 0) : 0)));

function parseKeyword(term: string, weight: number): Keyword {
  const parts = words(term, null);
  const last = parts.at(-1) ?? '';
  const singular = wordsAndPairs(parts);
  const plurals = englishPlural(last).map((form) => wordsAndPairs([...parts.slice(0, -1), form]));
  // the segmenter may split a word here that it keeps whole in a text, and the other way round
  const whole = parts.length > 2 ? [[parts.reduce(joinWords)]] : [];
  return { term, weight, forms: [singular, ...plurals, ...whole].filter((form) => form.length > 0) };
}

/** Documents count words and pairs of neighbours: a longer keyword occurs as often as the rarest of its pairs. */
const wordsAndPairs = (parts: readonly string[]): string[] =>
  parts.length < 2 ? [...parts] : parts.slice(1).map((part, index) => joinWords(parts[index] ?? '', part));

/** "election" matches "elections", "party" matches "parties". */
function englishPlural(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word) || word.endsWith('s')) return [];
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  return [/(x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`];
}
