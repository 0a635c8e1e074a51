import { wordTokens } from '../../../text/likeness.ts';
import type { Block } from '../page/blocks.ts';

/** Characters of the page that are read: the words of a section or topic appear early. */
const maxTextLength = 60_000;

/**
 * A function that says whether a name is a phrase of the page rather than a person: each of its words occurs elsewhere without the others. A topic's words do
 * ("Workplace Culture"), while an author's given name and family name stay together. A word beside another with a capital is the name of somebody else: two people of
 * one family. Works in every language, without a list of names.
 */
export function phraseTest(blocks: readonly Block[]): (name: string) => boolean {
  let text: PageText | undefined;
  return (name) => {
    const words = wordTokens(name).filter((word) => word.length > 1);
    if (words.length < 2) return false;
    text ??= startOf(blocks);
    const page = text;
    const together = blocks.reduce((sum, block) => sum + (block.text.includes(name) ? 1 : 0), 0);
    return words.every((word) => occursMoreThan(together, word, page));
  };
}

/** The page's text as it is and in lower case. The same position is the same letter in both. */
interface PageText {
  readonly written: string;
  readonly lower: string;
}

function startOf(blocks: readonly Block[]): PageText {
  const lines: string[] = [];
  let length = 0;
  for (const { text } of blocks) {
    length += text.length;
    if (length > maxTextLength) break;
    lines.push(text);
  }
  const written = lines.join('\n').normalize('NFKC');
  const lower = written.toLowerCase();
  // a few capitals have a longer small letter: then no case is compared
  return { written: lower.length === written.length ? written : lower, lower };
}

const letter = /[\p{L}\p{N}]/u;
const capital = /^\p{Lu}/u;
/** Another word with a capital before or behind. A short one before is rather the beginning of a sentence: "The", "Die", "In". */
const nameBefore = /(?<!\p{L})\p{Lu}[\p{L}'’-]{3,}[ \u00a0]$/u;
const nameAfter = /^[ \u00a0]\p{Lu}/u;
/** Characters before a word in which the word before it is. */
const maxWordLength = 30;

/** Whether a word stands more often in a text than a number of times, other than in somebody's name. Searches for the word: cheaper than a count of all words. */
function occursMoreThan(times: number, word: string, { written, lower }: PageText): boolean {
  let count = 0;
  for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length)) {
    const end = at + word.length;
    if (letter.test(lower[at - 1] ?? '') || letter.test(lower[end] ?? '')) continue;
    if (!isInName(written, at, end)) count += 1;
    if (count > times) return true;
  }
  return false;
}

const isInName = (text: string, from: number, to: number): boolean =>
  capital.test(text.slice(from, from + 2)) &&
  (nameAfter.test(text.slice(to, to + 3)) || nameBefore.test(text.slice(Math.max(0, from - maxWordLength), from)));
