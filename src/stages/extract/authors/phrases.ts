import { tokensOf } from '../../../text/likeness.ts';
import type { Block } from '../page/blocks.ts';

/** Characters of the page that are read: the words of a section or topic appear early. */
const maxTextLength = 60_000;

/**
 * A function that says whether a name is a phrase of the page rather than a person: each of its words occurs elsewhere without the others. A topic's words do
 * ("Workplace Culture"), while an author's given name and family name stay together. Works in every language, without a list of names.
 */
export function phraseTest(blocks: readonly Block[]): (name: string) => boolean {
  let text: string | undefined;
  return (name) => {
    const words = tokensOf(name).filter((word) => word.length > 1);
    if (words.length < 2) return false;
    text ??= startOf(blocks);
    const page = text;
    const together = blocks.reduce((sum, block) => sum + (block.text.includes(name) ? 1 : 0), 0);
    return words.every((word) => occursMoreThan(together, word, page));
  };
}

function startOf(blocks: readonly Block[]): string {
  const lines: string[] = [];
  let length = 0;
  for (const { text } of blocks) {
    length += text.length;
    if (length > maxTextLength) break;
    lines.push(text);
  }
  return lines.join('\n').normalize('NFKC').toLowerCase();
}

const letter = /[\p{L}\p{N}]/u;

/** Whether a word stands more often in a text than a number of times. Searches for the word: cheaper than a count of all words. */
function occursMoreThan(times: number, word: string, text: string): boolean {
  let count = 0;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
    if (letter.test(text[at - 1] ?? '') || letter.test(text[at + word.length] ?? '')) continue;
    count += 1;
    if (count > times) return true;
  }
  return false;
}
