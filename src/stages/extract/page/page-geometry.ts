import type { Block } from './blocks.ts';
import type { PageTree } from './page-tree.ts';

/** Where a text stands, px from the top left of the page, and how large its letters are, px. */
export interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fontPx: number;
}

/** What the browser saw of a page. */
export interface PageGeometry {
  /** Null: a short link, or not shown, or an older snapshot, which says nothing of places. */
  placeOf(block: Block): TextPlace | null;
}

/**
 * What the serialiser wrote beside the texts of a rendered page (`data-g`, and on `html`).
 * Only to be asked of a page that the browser gave: a server may write such attributes itself.
 */
export function geometryOf({ elements, parents }: PageTree): PageGeometry {
  if (elements[0]?.hasAttribute('data-g') !== true) return { placeOf: () => null };
  return {
    placeOf: ({ node, inner }) => {
      // from the longest piece outwards, within the block
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
  const [x, y, width, height, letters, ...more] = written.split(',').map(Number);
  const isWhole = [x, y, width, height, letters].every(Number.isFinite) && more.length === 0;
  return isWhole && Number(letters) > 0 ? ({ x, y, width, height, fontPx: letters } as TextPlace) : null;
}

/** A block as far as its place is asked for. */
export interface PlacedBlock {
  readonly block: Block;
  readonly place: TextPlace;
  /** That it is text of the article, 0 to 1. */
  readonly probability: number;
}

/** The column in which the text stands, px. */
export interface TextColumn {
  readonly left: number;
  readonly width: number;
  /** Elements right around its paragraphs. */
  readonly boxes: ReadonlySet<unknown>;
}

/** A column has so much of the text: texts in several (print, a grid of paragraphs, lines from top to bottom) have none. */
const minColumnShare = 0.75;
/** Of the narrower of two. */
const maxOverlapBeside = 0.15;

/** Null where no column holds most of the text. */
export function columnOf(text: readonly PlacedBlock[]): TextColumn | null {
  const weighed = text.map((one) => ({ ...one, weight: weightOf(one) }));
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const left = weightedMedian(weighed.map(({ place, weight }) => [place.x, weight]));
  const right = weightedMedian(weighed.map(({ place, weight }) => [place.x + place.width, weight]));
  const column = { left, width: right - left };
  if (!(all > 0 && column.width > 0)) return null;
  const inside = weighed.filter(({ place }) => shareIn(column, place) > 1 - maxOverlapBeside);
  if (inside.reduce((sum, { weight }) => sum + weight, 0) < minColumnShare * all) return null;
  return { ...column, boxes: new Set(inside.map(({ block }) => block.element.parentElement)) };
}

/** The size of letters that most of the text has at least, px. */
export const usualFontPx = (text: readonly PlacedBlock[]): number =>
  weightedMedian(text.map((one) => [one.place.fontPx, weightOf(one)]));

const weightOf = ({ block, probability }: PlacedBlock): number => block.length * probability ** 2;

/** A block whose horizontal span hardly meets the column's. */
export const isBeside = (column: TextColumn, place: TextPlace): boolean => shareIn(column, place) < maxOverlapBeside;

/** How much of the narrower of the two the other one covers. */
function shareIn({ left, width }: Pick<TextColumn, 'left' | 'width'>, place: TextPlace): number {
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
