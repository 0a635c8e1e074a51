import { linearCongruential } from './latent.ts';
import { fitMixture, type Mixture, membershipOf, type TextPoints } from './mixture.ts';
import type { Point } from './points.ts';

/** The right number of groups is unknown: mixtures of several numbers are averaged, each from several random starts. */
const groupCounts = [4, 6, 8, 12];
const startsPerCount = 3;
/** Texts. Numbers of groups that would make smaller groups are not used. */
const minGroupSize = 5;

/** Fits mixtures with different numbers of groups and random starts; deterministic. */
export function fitMixtures(points: TextPoints): Mixture[] {
  const random = linearCongruential(1);
  const counts = groupCounts.filter((number, at) => at === 0 || number * minGroupSize <= points.stream.length / 2);
  return counts.flatMap((others) => Array.from({ length: startsPerCount }, () => fitMixture(points, others, random)));
}

/** Probability that a text is on topic: the mean over the mixtures. */
export function topicProbability(point: Point, mixtures: readonly Mixture[]): number {
  let sum = 0;
  for (const mixture of mixtures) {
    const parts = membershipOf(point, mixture);
    for (const [group, part] of parts.entries()) sum += part * (mixture.topicShares[group] as number);
  }
  return sum / mixtures.length;
}

/** The direction in which the topic's probability grows: from the mean of the other groups to that of the topic's group. */
export function topicDirection(mixtures: readonly Mixture[]): Float64Array {
  const direction = new Float64Array((mixtures[0] as Mixture).means[0]?.length ?? 0);
  for (const { means, logShares, topicShares, concentration } of mixtures) {
    const off = logShares.map((log, group) => Math.exp(log) * (1 - (topicShares[group] as number)));
    const total = Math.max(
      1e-9,
      off.reduce((sum, share) => sum + share, 0),
    );
    for (const [group, mean] of means.entries()) {
      const part = ((group === 0 ? 1 : 0) - (off[group] as number) / total) * concentration;
      for (let axis = 0; axis < direction.length; axis++)
        direction[axis] = (direction[axis] as number) + (part * (mean[axis] as number)) / mixtures.length;
    }
  }
  return direction;
}
