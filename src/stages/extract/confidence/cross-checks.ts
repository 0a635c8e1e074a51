import type { MeasuredPage } from '../classifier/measured-page.ts';
import { modelWords } from '../classifier/tokens.ts';

// Other readings of a page, which do not use the block model: the body is compared with them.

/** F1 of the long text in the body and in another reading of the page; 0 where neither has any. */
export function agreementWith(
  isInOther: (at: number) => boolean,
  { count, isLong, lengths }: MeasuredPage,
  isBody: readonly boolean[],
): number {
  let [both, sum] = [0, 0];
  for (let at = 0; at < count; at++) {
    if (!isLong[at]) continue;
    const [inBody, inOther] = [Number(isBody[at] === true), Number(isInOther(at))];
    both += 2 * inBody * inOther * (lengths[at] ?? 0);
    sum += (inBody + inOther) * (lengths[at] ?? 0);
  }
  return sum === 0 ? 0 : both / sum;
}

/** Words. A shorter description is a slogan. */
const minDescription = 6;
/** The description's words stand within the first words of the body: a few paragraphs, and its own length. */
const startWords = 150;

/** Share of the description's words that are missing near the beginning of the body; 0 without a description. */
export function missingOfDescription(words: readonly string[], description: string): number {
  const described = modelWords(description);
  if (described.length < minDescription) return 0;
  const start = new Set(words.slice(0, startWords + described.length));
  return described.filter((word) => !start.has(word)).length / described.length;
}
