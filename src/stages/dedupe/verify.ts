import { units } from '../../text/tokenize.ts';
import { align } from './align.ts';

/** Share of the shorter text's shingles from which two texts are copies. Chosen with the guard below on 1,500 English and Chinese documents: at .70 texts before one long boilerplate come in. */
const containmentFrom = 0.72;
/** Two bulletins of one template: so many replaced spans with other numbers, and this share of all numbers that are aligned. Same corpus. */
const replacedFrom = 2;
const replacedShareFrom = 0.2;
const shingleLength = 3;
/** A body below that many units is compared together with its title: "Watch the video" stands under many films. */
const shortBody = 30;
/** Below that, with the title, two texts say too little to be held for one. */
const tooShort = 20;
/** Alignment takes time with the square of the length: numbers further down in two long texts that share 72 % have never decided. */
const alignedUnits = 3_000;

/** A text made ready to be compared with many. */
export interface ComparedText {
  readonly units: readonly string[];
  readonly shingles: ReadonlySet<string>;
}

export interface Comparison {
  readonly isSameStory: boolean;
  /** Shared shingles over those of the shorter text, 0 to 1. */
  readonly containment: number;
}

export function comparedText(text: { readonly title: string; readonly body: string }): ComparedText {
  const body = units(text.body);
  const all = body.length >= shortBody ? body : [...units(text.title), ...body];
  const shingles = new Set<string>();
  for (let index = 0; index + shingleLength <= all.length; index++)
    shingles.add(all.slice(index, index + shingleLength).join(' '));
  return { units: all, shingles };
}

/**
 * Whether one text is a copy of the other, also cut, extended, reordered or lightly edited; not where both are filled-in forms of one template (stock,
 * weather, match reports), which agree in the words and differ in the numbers. Symmetric.
 */
export function compareTexts(a: ComparedText, b: ComparedText): Comparison {
  if (Math.min(a.units.length, b.units.length) < tooShort) return { isSameStory: false, containment: 0 };
  const containment = containmentOf(a.shingles, b.shingles);
  return { isSameStory: containment >= containmentFrom && !haveOtherNumbers(a.units, b.units), containment };
}

function containmentOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const smaller = Math.min(a.size, b.size);
  return smaller === 0 ? 0 : a.intersection(b).size / smaller;
}

/** The numbers guard: replaced spans that hold numbers on both sides, and not the same. */
function haveOtherNumbers(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = inOrder(a, b).map((text) => text.slice(0, alignedUnits));
  if (short === undefined || long === undefined) return false;
  let replaced = 0;
  let kept = 0;
  for (const piece of align(short, long)) {
    const ours = numbers(short, piece.a);
    if (piece.kind === 'equal') kept += ours.length;
    else if (piece.kind === 'replace') {
      const theirs = numbers(long, piece.b);
      if (ours.length > 0 && theirs.length > 0 && ours.join(' ') !== theirs.join(' ')) replaced++;
    }
  }
  return replaced >= replacedFrom && replaced >= replacedShareFrom * (replaced + kept);
}

/** The alignment is not symmetric: the shorter text goes first, equal lengths by content. */
function inOrder(a: readonly string[], b: readonly string[]): [readonly string[], readonly string[]] {
  if (a.length !== b.length) return a.length < b.length ? [a, b] : [b, a];
  return a.join(' ') <= b.join(' ') ? [a, b] : [b, a];
}

const numbers = (text: readonly string[], [from, to]: readonly [number, number]): string[] =>
  text.slice(from, to).filter((unit) => /^\p{N}/u.test(unit));
