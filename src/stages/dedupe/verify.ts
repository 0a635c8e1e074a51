import { align, type Piece } from './align.ts';
import type { ComparedText } from './compared-text.ts';
import { haveOwnLeads } from './own-lead.ts';
import { isFilledTemplate } from './replaced.ts';

/** Containment from which two texts are copies: the middle of a plateau. With the guards below, pairwise F1 is at least .998 from .60 to .75 (`bench/dedupe`). */
export const minContainment = 0.68;
/** Texts of fewer units, title included, are too short to count as copies. */
const minUnits = 20;
/** Units of each text that are aligned: the time grows with their square. In the corpus, numbers further down in long texts never decided. */
const maxAlignedUnits = 3_000;
/** Thresholds for one template with other numbers, or with other names. For names, F1 is the same for a share of .33 to .5 and for three or four spans (written bulletins of test/quality/dedupe and the near-duplicate corpus). */
const otherNumbers = { spans: 2, share: 0.2, sides: 2 } as const;
const otherNames = { spans: 3, share: 0.4, sides: 1 } as const;
/** A text less than half as long as the other must contain this share of the other's lead (half as long as the text): truncated copies keep the beginning. */
const minLeadShare = 0.5;
/** Own leads of this share of both texts mean two articles with common boilerplate; the rewritten lead of a copy is shorter. */
const minOwnLead = 0.25;
/** Boilerplate is not discounted where fewer shingles remain: too little text would decide. */
const minShinglesLeft = 12;

export interface TextComparison {
  readonly isSameStory: boolean;
  /** Shared shingles over those of the shorter text, boilerplate left out; 0 to 1. */
  readonly containment: number;
}

const noBoilerplate: ReadonlySet<number> = new Set();

/**
 * Whether one text is a copy of the other: also truncated, extended, reordered or lightly edited. Texts of one template (stock, weather, match reports), which
 * differ in numbers or names, are no copies; nor is an item of a round-up a copy of it. Symmetric.
 * @param boilerplate shingles of many unrelated texts, which are not counted
 */
export function compareTexts(
  a: ComparedText,
  b: ComparedText,
  boilerplate: ReadonlySet<number> = noBoilerplate,
  from = minContainment,
): TextComparison {
  if (Math.min(a.units.length, b.units.length) < minUnits) return { isSameStory: false, containment: 0 };
  const containment = containmentOf(a.shingles, b.shingles, boilerplate);
  if (containment < from) return { isSameStory: false, containment };
  const [short, long] = inOrder(a, b);
  const isSameStory = !haveOwnLeads(short, long, minOwnLead) && !isItemOf(short, long) && !areSameTemplate(short, long);
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
  if (left < minShinglesLeft) return smaller.size === 0 ? 0 : shared / smaller.size;
  return (shared - discounted) / left;
}

function sizeWithout(shingles: ReadonlySet<number>, boilerplate: ReadonlySet<number>): number {
  let size = shingles.size;
  for (const shingle of boilerplate) if (shingles.has(shingle)) size--;
  return size;
}

/**
 * Whether the short text is an item of the long one (a round-up, a live page, an archive), not a truncated copy, which has its beginning. Joined to it, all
 * items would become one story.
 */
function isItemOf(short: ComparedText, long: ComparedText): boolean {
  if (short.units.length * 2 >= long.units.length) return false;
  const leadLength = Math.ceil(short.units.length / 2);
  let shared = 0;
  for (const shingle of long.runs.subarray(0, leadLength)) if (short.shingles.has(shingle)) shared++;
  return shared < minLeadShare * leadLength;
}

/** Whether the texts are one template with other numbers or names. */
function areSameTemplate(short: ComparedText, long: ComparedText): boolean {
  const sides = { a: short.units.slice(0, maxAlignedUnits), b: long.units.slice(0, maxAlignedUnits) };
  const pieces = align(sides.a, sides.b);
  const numbers = (side: 'a' | 'b', [from, to]: readonly [number, number]) =>
    sides[side].slice(from, to).filter((unit) => /^\p{N}/u.test(unit));
  if (isFilledTemplate(pieces, numbers, otherNumbers)) return true;
  if (pieces.filter(({ kind }) => kind === 'replace').length < otherNames.spans) return false;
  return isFilledTemplate(pieces.filter(isField), namesOf(short, long), otherNames);
}

/** Units of a replaced name, at most: a longer replaced passage is different text. */
const maxFieldUnits = 12;

const isField = ({ kind, a, b }: Piece): boolean =>
  kind !== 'replace' || Math.max(a[1] - a[0], b[1] - b[0]) <= maxFieldUnits;

/** The names in a span; neighbouring units of one name are joined. */
const namesOf =
  (short: ComparedText, long: ComparedText) =>
  (side: 'a' | 'b', [from, to]: readonly [number, number]): string[] => {
    const { units, names } = side === 'a' ? short : long;
    const isName = names();
    const joined: string[] = [];
    for (let at = from; at < to; at++) {
      if (isName[at] !== true) continue;
      if (at > from && isName[at - 1] === true) joined.push(`${joined.pop()} ${units[at]}`);
      else joined.push(units[at] ?? '');
    }
    return joined;
  };

/** A fixed order, as the alignment is not symmetric: the shorter text first, equal lengths by content. */
function inOrder(a: ComparedText, b: ComparedText): [ComparedText, ComparedText] {
  if (a.units.length !== b.units.length) return a.units.length < b.units.length ? [a, b] : [b, a];
  return a.units.join(' ') <= b.units.join(' ') ? [a, b] : [b, a];
}
