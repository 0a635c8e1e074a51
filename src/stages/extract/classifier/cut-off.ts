/** Blocks below this probability are furniture: never chosen, and not part of the expected text. */
const minProbability = 0.1;
/** A page is doubtful if the expected F1 of the model's threshold is below this. */
const doubtfulBelow = 0.75;
/** Where no block is probable, blocks with this share of the best probability are chosen: a page with text never has an empty body. */
const shareOfBest = 0.6;

/**
 * Returns the probability from which a page's blocks are chosen: on most pages the model's threshold. On a doubtful page (cards, lists) it is the cut-off with
 * the highest expected precision plus recall, computed from the probabilities: the cut-off that maximises F1 is not .5, it depends on the probabilities
 * (Lipton, Elkan and Naryanaswamy 2014, "Optimal thresholding of classifiers to maximize F1 measure").
 * @param probabilities by block
 * @param lengths by block: its weight
 */
export function chooseCutOff(probabilities: readonly number[], lengths: readonly number[], threshold: number): number {
  const best = probabilities.reduce((max, probability) => Math.max(max, probability), 0);
  const expected = sum(probabilities, lengths, minProbability, true);
  const plain = sum(probabilities, lengths, threshold, true);
  const selected = sum(probabilities, lengths, threshold, false);
  if ((2 * plain) / Math.max(1, selected + expected) >= doubtfulBelow) return threshold;
  const chosen = bestExpected(probabilities, lengths, expected);
  return best < minProbability ? best * shareOfBest : Math.max(chosen, minProbability);
}

/** Sum of the lengths of the blocks from a probability on; with `isExpected`, each length times its probability. */
function sum(probabilities: readonly number[], lengths: readonly number[], from: number, isExpected: boolean): number {
  let total = 0;
  for (const [at, probability] of probabilities.entries())
    if (probability >= from) total += (lengths[at] ?? 0) * (isExpected ? probability : 1);
  return total;
}

/** Returns the cut-off with the highest expected precision plus recall; 0 without expected text. */
function bestExpected(probabilities: readonly number[], lengths: readonly number[], expected: number): number {
  let [selected, body, bestScore, chosen] = [0, 0, 0, 0];
  const order = probabilities.map((_, at) => at).sort((a, b) => (probabilities[b] ?? 0) - (probabilities[a] ?? 0));
  for (const at of order) {
    const [probability, length] = [probabilities[at] ?? 0, lengths[at] ?? 0];
    selected += length;
    body += length * probability;
    const score = body / Math.max(1, selected) + body / Math.max(1, expected);
    if (score <= bestScore) continue;
    bestScore = score;
    chosen = probability;
  }
  return chosen;
}
