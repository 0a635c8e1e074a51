import { addPoints, innerProduct, type Point, unitVector } from './points.ts';

/** A mixture model of the stream: groups of texts, the first of which is the topic. */
export interface Mixture {
  /** By group: its mean direction, of length 1. */
  readonly means: readonly Float32Array[];
  /** By group: logarithm of its share of the stream. */
  readonly logShares: readonly number[];
  /** By group: the share of it that is on topic; 1 for the first. */
  readonly topicShares: readonly number[];
  /** How close texts are to the mean of their group (von Mises-Fisher kappa). */
  readonly concentration: number;
}

/** Points of texts in the latent space, each of length 1. */
export interface TextPoints {
  readonly stream: readonly Point[];
  readonly examples: readonly Point[];
  /** Certainly on topic, but not a random sample of the topic. */
  readonly accepted: readonly Point[];
  /** Certainly off topic. */
  readonly rejected: readonly Point[];
  /** Null when the stream contains no keyword. */
  readonly keywords: Point | null;
}

/** Rounds of expectation maximization. Chosen by hand, not measured. */
const rounds = 25;
/** Weights in texts of the stream: of one example, and of all keywords together. */
const exampleWeight = 2;
const keywordWeight = 5;
/** Limits how sharply groups are separated. Measured: 20 to 30 do equally well. */
const maxConcentration = 25;

/**
 * Expectation maximisation for a mixture of von Mises-Fisher distributions with one concentration (Banerjee et al. 2005). Keywords and examples anchor the first group.
 * The others have no seeds and take the texts that are off topic: these are of many groups (Nigam et al. 2000).
 * @param others number of groups beside the topic's
 * @param random uniform in [0, 1): chooses the start of the other groups
 */
export function fitMixture(points: TextPoints, others: number, random: () => number): Mixture {
  const { stream, rejected } = points;
  const all = [...stream, ...rejected];
  const { anchor, mass } = anchorOf(points);
  let mixture: Mixture = {
    means: [unitVector(anchor), ...startPoints(stream, unitVector(anchor), others, random)].map(float32),
    logShares: Array(others + 1).fill(-Math.log(others + 1)),
    topicShares: [1, ...Array(others).fill(0)],
    concentration: 10,
  };
  let counts = new Float64Array(others + 1);
  for (let round = 0; round < rounds; round++) {
    const sums = [anchor.slice(), ...Array.from({ length: others }, () => new Float64Array(anchor.length))];
    counts = new Float64Array(others + 1);
    for (let at = 0; at < all.length; at++) {
      const point = all[at] as Point;
      const isRejected = at >= stream.length;
      const parts = membershipOf(point, mixture, isRejected ? 1 : 0);
      for (let group = 0; group < parts.length; group++) {
        const part = parts[group] as number;
        if (part < 1e-4) continue;
        addTo(sums[group] as Float64Array, point, part);
        if (!isRejected) counts[group] = (counts[group] as number) + part;
      }
    }
    mixture = maximise(mixture, sums, counts, all.length + mass);
  }
  return { ...mixture, topicShares: topicShares(points, mixture, counts) };
}

/** Probability of each group for a text. @param from groups before this index are excluded */
export function membershipOf(point: Point, { means, logShares, concentration }: Mixture, from = 0): Float64Array {
  const parts = new Float64Array(means.length);
  let highest = Number.NEGATIVE_INFINITY;
  for (let group = from; group < parts.length; group++) {
    const log = concentration * innerProduct(point, means[group] as Point) + (logShares[group] as number);
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

/** The weighted sum of examples, accepted texts and keywords, which anchors the topic's group, and its weight. */
function anchorOf({ examples, accepted, keywords, stream }: TextPoints): {
  readonly anchor: Float64Array;
  readonly mass: number;
} {
  const anchor = new Float64Array((stream[0] as Point).length);
  for (const point of examples) addTo(anchor, point, exampleWeight);
  for (const point of accepted) addTo(anchor, point, 1);
  if (keywords !== null) addTo(anchor, keywords, keywordWeight);
  return { anchor, mass: exampleWeight * examples.length + accepted.length + (keywords === null ? 0 : keywordWeight) };
}

function maximise(before: Mixture, sums: readonly Float64Array[], counts: Float64Array, total: number): Mixture {
  const dimensions = (sums[0] as Float64Array).length;
  const resultant = Math.min(0.99, sums.reduce((sum, groupSum) => sum + Math.hypot(...groupSum), 0) / total);
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
 * Estimates each group's on-topic share: a wide topic can span several groups. The examples count as a random sample of the topic (Elkan and Noto 2008): a group with as
 * large a share of the examples as of the topic's texts is entirely on topic. Each example is compared with an anchor that excludes it.
 */
function topicShares(points: TextPoints, mixture: Mixture, counts: Float64Array): number[] {
  const { examples, stream } = points;
  const own = anchorOf(points).anchor;
  for (const point of stream) addTo(own, point, membershipOf(point, mixture)[0] as number);
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

/** Random points far from the topic and from each other, with probability by squared distance (k-means++, Arthur and Vassilvitskii 2007). */
function startPoints(stream: readonly Point[], first: Point, count: number, random: () => number): Point[] {
  const distances = Float64Array.from(stream, (point) => Math.max(0, 1 - innerProduct(point, first)));
  const chosen: Point[] = [];
  while (chosen.length < count) {
    const total = distances.reduce((sum, distance) => sum + distance ** 2, 0);
    let left = random() * total;
    let at = 0;
    while (at < distances.length - 1 && left >= (distances[at] as number) ** 2)
      left -= (distances[at++] as number) ** 2;
    const next = stream[at] as Point;
    chosen.push(next);
    for (const [other, point] of stream.entries())
      distances[other] = Math.min(distances[other] as number, Math.max(0, 1 - innerProduct(point, next)));
  }
  return chosen;
}

function addTo(target: Float64Array, point: Point, part: number): void {
  for (let axis = 0; axis < target.length; axis++)
    target[axis] = (target[axis] as number) + part * (point[axis] as number);
}

const float32 = (point: Point): Float32Array => Float32Array.from(point);
