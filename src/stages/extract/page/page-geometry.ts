import type { Block } from './blocks.ts';
import type { PageTree } from './page-tree.ts';

/** Position and size of a text, px from the top left corner of the page, and its font size. */
interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fontPx: number;
}

/** Positions of texts as the browser rendered them. */
export interface PageGeometry {
  /** Null: a short link, hidden text, or an older snapshot without positions. */
  placeOf(block: Block): TextPlace | null;
}

/**
 * Reads the positions that the serialiser wrote into a rendered page (`data-g` attributes).
 * Use it only for pages from the browser: a server may send such attributes itself.
 */
export function geometryOf({ elements, parents }: PageTree): PageGeometry {
  if (elements[0]?.hasAttribute('data-g') !== true) return { placeOf: () => null };
  return {
    placeOf: ({ node, inner }) => {
      // from the longest text node outwards, within the block
      for (let at = inner; at >= 0; at = parents[at] ?? -1) {
        const written = elements[at]?.getAttribute('data-g');
        if (written) return parsePlace(written);
        if (at === node) break;
      }
      return null;
    },
  };
}

function parsePlace(written: string): TextPlace | null {
  const [x, y, width, height, fontPx, ...more] = written.split(',').map(Number);
  const isValid = [x, y, width, height, fontPx].every(Number.isFinite) && more.length === 0;
  return isValid && Number(fontPx) > 0 ? ({ x, y, width, height, fontPx } as TextPlace) : null;
}

/** A block with its position. */
export interface PlacedBlock {
  readonly block: Block;
  readonly place: TextPlace;
  /** The model's probability that it is text of the article, 0 to 1. */
  readonly probability: number;
}

/** The column of the text, px. */
export interface TextColumn {
  readonly left: number;
  readonly width: number;
  /** Parents of its paragraphs. */
  readonly boxes: ReadonlySet<unknown>;
}

/** Share of the text that the column must hold: texts in several columns (print layouts, grids, vertical lines) have none. */
const minColumnShare = 0.75;
/** Share of the narrower of two spans: with less overlap, a block is beside the column. */
const maxOverlapBeside = 0.15;

/** Finds the column that holds most of the text; null if there is none. */
export function columnOf(text: readonly PlacedBlock[]): TextColumn | null {
  const weighed = text.map((placed) => ({ ...placed, weight: weightOf(placed) }));
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const left = weightedMedian(weighed.map(({ place, weight }) => [place.x, weight]));
  const right = weightedMedian(weighed.map(({ place, weight }) => [place.x + place.width, weight]));
  const width = right - left;
  if (!(all > 0 && width > 0)) return null;
  const inside = weighed.filter(({ place }) => shareIn(left, width, place) > 1 - maxOverlapBeside);
  if (inside.reduce((sum, { weight }) => sum + weight, 0) < minColumnShare * all) return null;
  return { left, width, boxes: new Set(inside.map(({ block }) => block.element.parentElement)) };
}

/** The weighted median of the font sizes, px. */
export const usualFontPx = (text: readonly PlacedBlock[]): number =>
  weightedMedian(text.map((placed) => [placed.place.fontPx, weightOf(placed)]));

const weightOf = ({ block, probability }: PlacedBlock): number => block.length * probability ** 2;

/** Whether a block overlaps the column hardly or not at all, horizontally. */
export const isBesideColumn = ({ left, width }: TextColumn, place: TextPlace): boolean =>
  shareIn(left, width, place) < maxOverlapBeside;

/** Share of the narrower span that the other one covers. */
function shareIn(left: number, width: number, place: TextPlace): number {
  const common = Math.min(left + width, place.x + place.width) - Math.max(left, place.x);
  return Math.max(0, common) / Math.max(1, Math.min(width, place.width));
}

function weightedMedian(values: readonly (readonly [value: number, weight: number])[]): number {
  const sorted = values.toSorted(([a], [b]) => a - b);
  const half = sorted.reduce((sum, [, weight]) => sum + weight, 0) / 2;
  let sum = 0;
  for (const [value, weight] of sorted) {
    sum += weight;
    if (sum >= half) return value;
  }
  return 0;
}
