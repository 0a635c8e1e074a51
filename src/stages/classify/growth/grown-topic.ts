import type { GrownScore, TopicText } from '../../../model/topic/topic.ts';
import { documentTerms, readableTerm } from './document-terms.ts';
import { type LatentSpace, project, weightsAlong } from './latent.ts';
import type { Mixture } from './mixture.ts';
import { topicDirection, topicProbability } from './mixture-ensemble.ts';
import { innerProduct, unitVector } from './points.ts';
import { dotProduct, vectorOf } from './stream-space.ts';

/** A topic as it was grown from examples and a stream: what the groups of the stream say of a text's place, and a linear score over its words. */
export interface GrownTopic {
  /** By row, as idf, weights and the basis of the latent space. */
  readonly terms: readonly string[];
  readonly idf: Float32Array;
  readonly latent: LatentSpace;
  readonly mixtures: readonly Mixture[];
  /** Logarithm of the odds at which the topic begins. */
  readonly minLogOdds: number;
  readonly weights: Float32Array;
  readonly bias: number;
  /** How many texts it was grown from. */
  readonly examples: number;
  readonly stream: number;
}

/** A margin of 1, where the machine is sure, counts as much as odds of e^2. */
const marginWeight = 2;
/** The edge of the topic scores .25: the threshold that keywords alone have, so that one holds for both. */
const oddsDivisor = 3;
const maxTermsPerScore = 8;
/** No panel is surer than that: an error has to stay one that words can outweigh. */
const maxProbability = 0.999;

/** ln(p / (1 - p)), within bounds. */
export function logOdds(probability: number): number {
  const bounded = Math.min(maxProbability, Math.max(1 - maxProbability, probability));
  return Math.log(bounded / (1 - bounded));
}

/** Looks terms up by a map: prepare once for many texts. */
export function topicScorer(topic: GrownTopic): (text: TopicText) => GrownScore {
  const { terms, weights, bias, latent, mixtures: panel, minLogOdds: edge } = topic;
  const space = { rowOf: new Map(terms.map((term, row) => [term, row])), idf: Float64Array.from(topic.idf) };
  const along = weightsAlong(topicDirection(panel), latent);
  return (text) => {
    const vector = vectorOf(documentTerms(text), space);
    // a text without a known word is of no topic, whatever the bias
    if (vector.rows.length === 0) return { score: 0, terms: [] };
    const place = project(vector, latent);
    const reach = Math.sqrt(innerProduct(place, place));
    const margin = marginWeight * (dotProduct(vector, weights) + bias);
    const odds = logOdds(topicProbability(unitVector(place), panel)) - edge + margin;
    const parts = Array.from(vector.rows, (row, at) => ({
      term: terms[row] as string,
      part:
        (vector.values[at] as number) *
        (marginWeight * (weights[row] as number) + (reach === 0 ? 0 : (along[row] as number) / reach)),
    }));
    return { score: 1 / (1 + oddsDivisor * Math.exp(-odds)), terms: strongest(parts) };
  };
}

/** The terms that speak for the topic most, in any text. */
export function topTerms(topic: GrownTopic, count: number): string[] {
  return weightedTopTerms(topic, count).map(({ term }) => term);
}

/** The terms that speak for the topic most, with how much; strongest first. */
export function weightedTopTerms(
  { terms, idf, weights, latent, mixtures: panel }: GrownTopic,
  count: number,
): { readonly term: string; readonly weight: number }[] {
  const along = weightsAlong(topicDirection(panel), latent);
  const strength = Float64Array.from(
    weights,
    (weight, row) => (marginWeight * weight + (along[row] as number)) * (idf[row] as number),
  );
  return Array.from(strength.keys())
    .filter((row) => (strength[row] as number) > 0)
    .sort((a, b) => (strength[b] as number) - (strength[a] as number) || a - b)
    .map((row) => ({ term: readableTerm(terms[row] as string), weight: strength[row] as number }))
    .filter((one): one is { term: string; weight: number } => one.term !== null)
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
    if (chosen.length === maxTermsPerScore) break;
  }
  return chosen;
}
