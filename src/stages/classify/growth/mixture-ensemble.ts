import { linearCongruential } from './linear-congruential.ts';
import { fitMixture, type Mixture, membershipOf, type TextPoints } from './mixture.ts';
import type { Point } from './points.ts';

/** Nobody knows of how many groups a stream is: the guesses of several numbers are averaged, of three beginnings each. */
const groupCounts = [4, 6, 8, 12];
const startsPerCount = 3;
/** A group of fewer texts is no group. */
const minGroupSize = 5;

/** Mixtures of different numbers of groups and beginnings, deterministic. */
export function fitMixtures(places: TextPoints): Mixture[] {
  const random = linearCongruential(1);
  const numbers = groupCounts.filter((number, at) => at === 0 || number * minGroupSize <= places.stream.length / 2);
  return numbers.flatMap((others) => Array.from({ length: startsPerCount }, () => fitMixture(places, others, random)));
}

/** How likely a text is of the topic, 0 to 1: the mean of what the mixtures say. */
export function topicProbability(place: Point, panel: readonly Mixture[]): number {
  let sum = 0;
  for (const mixture of panel) {
    const parts = membershipOf(place, mixture);
    for (const [group, part] of parts.entries()) sum += part * (mixture.topicShares[group] as number);
  }
  return sum / panel.length;
}

/** In which direction texts become more of the topic: from the middle of the other groups to that of the topic's. */
export function topicDirection(panel: readonly Mixture[]): Float64Array {
  const direction = new Float64Array((panel[0] as Mixture).means[0]?.length ?? 0);
  for (const { means, logShares, topicShares: onTopic, concentration } of panel) {
    const off = logShares.map((log, group) => Math.exp(log) * (1 - (onTopic[group] as number)));
    const total = Math.max(
      1e-9,
      off.reduce((sum, share) => sum + share, 0),
    );
    for (const [group, mean] of means.entries()) {
      const part = ((group === 0 ? 1 : 0) - (off[group] as number) / total) * concentration;
      for (let axis = 0; axis < direction.length; axis++)
        direction[axis] = (direction[axis] as number) + (part * (mean[axis] as number)) / panel.length;
    }
  }
  return direction;
}
