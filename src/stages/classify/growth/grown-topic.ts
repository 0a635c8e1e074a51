import type { GrownScore, TopicText } from '../../../model/topic/topic.ts';
import { documentTerms, readableTerm } from './document-terms.ts';
import { type LatentSpace, project, weightsAlong } from './latent.ts';
import type { Mixture } from './mixture.ts';
import { topicDirection, topicProbability } from './mixture-ensemble.ts';
import { innerProduct, unitVector } from './points.ts';
import { dotProduct, vectorOf } from './stream-space.ts';

/** A topic learned from examples and a stream: mixtures that rate a text's point in the latent space, and a linear score of its words. */
export interface GrownTopic {
  /** By row, like idf, weights and the basis of the latent space. */
  readonly terms: readonly string[];
  readonly idf: Float32Array;
  readonly latent: LatentSpace;
  readonly mixtures: readonly Mixture[];
  /** Logarithm of the odds from which a text is on topic. */
  readonly minLogOdds: number;
  readonly weights: Float32Array;
  readonly bias: number;
  /** Number of stream texts. */
  readonly stream: number;
}

/** A margin of 1 (the SVM is sure) counts as much as odds of e^2. */
const marginWeight = 2;
/** Makes a text at `minLogOdds` score 1 / (1 + 3) = .25: the default threshold of topics by keywords, so that one threshold fits both. */
const oddsDivisor = 3;
const maxTermsPerScore = 8;
/** Bounds the mixtures' probability, so that the linear score can outweigh their errors. */
const maxProbability = 0.999;

/** ln(p / (1 - p)), within bounds. */
export function logOdds(probability: number): number {
  const bounded = Math.min(maxProbability, Math.max(1 - maxProbability, probability));
  return Math.log(bounded / (1 - bounded));
}

/** @returns a function to reuse: it builds the index of the terms once */
export function topicScorer(topic: GrownTopic): (text: TopicText) => GrownScore {
  const { terms, weights, bias, latent, mixtures, minLogOdds } = topic;
  const space = { rowOf: new Map(terms.map((term, row) => [term, row])), idf: Float64Array.from(topic.idf) };
  const along = weightsAlong(topicDirection(mixtures), latent);
  return (text) => {
    const vector = vectorOf(documentTerms(text), space.rowOf, space.idf);
    // a text without any known word is off topic, whatever the bias
    if (vector.rows.length === 0) return { score: 0, terms: [] };
    const point = project(vector, latent);
    const pointLength = Math.sqrt(innerProduct(point, point));
    const margin = marginWeight * (dotProduct(vector, weights) + bias);
    const odds = logOdds(topicProbability(unitVector(point), mixtures)) - minLogOdds + margin;
    const parts = Array.from(vector.rows, (row, at) => ({
      term: terms[row] as string,
      part:
        (vector.values[at] as number) *
        (marginWeight * (weights[row] as number) + (pointLength === 0 ? 0 : (along[row] as number) / pointLength)),
    }));
    return { score: 1 / (1 + oddsDivisor * Math.exp(-odds)), terms: strongest(parts) };
  };
}

/** The terms with the highest weights for the topic, in any text. */
export function topTerms(topic: GrownTopic, count: number): string[] {
  return weightedTopTerms(topic, count).map(({ term }) => term);
}

/** The terms with the highest weights for the topic, strongest first. */
export function weightedTopTerms(
  { terms, idf, weights, latent, mixtures }: GrownTopic,
  count: number,
): { readonly term: string; readonly weight: number }[] {
  const along = weightsAlong(topicDirection(mixtures), latent);
  const strength = Float64Array.from(
    weights,
    (weight, row) => (marginWeight * weight + (along[row] as number)) * (idf[row] as number),
  );
  return Array.from(strength.keys())
    .filter((row) => (strength[row] as number) > 0)
    .sort((a, b) => (strength[b] as number) - (strength[a] as number) || a - b)
    .map((row) => ({ term: readableTerm(terms[row] as string), weight: strength[row] as number }))
    .filter((weighted): weighted is { term: string; weight: number } => weighted.term !== null)
    .slice(0, count);
}

function strongest(parts: readonly { readonly term: string; readonly part: number }[]): GrownScore['terms'] {
  const positive = parts.filter(({ part }) => part > 0);
  const total = positive.reduce((sum, { part }) => sum + part, 0);
  const chosen: { term: string; share: number }[] = [];
  for (const { term, part } of positive.toSorted((a, b) => b.part - a.part || (a.term < b.term ? -1 : 1))) {
    const text = readableTerm(term);
    if (text === null || chosen.some((other) => other.term.includes(text) || text.includes(other.term))) continue;
    chosen.push({ term: text, share: part / total });
    if (chosen.length === maxTermsPerScore) break;
  }
  return chosen;
}
