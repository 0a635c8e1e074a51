import type { TopicText } from '../../../model/topic/topic.ts';
import { documentTerms } from './document-terms.ts';
import { type GrownTopic, logOdds } from './grown-topic.ts';
import { type LatentSpace, latentSpace, project } from './latent.ts';
import type { TextPoints } from './mixture.ts';
import { fitMixtures, topicProbability } from './mixture-ensemble.ts';
import { unitVector } from './points.ts';
import { type SparseVector, type StreamSpace, streamSpace, vectorOf } from './stream-space.ts';
import { fitTopicSvm } from './topic-svm.ts';

/** Minimum number of texts: fewer do not show which terms are common. */
export const minStreamTexts = 60;
/** Minimum number of examples: fewer do not show how wide the topic is. */
export const minExamples = 3;

/** What a topic is grown from. */
interface GrowthSeeds {
  /** Term -> weight. */
  readonly keywords: Readonly<Record<string, number>>;
  readonly examples: readonly TopicText[];
  /** Texts that a person has labelled as on topic and off topic. */
  readonly accepted?: readonly TopicText[];
  readonly rejected?: readonly TopicText[];
}

/** Unlabelled texts, prepared once for any number of topics. */
interface PreparedStream {
  readonly counts: readonly ReadonlyMap<string, number>[];
  /** Most of the texts are titles only. */
  readonly isTitles: boolean;
}

export const prepareStream = (texts: readonly TopicText[]): PreparedStream => ({
  counts: texts.map(documentTerms),
  isTitles: texts.filter(({ body }) => body.trim() === '').length > texts.length / 2,
});

/** Minimum odds of a text for topics that make up `commonTopicShare` of the stream or more. A title says little, so it needs higher odds. */
const commonTopicOdds = { texts: 0.35 / 0.65, titles: 3 };
/** Shares of the stream. Between them the minimum odds rise as the topic gets rarer: false matches are then more frequent. */
const commonTopicShare = 0.2;
const rarestTopicShare = 0.005;

/**
 * Learns a topic from keywords, examples and unlabelled texts, some of which may be on topic.
 * @returns null when there are too few examples or texts
 */
export function growTopic(seeds: GrowthSeeds, { counts, isTitles }: PreparedStream): GrownTopic | null {
  const examples = seeds.examples.map(documentTerms);
  if (examples.length < minExamples || counts.length < minStreamTexts) return null;
  const space = streamSpace([...examples, ...counts]);
  const vectors = (texts: readonly ReadonlyMap<string, number>[]) =>
    texts.map((text) => vectorOf(text, space.rowOf, space.idf));
  const judged = {
    examples: vectors(examples),
    accepted: vectors((seeds.accepted ?? []).map(documentTerms)),
    rejected: vectors((seeds.rejected ?? []).map(documentTerms)),
  };
  const stream = vectors(counts);
  const width = space.terms.length;
  // the examples are included: else the directions of a rare topic would be missing
  const latent = latentSpace([...judged.examples, ...stream], width);
  const keywords = keywordVector(seeds.keywords, space);
  const points = pointsOf({ ...judged, stream, keywords }, latent);
  const mixtures = fitMixtures(points);
  const probabilities = points.stream.map((point) => topicProbability(point, mixtures));
  const topicShare = probabilities.reduce((sum, probability) => sum + probability, 0) / probabilities.length;
  const minLogOdds = Math.log(
    (commonTopicOdds[isTitles ? 'titles' : 'texts'] * commonTopicShare) /
      Math.min(commonTopicShare, Math.max(rarestTopicShare, topicShare)),
  );
  const isLikelyOnTopic = probabilities.map((probability) => logOdds(probability) >= minLogOdds);
  const { weights, bias } = fitTopicSvm({
    ...judged,
    width,
    likelyOnTopic: stream.filter((_, at) => isLikelyOnTopic[at]),
    likelyOffTopic: stream.filter((_, at) => !isLikelyOnTopic[at]),
  });
  return {
    terms: space.terms,
    idf: Float32Array.from(space.idf),
    latent: { dimensions: latent.dimensions, basis: Float32Array.from(latent.basis) },
    mixtures,
    minLogOdds,
    weights: Float32Array.from(weights),
    bias,
    stream: counts.length,
  };
}

type TrainingVectors = Record<'stream' | 'examples' | 'accepted' | 'rejected', readonly SparseVector[]> & {
  readonly keywords: SparseVector | null;
};

function pointsOf(
  { stream, examples, accepted, rejected, keywords }: TrainingVectors,
  latent: LatentSpace,
): TextPoints {
  const point = (vector: SparseVector) => unitVector(project(vector, latent));
  return {
    stream: stream.map(point),
    examples: examples.map(point),
    accepted: accepted.map(point),
    rejected: rejected.map(point),
    keywords: keywords === null ? null : point(keywords),
  };
}

/** Sum of the keywords as short texts, by weight; null when the stream contains none of them. */
function keywordVector(keywords: Readonly<Record<string, number>>, space: StreamSpace): SparseVector | null {
  const values = new Map<number, number>();
  for (const [keyword, weight] of Object.entries(keywords)) {
    const vector = vectorOf(documentTerms({ title: keyword, body: '', lang: null }), space.rowOf, space.idf);
    for (const [at, row] of vector.rows.entries())
      values.set(row, (values.get(row) ?? 0) + weight * (vector.values[at] as number) * (space.idf[row] as number));
  }
  return values.size === 0
    ? null
    : { rows: Uint32Array.from(values.keys()), values: Float64Array.from(values.values()) };
}
