import { z } from 'zod';

/** Bytes of one message from a client: a page's HTML may be in it. */
export const maxMessageBytes = 8_000_000;

// A model pays for each letter that it reads: every answer is bounded, and says what was left out.

/** Letters of a text in an answer. The default is about 5,000 tokens of English. */
export const textBounds = {
  maxLetters: z
    .int()
    .min(200)
    .max(200_000)
    .default(20_000)
    .describe('letters of the text in the answer, at most; the rest is read with offset'),
  offset: z.int().min(0).default(0).describe('letters of the text to leave out at its beginning, to read on'),
};

export interface TextPart {
  readonly text: string;
  readonly letters: number;
  /** Where the next part begins; null: this is the end. */
  readonly nextOffset: number | null;
}

export const textPartSchema = {
  text: z.string(),
  letters: z.int().describe('of the whole text'),
  nextOffset: z.int().nullable().describe('offset of the next part; null: this is the end'),
};

/** A part of a text, never with half a letter at its ends. */
export function partOf(
  text: string,
  { maxLetters, offset }: { readonly maxLetters: number; readonly offset: number },
): TextPart {
  const letters = [...text];
  const end = offset + maxLetters;
  return {
    text: letters.slice(offset, end).join(''),
    letters: letters.length,
    nextOffset: end < letters.length ? end : null,
  };
}

/** One line about what is left out; empty where nothing is. */
export const partNote = ({ letters, nextOffset }: TextPart, offset: number): string =>
  nextOffset === null
    ? ''
    : `\n\n[Letters ${offset + 1} to ${nextOffset} of ${letters}. Call again with offset ${nextOffset} for the next part.]`;

/** JSON that is small enough to be read: the largest fields are left out until it fits. */
export function boundedFields(
  value: Readonly<Record<string, unknown>>,
  maxLetters: number,
): { readonly fields: Record<string, unknown>; readonly leftOut: string[] } {
  const sizes = Object.entries(value).map(([name, field]) => ({ name, size: JSON.stringify(field)?.length ?? 0 }));
  sizes.sort((a, b) => b.size - a.size);
  let total = sizes.reduce((sum, { size }) => sum + size, 0);
  const leftOut: string[] = [];
  for (const { name, size } of sizes) {
    if (total <= maxLetters) break;
    leftOut.push(name);
    total -= size;
  }
  return { fields: Object.fromEntries(Object.entries(value).filter(([name]) => !leftOut.includes(name))), leftOut };
}
