import type { Block } from '../../page/blocks.ts';
import type { PageTree } from '../../page/page-tree.ts';

/** Share of the boxes in which an element of one markup must stand, once, to be the place of the texts. */
const minPlaced = 0.8;
/** A box without the boxes in it. */
export interface OwnPart {
  /** Indexes of elements, in document order. */
  readonly elements: readonly number[];
  readonly blocks: readonly Block[];
}

/** Tells of an element whether it names the author of a post, or its date. */
export type IsMark = (at: number) => boolean;

/** For each box the element with the text of its post; null where the boxes have none in common. */
export function textElements(
  tree: PageTree,
  boxes: readonly number[],
  kindOf: (at: number) => string,
  isMark: IsMark,
): (number | null)[] {
  const all = new Set(boxes);
  const parts = boxes.map((box) => ownPart(tree, box, all));
  const place = textPlace(tree, parts, kindOf, isMark);
  return parts.map((part) => {
    const marked = markedIn(tree, part, isMark);
    return part.elements.find((at) => place !== null && kindOf(at) === place && !marked.has(at)) ?? null;
  });
}

/** A box without the boxes in it. */
export function ownPart({ depths, starts, ends, blocks }: PageTree, box: number, boxes: ReadonlySet<number>): OwnPart {
  const elements: number[] = [box];
  const own: Block[] = [];
  let next = starts[box] ?? 0;
  let at = box + 1;
  while (at < depths.length && (depths[at] ?? 0) > (depths[box] ?? 0)) {
    if (!boxes.has(at)) {
      elements.push(at);
      at += 1;
      continue;
    }
    own.push(...blocks.slice(next, starts[at]));
    next = Math.max(next, ends[at] ?? 0);
    const depth = depths[at] ?? 0;
    at += 1;
    while (at < depths.length && (depths[at] ?? 0) > depth) at += 1;
  }
  own.push(...blocks.slice(next, ends[box]));
  return { elements, blocks: own };
}

/** The markup of the place of a post's text: of those that stand once in nearly each box, and hold neither its author nor its date, the one with most text. */
function textPlace(
  tree: PageTree,
  parts: readonly OwnPart[],
  kindOf: (at: number) => string,
  isMark: IsMark,
): string | null {
  const { starts, ends, blocks } = tree;
  const places = new Map<string, { boxes: number; letters: number; isOnce: boolean }>();
  for (const part of parts) {
    const marked = markedIn(tree, part, isMark);
    const seen = new Set<string>();
    for (const at of part.elements.slice(1)) {
      if (marked.has(at) || (starts[at] ?? 0) === (ends[at] ?? 0)) continue;
      const kind = kindOf(at);
      const place = places.get(kind) ?? { boxes: 0, letters: 0, isOnce: true };
      if (seen.has(kind)) place.isOnce = false;
      else place.boxes += 1;
      seen.add(kind);
      for (let block = starts[at] ?? 0; block < (ends[at] ?? 0); block++) {
        const { length = 0, linkLength = 0 } = blocks[block] ?? {};
        place.letters += length - linkLength;
      }
      places.set(kind, place);
    }
  }
  const fit = [...places].filter(([, { boxes, isOnce }]) => isOnce && boxes >= minPlaced * parts.length);
  return fit.sort(([, a], [, b]) => b.letters - a.letters)[0]?.[0] ?? null;
}

/** The elements of a part that hold its author or its date, with all around them. */
function markedIn(tree: PageTree, { elements }: OwnPart, isMark: IsMark): Set<number> {
  const marked = new Set<number>();
  for (const mark of elements)
    if (isMark(mark))
      for (let at = mark; at >= (elements[0] ?? 0) && !marked.has(at); at = tree.parents[at] ?? -1) marked.add(at);
  return marked;
}
