import { align, type Piece } from './align.ts';
import type { ComparedText } from './compared-text.ts';
import { haveOwnLeads } from './own-lead.ts';
import { isRefilled } from './replaced.ts';
import { hashOfRun } from './shingles.ts';

/** Share of the shorter text's shingles from which two texts are copies: the middle of a plateau. With the guards below, pairwise F1 is .998 and more from .60 to .75 (`bench/dedupe`). */
export const containmentFrom = 0.68;
/** Below that many units, with the title, two texts say too little to be held for one. */
const tooShort = 20;
/** Alignment takes time with the square of the length: numbers further down in two long texts that share 72 % have never decided. */
const alignedUnits = 3_000;
/** Two forms of one template, filled in with other numbers, or with other names. For names, F1 is the same from a share of .33 to .5, with three spans or four (written bulletins of test/quality/dedupe and the near-duplicate corpus). */
const otherNumbers = { spans: 2, share: 0.2, sides: 2 } as const;
const otherNames = { spans: 3, share: 0.4, sides: 1 } as const;
/** A text that is less than half of another has to be its beginning: of the other's first part, half as long as the text, this share stands in the text. */
const leadShareFrom = 0.5;
/** Two texts that each begin with so much of their own are two articles before one boilerplate; a rewritten lead of a copy is shorter. */
const ownLeadFrom = 0.25;
/** With fewer shingles left than this, boilerplate is not discounted: too little would decide. */
const tellingFrom = 12;

export interface Comparison {
  readonly isSameStory: boolean;
  /** Shared shingles over those of the shorter text, boilerplate left out; 0 to 1. */
  readonly containment: number;
}

const noBoilerplate: ReadonlySet<number> = new Set();

/**
 * Whether one text is a copy of the other, also cut, extended, reordered or lightly edited; not where both are filled-in forms of one template (stock,
 * weather, match reports), which agree in the words and differ in numbers or names, nor where one is an item of a round-up. Symmetric.
 * @param boilerplate shingles that stand in many unrelated texts: they count for neither
 */
export function compareTexts(
  a: ComparedText,
  b: ComparedText,
  boilerplate: ReadonlySet<number> = noBoilerplate,
  from = containmentFrom,
): Comparison {
  if (Math.min(a.units.length, b.units.length) < tooShort) return { isSameStory: false, containment: 0 };
  const containment = containmentOf(a.shingles, b.shingles, boilerplate);
  if (containment < from) return { isSameStory: false, containment };
  const [short, long] = inOrder(a, b);
  const isSameStory = !haveOwnLeads(short, long, ownLeadFrom) && !isItemOf(short, long) && !areOneTemplate(short, long);
  return { isSameStory, containment };
}

function containmentOf(a: ReadonlySet<number>, b: ReadonlySet<number>, boilerplate: ReadonlySet<number>): number {
  const [smaller, larger] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  let discounted = 0;
  for (const shingle of smaller)
    if (larger.has(shingle)) {
      shared++;
      if (boilerplate.has(shingle)) discounted++;
    }
  const left =
    boilerplate.size === 0 ? smaller.size : Math.min(sizeWithout(a, boilerplate), sizeWithout(b, boilerplate));
  if (left < tellingFrom) return smaller.size === 0 ? 0 : shared / smaller.size;
  return (shared - discounted) / left;
}

function sizeWithout(shingles: ReadonlySet<number>, boilerplate: ReadonlySet<number>): number {
  let size = shingles.size;
  for (const shingle of boilerplate) if (shingles.has(shingle)) size--;
  return size;
}

/**
 * A copy that was cut has the beginning. A short text in the middle of a long one is an item of a round-up, a live page or an archive: tied to it, all
 * the items would be one story.
 */
function isItemOf(short: ComparedText, long: ComparedText): boolean {
  if (short.units.length * 2 >= long.units.length) return false;
  const leadLength = Math.ceil(short.units.length / 2);
  let shared = 0;
  for (let at = 0; at < leadLength; at++) if (short.shingles.has(hashOfRun(long.units, at))) shared++;
  return shared < leadShareFrom * leadLength;
}

/** The guard of numbers and names. */
function areOneTemplate(short: ComparedText, long: ComparedText): boolean {
  const sides = { a: short.units.slice(0, alignedUnits), b: long.units.slice(0, alignedUnits) };
  const pieces = align(sides.a, sides.b);
  const numbers = (side: 'a' | 'b', [from, to]: readonly [number, number]) =>
    sides[side].slice(from, to).filter((unit) => /^\p{N}/u.test(unit));
  if (isRefilled(pieces, numbers, otherNumbers)) return true;
  if (pieces.filter(({ kind }) => kind === 'replace').length < otherNames.spans) return false;
  return isRefilled(pieces.filter(isField), namesOf(short, long), otherNames);
}

/** A longer replaced passage is another text, not another name. */
const longestField = 12;

const isField = ({ kind, a, b }: Piece): boolean =>
  kind !== 'replace' || Math.max(a[1] - a[0], b[1] - b[0]) <= longestField;

/** Neighbouring units of a name are one. */
const namesOf =
  (short: ComparedText, long: ComparedText) =>
  (side: 'a' | 'b', [from, to]: readonly [number, number]): string[] => {
    const { units, names } = side === 'a' ? short : long;
    const isName = names();
    const found: string[] = [];
    for (let at = from; at < to; at++) {
      if (isName[at] !== true) continue;
      if (at > from && isName[at - 1] === true) found.push(`${found.pop()} ${units[at]}`);
      else found.push(units[at] ?? '');
    }
    return found;
  };

/** The alignment is not symmetric: the shorter text goes first, equal lengths by content. */
function inOrder(a: ComparedText, b: ComparedText): [ComparedText, ComparedText] {
  if (a.units.length !== b.units.length) return a.units.length < b.units.length ? [a, b] : [b, a];
  return a.units.join(' ') <= b.units.join(' ') ? [a, b] : [b, a];
}
