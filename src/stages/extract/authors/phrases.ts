import { tokensOf } from '../../../text/likeness.ts';
import type { Block } from '../page/blocks.ts';

/** Characters of the page that are read: the words of a section or topic appear early. */
const maxTextLength = 60_000;

/**
 * A function that says whether a name is a phrase of the page rather than a person: each of its words occurs elsewhere without the others. A topic's words do
 * ("Workplace Culture"), while an author's given name and family name stay together. Works in every language, without a list of names.
 */
export function phraseTest(blocks: readonly Block[]): (name: string) => boolean {
  let counts: ReadonlyMap<string, number> | undefined;
  return (name) => {
    const words = tokensOf(name).filter((word) => word.length > 1);
    if (words.length < 2) return false;
    counts ??= countWords(blocks);
    const together = blocks.reduce((sum, { text }) => sum + (text.includes(name) ? 1 : 0), 0);
    return words.every((word) => (counts?.get(word) ?? 0) > together);
  };
}

function countWords(blocks: readonly Block[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let length = 0;
  for (const { text } of blocks) {
    length += text.length;
    if (length > maxTextLength) break;
    for (const word of tokensOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
