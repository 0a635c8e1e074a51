import type { GrownScore, TopicText } from '../../../model/topic.ts';
import { documentTerms, readableTerm } from './document-terms.ts';
import { vectorOf } from './stream-space.ts';

/** A topic as it was grown from examples and a stream: a linear score over tf-idf, above 0 on topic. */
export interface GrownTopic {
  /** By row, as the three lists below. */
  readonly terms: readonly string[];
  readonly idf: Float32Array;
  readonly weights: Float32Array;
  readonly bias: number;
  /** How many texts it was grown from. */
  readonly examples: number;
  readonly stream: number;
}

/** A margin of 1, where a machine is sure, makes .87. At 0, the edge of the topic, it is .25: the threshold that keywords alone have, so that one holds for both. */
const slope = 3;
const oddsAtEdge = 3;
const mostTerms = 8;

/** Looks terms up by a map: prepare once for many texts. */
export function grownJudge(topic: GrownTopic): (text: TopicText) => GrownScore {
  const { terms, weights, bias } = topic;
  const space = { rowOf: new Map(terms.map((term, row) => [term, row])), idf: Float64Array.from(topic.idf) };
  return (text) => {
    const { rows, values } = vectorOf(documentTerms(text), space);
    const parts = Array.from(rows, (row, at) => ({
      term: terms[row] as string,
      part: (values[at] as number) * (weights[row] as number),
    }));
    const margin = parts.reduce((sum, { part }) => sum + part, bias);
    // a text without a known word is of no topic, whatever the bias
    return { score: rows.length === 0 ? 0 : 1 / (1 + oddsAtEdge * Math.exp(-slope * margin)), terms: strongest(parts) };
  };
}

/** The terms that speak for the topic most, in any text. */
export function topTerms({ terms, idf, weights }: GrownTopic, count: number): string[] {
  const strength = (row: number) => (weights[row] as number) * (idf[row] as number);
  return Array.from(weights.keys())
    .filter((row) => strength(row) > 0)
    .sort((a, b) => strength(b) - strength(a) || a - b)
    .map((row) => readableTerm(terms[row] as string))
    .filter((term) => term !== null)
    .slice(0, count);
}

function strongest(parts: readonly { readonly term: string; readonly part: number }[]): GrownScore['terms'] {
  const speaking = parts.filter(({ part }) => part > 0);
  const total = speaking.reduce((sum, { part }) => sum + part, 0);
  const chosen: { term: string; share: number }[] = [];
  for (const { term, part } of speaking.toSorted((a, b) => b.part - a.part || (a.term < b.term ? -1 : 1))) {
    const text = readableTerm(term);
    if (text === null || chosen.some((other) => other.term.includes(text) || text.includes(other.term))) continue;
    chosen.push({ term: text, share: part / total });
    if (chosen.length === mostTerms) break;
  }
  return chosen;
}
