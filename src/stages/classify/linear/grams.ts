import type { GramSettings } from '../../../model/topic/linear-weights.ts';
import { foldSpelling } from '../../../text/fold-spelling.ts';
import { joinWords, words } from '../../../text/tokenize.ts';

/** A document to classify: a title, with or without a text. */
export interface LinearDocument {
  readonly title: string;
  readonly text?: string | undefined;
  /** ISO 639-1; null or absent: unknown. */
  readonly lang?: string | null | undefined;
}

/** A script that is written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** A character of such a script, a word of another script, a number, or a punctuation mark: marks help to classify headlines. */
const piece =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|\p{N}+(?:[.,:]\p{N}+)*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}])+|[^\s\p{L}\p{M}\p{N}]/gu;

/** Distinguishes runs of characters from words: U+00B7, which no word contains. */
const seam = '\u00b7';

/**
 * The n-grams of a document with their weighted counts: words and runs of words; for passages in scripts without spaces, words and runs of characters. No run crosses
 * the end of the title or of a paragraph.
 */
export function documentGrams(
  { title, text = '', lang = null }: LinearDocument,
  settings: GramSettings,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const body = text.slice(0, settings.maxLength).trim();
  addGrams(title.slice(0, settings.maxLength), {
    counts,
    lang,
    weight: body === '' ? 1 : settings.titleWeight,
    settings,
  });
  for (const [at, paragraph] of body.split(/\n+/).entries())
    addGrams(paragraph, { counts, lang, weight: at === 0 ? settings.leadWeight : 1, settings });
  return counts;
}

interface Counting {
  readonly counts: Map<string, number>;
  readonly lang: string | null;
  readonly weight: number;
  readonly settings: GramSettings;
}

function addGrams(passage: string, { counts, lang, weight, settings }: Counting): void {
  const add = (gram: string) => counts.set(gram, (counts.get(gram) ?? 0) + weight);
  const inWords = words(passage, lang);
  for (const word of inWords) add(word);
  if (!unspaced.test(passage)) {
    countRuns(inWords, { to: settings.words, join: joinWords, add });
    return;
  }
  const characters = foldSpelling(passage).match(piece) ?? [];
  // characters and their runs are distinct from words with the same characters: the segmentation carries information
  const join = (left: string, right: string) => left + seam + right;
  for (const character of characters) add(seam + character);
  countRuns(characters, { to: settings.characters, join, add });
}

interface RunOptions {
  /** Length of the longest run; runs of length 1 are already counted. */
  readonly to: number;
  readonly join: (left: string, right: string) => string;
  readonly add: (gram: string) => void;
}

function countRuns(parts: readonly string[], { to, join, add }: RunOptions): void {
  for (let start = 0; start < parts.length; start++) {
    let run = parts[start] ?? '';
    for (let length = 2; length <= to && start + length <= parts.length; length++) {
      run = join(run, parts[start + length - 1] ?? '');
      add(run);
    }
  }
}

/** A gram without the seam, for display. */
export const readable = (gram: string): string => gram.replaceAll(seam, '');

/** 32-bit FNV-1a over UTF-16 units (Fowler, Noll, Vo), with the finalizer of MurmurHash3 (Appleby), so that all bits are well mixed. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The bucket of a gram, 0 to 2 ** bits - 1. */
export const bucketOf = (gram: string, bits: number): number => hash32(gram) >>> (32 - bits);
