import { addPoints, innerProduct, type Point, unitVector } from './points.ts';

/** One guess at what the stream consists of: groups of texts, the first of which is the topic. */
export interface Mixture {
  /** By group: its middle, of length 1. */
  readonly means: readonly Float32Array[];
  /** By group: logarithm of its part of the stream. */
  readonly logShares: readonly number[];
  /** By group: which part of it is of the topic; 1 for the first. */
  readonly topicShares: readonly number[];
  /** How close texts are to the middle of their group. */
  readonly concentration: number;
}

/** Places of texts in the latent space, each of length 1. */
export interface TextPoints {
  readonly stream: readonly Point[];
  readonly examples: readonly Point[];
  /** Of the topic for certain, but not as if drawn from it by chance. */
  readonly accepted: readonly Point[];
  /** Not of the topic for certain. */
  readonly rejected: readonly Point[];
  /** Null without keywords that the stream knows. */
  readonly keywords: Point | null;
}

const rounds = 25;
/** An example counts as so many texts of the stream, all keywords together as so many. */
const exampleWeight = 2;
const keywordWeight = 5;
/** Texts are never taken for more alike than this: groups would be cut too sharply. 20 to 30 do as well. */
const maxConcentration = 25;

/**
 * Expectation maximisation for a mixture of von Mises-Fisher distributions of one concentration (Banerjee et al. 2005). Keywords and examples hold the first group;
 * the others have no seeds (Nigam et al. 2000 found that texts off topic are of many groups): they take what is not of the topic, be the topic common or rare.
 * @param others number of groups beside the topic's
 * @param random 0 to 1: where the other groups begin
 */
export function fitMixture(places: TextPoints, others: number, random: () => number): Mixture {
  const { stream, rejected } = places;
  const all = [...stream, ...rejected];
  const { held, mass } = anchorOf(places);
  let mixture: Mixture = {
    means: [unitVector(held), ...startPoints(stream, unitVector(held), others, random)].map(float32),
    logShares: Array(others + 1).fill(-Math.log(others + 1)),
    topicShares: [1, ...Array(others).fill(0)],
    concentration: 10,
  };
  let counts = new Float64Array(others + 1);
  for (let round = 0; round < rounds; round++) {
    const sums = [held.slice(), ...Array.from({ length: others }, () => new Float64Array(held.length))];
    counts = new Float64Array(others + 1);
    for (let at = 0; at < all.length; at++) {
      const place = all[at] as Point;
      const isRejected = at >= stream.length;
      const parts = membershipOf(place, mixture, isRejected ? 1 : 0);
      for (let group = 0; group < parts.length; group++) {
        const part = parts[group] as number;
        if (part < 1e-4) continue;
        addTo(sums[group] as Float64Array, place, part);
        if (!isRejected) counts[group] = (counts[group] as number) + part;
      }
    }
    mixture = maximise(mixture, sums, counts, all.length + mass);
  }
  return { ...mixture, topicShares: topicShares(places, mixture, counts) };
}

/** Part of each group in a text. @param from groups before this one are out of the question */
export function membershipOf(place: Point, { means, logShares, concentration }: Mixture, from = 0): Float64Array {
  const parts = new Float64Array(means.length);
  let highest = Number.NEGATIVE_INFINITY;
  for (let group = from; group < parts.length; group++) {
    const log = concentration * innerProduct(place, means[group] as Point) + (logShares[group] as number);
    parts[group] = log;
    if (log > highest) highest = log;
  }
  let total = 0;
  for (let group = from; group < parts.length; group++) {
    const part = Math.exp((parts[group] as number) - highest);
    parts[group] = part;
    total += part;
  }
  for (let group = from; group < parts.length; group++) parts[group] = (parts[group] as number) / total;
  return parts;
}

/** The sum of what holds the topic's group in its place. */
function anchorOf({ examples, accepted, keywords, stream }: TextPoints): {
  readonly held: Float64Array;
  readonly mass: number;
} {
  const held = new Float64Array((stream[0] as Point).length);
  for (const place of examples) addTo(held, place, exampleWeight);
  for (const place of accepted) addTo(held, place, 1);
  if (keywords !== null) addTo(held, keywords, keywordWeight);
  return { held, mass: exampleWeight * examples.length + accepted.length + (keywords === null ? 0 : keywordWeight) };
}

function maximise(before: Mixture, sums: readonly Float64Array[], counts: Float64Array, total: number): Mixture {
  const dimensions = (sums[0] as Float64Array).length;
  const resultant = Math.min(0.99, sums.reduce((sum, one) => sum + Math.hypot(...one), 0) / total);
  const seen = counts.reduce((sum, count) => sum + count, 0);
  return {
    ...before,
    means: sums.map((sum) => float32(unitVector(sum))),
    logShares: Array.from(counts, (count) => Math.log((count + 1) / (seen + counts.length))),
    concentration: Math.min(
      maxConcentration,
      (resultant * (dimensions - resultant ** 2)) / Math.max(1e-6, 1 - resultant ** 2),
    ),
  };
}

/**
 * A wide topic can be of several groups. The examples are as good as drawn from the topic (the idea of Elkan and Noto 2008): a group that has as great a part of them as
 * of the topic's texts is all of the topic. Each example is held against the groups without itself.
 */
function topicShares(places: TextPoints, mixture: Mixture, counts: Float64Array): number[] {
  const { examples, stream } = places;
  const own = anchorOf(places).held;
  for (const place of stream) addTo(own, place, membershipOf(place, mixture)[0] as number);
  const shares = new Float64Array(counts.length);
  for (const example of examples) {
    const without = float32(
      unitVector(
        addPoints(
          own,
          example.map((value) => -exampleWeight * value),
        ),
      ),
    );
    const parts = membershipOf(example, { ...mixture, means: [without, ...mixture.means.slice(1)] });
    addTo(shares, parts, 1 / examples.length);
  }
  const scale = ((counts[0] as number) + 1) / Math.max(shares[0] as number, 0.1);
  return Array.from(shares, (share, group) =>
    group === 0 ? 1 : Math.min(1, (share * scale) / Math.max(1, counts[group] as number)),
  );
}

/** Places far from the topic and from each other: each by chance, with the square of its distance (k-means++, Arthur and Vassilvitskii 2007). */
function startPoints(stream: readonly Point[], first: Point, count: number, random: () => number): Point[] {
  const distances = Float64Array.from(stream, (place) => Math.max(0, 1 - innerProduct(place, first)));
  const chosen: Point[] = [];
  while (chosen.length < count) {
    const total = distances.reduce((sum, distance) => sum + distance ** 2, 0);
    let left = random() * total;
    let at = 0;
    while (at < distances.length - 1 && left >= (distances[at] as number) ** 2)
      left -= (distances[at++] as number) ** 2;
    const next = stream[at] as Point;
    chosen.push(next);
    for (const [other, place] of stream.entries())
      distances[other] = Math.min(distances[other] as number, Math.max(0, 1 - innerProduct(place, next)));
  }
  return chosen;
}

function addTo(target: Float64Array, place: Point, part: number): void {
  for (let axis = 0; axis < target.length; axis++)
    target[axis] = (target[axis] as number) + part * (place[axis] as number);
}

const float32 = (point: Point): Float32Array => Float32Array.from(point);
