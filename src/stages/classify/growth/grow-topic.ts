import type { TopicText } from '../../../model/topic.ts';
import { documentTerms } from './document-terms.ts';
import type { GrownTopic } from './grown-topic.ts';
import { type LatentSpace, latentSpace } from './latent.ts';
import { likenessToSeeds, spreadOf } from './seed-likeness.ts';
import { selfTrain } from './self-training.ts';
import { type SparseVector, type StreamSpace, spaceOf, vectorOf } from './stream-space.ts';

/** Fewer texts than this don't show what is common: a topic isn't grown from them. */
export const leastStream = 60;
/** Fewer examples than this don't show how far the topic reaches. */
export const leastExamples = 3;

/** What a topic is grown from. */
export interface GrowthSeeds {
  /** Term -> weight. */
  readonly keywords: Readonly<Record<string, number>>;
  readonly examples: readonly TopicText[];
  /** Texts that a person has judged. */
  readonly accepted?: readonly TopicText[];
  readonly rejected?: readonly TopicText[];
}

/** A stream of texts that nobody has judged, prepared once for any number of topics. */
export interface PreparedStream {
  readonly counts: readonly ReadonlyMap<string, number>[];
}

export const prepareStream = (texts: readonly TopicText[]): PreparedStream => ({ counts: texts.map(documentTerms) });

/** What the likeness to the seeds adds to the learned margin, in its standard deviations: rare topics stay where they were sown. */
const seedPart = 0.2;

/**
 * Grows a topic from keywords, examples and a stream of texts, of which some are of the topic.
 * @returns null where there is too little to grow from
 */
export function growTopic(seeds: GrowthSeeds, stream: PreparedStream): GrownTopic | null {
  const examples = seeds.examples.map(documentTerms);
  if (examples.length < leastExamples || stream.counts.length < leastStream) return null;
  const space = spaceOf([...examples, ...stream.counts]);
  const vectors = (texts: readonly ReadonlyMap<string, number>[]) => texts.map((counts) => vectorOf(counts, space));
  const texts = { examples: vectors(examples), stream: vectors(stream.counts) };
  const accepted = vectors((seeds.accepted ?? []).map(documentTerms));
  const rejected = vectors((seeds.rejected ?? []).map(documentTerms));
  const width = space.terms.length;
  const latent: LatentSpace = latentSpace([...texts.examples, ...texts.stream], width);
  const keywords = keywordVector(seeds.keywords, space);
  const likeness = likenessToSeeds(texts.stream, { keywords, examples: texts.examples }, latent);
  const margin = selfTrain({ ...texts, accepted, rejected, width, likeness });
  const { mean, deviation } = spreadOf(likeness.weights, texts.stream);
  const scale = deviation === 0 ? 0 : seedPart / deviation;
  return {
    terms: space.terms,
    idf: Float32Array.from(space.idf),
    weights: Float32Array.from(margin.weights, (weight, row) => weight + scale * (likeness.weights[row] as number)),
    bias: margin.bias - scale * mean,
    examples: examples.length,
    stream: stream.counts.length,
  };
}

/** Each keyword is a short text; the heavier one counts more. Null where the stream knows none of them. */
function keywordVector(keywords: Readonly<Record<string, number>>, space: StreamSpace): SparseVector | null {
  const values = new Map<number, number>();
  for (const [keyword, weight] of Object.entries(keywords)) {
    const vector = vectorOf(documentTerms({ title: keyword, body: '', lang: null }), space);
    for (const [at, row] of vector.rows.entries())
      values.set(row, (values.get(row) ?? 0) + weight * (vector.values[at] as number) * (space.idf[row] as number));
  }
  return values.size === 0
    ? null
    : { rows: Uint32Array.from(values.keys()), values: Float64Array.from(values.values()) };
}
