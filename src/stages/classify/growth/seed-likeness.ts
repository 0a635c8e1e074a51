import { type LatentSpace, project, weightsAlong } from './latent.ts';
import { dot, type SparseVector } from './stream-space.ts';

/** What a topic's owner has said of it, as vectors. */
export interface Seeds {
  /** Null without keywords. */
  readonly keywords: SparseVector | null;
  readonly examples: readonly SparseVector[];
}

/** How like the seeds texts are, in the latent space of the stream. */
export interface SeedLikeness {
  /** Cosine by text of the stream. */
  readonly stream: Float64Array;
  /** By example: cosine with the keywords and the other examples. A text of the topic that nobody has named is about as like. */
  readonly examples: Float64Array;
  /** The same direction as weights of the rows: linear, without the texts' own length. */
  readonly weights: Float64Array;
}

/** Keywords count as much as all examples together. */
export function likenessToSeeds(
  stream: readonly SparseVector[],
  { keywords, examples }: Seeds,
  space: LatentSpace,
): SeedLikeness {
  const named = keywords === null ? new Float64Array(space.dimensions) : unit(project(keywords, space));
  const places = examples.map((example) => unit(project(example, space)));
  const all = places.reduce(plus, new Float64Array(space.dimensions));
  const direction = unit(plus(named, unit(all)));
  return {
    stream: Float64Array.from(stream, (text) => inner(unit(project(text, space)), direction)),
    examples: Float64Array.from(places, (place) =>
      inner(
        place,
        unit(
          plus(
            named,
            unit(
              plus(
                all,
                place.map((x) => -x),
              ),
            ),
          ),
        ),
      ),
    ),
    weights: weightsAlong(direction, space),
  };
}

/** Mean and spread of what the weights give for texts: for comparing them with other scores. */
export function spreadOf(
  weights: Float64Array,
  stream: readonly SparseVector[],
): { readonly mean: number; readonly deviation: number } {
  const scores = stream.map((text) => dot(text, weights));
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length);
  return { mean, deviation: Math.sqrt(variance) };
}

const plus = (a: Float64Array, b: Float64Array): Float64Array => a.map((value, at) => value + (b[at] as number));

const inner = (a: Float64Array, b: Float64Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);

function unit(vector: Float64Array): Float64Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
