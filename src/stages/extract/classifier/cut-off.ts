/** Blocks below are furniture for certain: never taken, and their sum would only be noise. */
const noticeable = 0.1;
/** Expected F1 of the plain choice below which a page is doubtful. */
const doubtfulBelow = 0.75;
/** Where no block passes the threshold, those with so much of the best probability are taken: a page with text never gives none. */
const ofBest = 0.6;

/**
 * The probability from which a page's blocks are taken. On most pages it is the threshold. On a doubtful one (a guide of cards, a list, half-sure blocks only)
 * it is the one of which the most precision and recall can be expected, after the probabilities themselves: what maximises F1 is not the blocks above one
 * half, but depends on how sure the page is (Lipton, Elkan and Naryanaswamy 2014, "Optimal thresholding of classifiers to maximize F1 measure").
 * @param probabilities by block
 * @param lengths by block: what it counts
 */
export function cutOffOf(probabilities: readonly number[], lengths: readonly number[], threshold: number): number {
  const best = probabilities.reduce((most, one) => Math.max(most, one), 0);
  const expected = sum(probabilities, lengths, noticeable, true);
  const plain = sum(probabilities, lengths, threshold, true);
  const taken = sum(probabilities, lengths, threshold, false);
  if ((2 * plain) / Math.max(1, taken + expected) >= doubtfulBelow) return threshold;
  const chosen = mostExpected(probabilities, lengths, expected);
  return best < noticeable ? best * ofBest : Math.max(chosen, noticeable);
}

/** The sum of the lengths of the blocks from a probability on, or of what of them may be expected to be body. */
function sum(probabilities: readonly number[], lengths: readonly number[], from: number, isExpected: boolean): number {
  let total = 0;
  for (const [at, probability] of probabilities.entries())
    if (probability >= from) total += (lengths[at] ?? 0) * (isExpected ? probability : 1);
  return total;
}

/** The probability of the last block that is worth taking; 0 where there is nothing to expect. */
function mostExpected(probabilities: readonly number[], lengths: readonly number[], expected: number): number {
  let [taken, body, most, chosen] = [0, 0, 0, 0];
  const order = probabilities.map((_, at) => at).sort((a, b) => (probabilities[b] ?? 0) - (probabilities[a] ?? 0));
  for (const at of order) {
    const [probability, length] = [probabilities[at] ?? 0, lengths[at] ?? 0];
    taken += length;
    body += length * probability;
    const gain = body / Math.max(1, taken) + body / Math.max(1, expected);
    if (gain <= most) continue;
    most = gain;
    chosen = probability;
  }
  return chosen;
}
