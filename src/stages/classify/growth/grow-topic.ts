import type { TopicText } from '../../../model/topic/topic.ts';
import { documentTerms } from './document-terms.ts';
import { type GrownTopic, logOdds } from './grown-topic.ts';
import { type LatentSpace, latentSpace, project } from './latent.ts';
import type { Places } from './mixture.ts';
import { fitPanel, panelProbability } from './panel.ts';
import { unit } from './points.ts';
import { learnSides } from './sides.ts';
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
  /** Most of the texts are titles alone. */
  readonly isTitles: boolean;
}

export const prepareStream = (texts: readonly TopicText[]): PreparedStream => ({
  counts: texts.map(documentTerms),
  isTitles: texts.filter(({ body }) => body.trim() === '').length > texts.length / 2,
});

/** The odds from which a text is of a topic that a fifth of the stream or more is of. A title says too little to go by a third of a chance. */
const commonEdge = { texts: 0.35 / 0.65, titles: 3 };
/** Of a rarer topic what looks like it is more often something else: the odds that are asked for rise as it gets rarer, down to this part of the stream. */
const commonPart = 0.2;
const rarestPart = 0.005;

/**
 * Grows a topic from keywords, examples and a stream of texts, of which some may be of the topic.
 * @returns null where there is too little to grow from
 */
export function growTopic(seeds: GrowthSeeds, { counts, isTitles }: PreparedStream): GrownTopic | null {
  const examples = seeds.examples.map(documentTerms);
  if (examples.length < leastExamples || counts.length < leastStream) return null;
  const space = spaceOf([...examples, ...counts]);
  const vectors = (texts: readonly ReadonlyMap<string, number>[]) => texts.map((text) => vectorOf(text, space));
  const given = {
    examples: vectors(examples),
    accepted: vectors((seeds.accepted ?? []).map(documentTerms)),
    rejected: vectors((seeds.rejected ?? []).map(documentTerms)),
  };
  const stream = vectors(counts);
  const width = space.terms.length;
  // with the examples, or the directions of a rare topic would be missing
  const latent = latentSpace([...given.examples, ...stream], width);
  const keywords = keywordVector(seeds.keywords, space);
  const places = placesOf({ ...given, stream, keywords }, latent);
  const panel = fitPanel(places);
  const probabilities = places.stream.map((place) => panelProbability(place, panel));
  const part = probabilities.reduce((sum, one) => sum + one, 0) / probabilities.length;
  const edge = Math.log(
    (commonEdge[isTitles ? 'titles' : 'texts'] * commonPart) / Math.min(commonPart, Math.max(rarestPart, part)),
  );
  const isFound = probabilities.map((probability) => logOdds(probability) >= edge);
  const { weights, bias } = learnSides({
    ...given,
    width,
    found: stream.filter((_, at) => isFound[at]),
    far: stream.filter((_, at) => !isFound[at]),
  });
  return {
    terms: space.terms,
    idf: Float32Array.from(space.idf),
    latent: { dimensions: latent.dimensions, basis: Float32Array.from(latent.basis) },
    panel,
    edge,
    weights: Float32Array.from(weights),
    bias,
    examples: examples.length,
    stream: counts.length,
  };
}

type Given = Record<'stream' | 'examples' | 'accepted' | 'rejected', readonly SparseVector[]> & {
  readonly keywords: SparseVector | null;
};

function placesOf({ stream, examples, accepted, rejected, keywords }: Given, latent: LatentSpace): Places {
  const place = (vector: SparseVector) => unit(project(vector, latent));
  return {
    stream: stream.map(place),
    examples: examples.map(place),
    accepted: accepted.map(place),
    rejected: rejected.map(place),
    keywords: keywords === null ? null : place(keywords),
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
