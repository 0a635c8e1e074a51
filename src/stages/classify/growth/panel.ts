import { fitMixture, type Mixture, membership, type Places } from './mixture.ts';
import type { Point } from './points.ts';
import { quickNumbers } from './quick-numbers.ts';

/** Nobody knows of how many groups a stream is: the guesses of several numbers are averaged, of three beginnings each. */
const groupNumbers = [4, 6, 8, 12];
const beginnings = 3;
/** A group of fewer texts is no group. */
const leastGroup = 5;

/** Mixtures of different numbers of groups and beginnings, deterministic. */
export function fitPanel(places: Places): Mixture[] {
  const random = quickNumbers(1);
  const numbers = groupNumbers.filter((number, at) => at === 0 || number * leastGroup <= places.stream.length / 2);
  return numbers.flatMap((others) => Array.from({ length: beginnings }, () => fitMixture(places, others, random)));
}

/** How likely a text is of the topic, 0 to 1: the mean of what the mixtures say. */
export function panelProbability(place: Point, panel: readonly Mixture[]): number {
  let sum = 0;
  for (const mixture of panel) {
    const parts = membership(place, mixture);
    for (const [group, part] of parts.entries()) sum += part * (mixture.onTopic[group] as number);
  }
  return sum / panel.length;
}

/** In which direction texts become more of the topic: from the middle of the other groups to that of the topic's. */
export function towardsTopic(panel: readonly Mixture[]): Float64Array {
  const direction = new Float64Array((panel[0] as Mixture).means[0]?.length ?? 0);
  for (const { means, logShares, onTopic, concentration } of panel) {
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
