import { type Block, isLong } from '../page/blocks.ts';
import {
  columnOf,
  isBesideColumn,
  type PageGeometry,
  type PlacedBlock,
  type TextColumn,
  usualFontPx,
} from '../page/page-geometry.ts';

/** Chosen blocks whose layout differs from that of the text, and of which the model is not certain. */
export interface LayoutOutliers {
  /** Blocks beside the column of the text. */
  readonly beside: ReadonlySet<Block>;
  /** Blocks with a much smaller font. */
  readonly small: ReadonlySet<Block>;
  /** Short lines right above one of the others. */
  readonly headings: ReadonlySet<Block>;
}

export const noOutliers: LayoutOutliers = { beside: new Set(), small: new Set(), headings: new Set() };

/** Probability from which the model overrules the layout and all later rules. */
export const certainText = 0.95;
/** Latin letters of certain text that suffice to know the layout of the text. */
const minCertainLetters = 300;
/** Share of the usual font size: captions, comments and teasers have .7 to .89, standfirsts and lists more. */
const smallPrintRatio = 0.9;
/** Share of the text that small print may have: of all text where nothing is certain, else of the text with the markup of certain paragraphs. */
const maxSmallShare = 0.3;
/** Data and code often have a smaller font than the text that they belong to. */
const dataElements = 'pre, code, dl, li, ruby';
/** Latin letters: longer cells belong to a layout table. */
const maxCellLetters = 80;

/** @param chosen the blocks that the model predicts as text, in document order */
export function findLayoutOutliers(
  chosen: readonly Block[],
  geometry: PageGeometry | null,
  probabilityOf: (block: Block) => number,
): LayoutOutliers {
  if (geometry === null) return noOutliers;
  const text = chosen.flatMap((block): PlacedBlock[] => {
    const place = geometry.placeOf(block);
    return place === null ? [] : [{ block, place, probability: probabilityOf(block) }];
  });
  const certain = text.filter(({ block, probability }) => probability >= certainText && isLong(block));
  const hasSample = lengthOf(certain) >= minCertainLetters;
  const usualPx = usualFontPx(hasSample ? certain : text);
  const unsure = text.filter(({ probability }) => probability < certainText);
  const beside = blocksBeside(unsure, columnOf(text));
  const small = new Set(unsure.filter((placed) => isSmall(placed, usualPx)));
  // a text may have two font sizes: smaller blocks with the markup of its paragraphs stay, unless they are a small part of them
  const usualMarkup = new Set(certain.map(markupOf));
  const likeText = hasSample ? text.filter((placed) => usualMarkup.has(markupOf(placed))) : text;
  const smallLikeText = likeText.filter((placed) => small.has(placed));
  if (lengthOf(smallLikeText) > maxSmallShare * lengthOf(likeText))
    for (const placed of smallLikeText) small.delete(placed);
  const outliers = {
    beside: new Set(beside.map(({ block }) => block)),
    small: new Set([...small].map(({ block }) => block)),
  };
  return { ...outliers, headings: headingsAbove(text, outliers) };
}

/** Tags and classes of a block's element and of the parent. */
const markupOf = ({ block: { element } }: PlacedBlock): string =>
  [element, element.parentElement].map((node) => `${node?.localName}.${node?.getAttribute('class') ?? ''}`).join('<');

const lengthOf = (blocks: readonly PlacedBlock[]): number => blocks.reduce((sum, { block }) => sum + block.length, 0);

/** Blocks beside the column; a heading or a margin note that shares a box with the paragraphs stays. */
const blocksBeside = (text: readonly PlacedBlock[], column: TextColumn | null): PlacedBlock[] =>
  text.filter(
    ({ block, place }) =>
      column !== null && isBesideColumn(column, place) && !column.boxes.has(block.element.parentElement),
  );

const isSmall = ({ block, place }: PlacedBlock, usual: number): boolean =>
  place.fontPx < smallPrintRatio * usual &&
  block.element.closest(dataElements) === null &&
  (block.length >= maxCellLetters || block.element.closest('table') === null);

/** Lines right above an outlier: its headings. */
function headingsAbove(
  text: readonly PlacedBlock[],
  { beside, small }: Omit<LayoutOutliers, 'headings'>,
): ReadonlySet<Block> {
  const headings = new Set<Block>();
  for (const [at, { block, probability }] of text.entries()) {
    const next = text[at + 1]?.block;
    if (next === undefined || probability >= certainText || isLong(block) || beside.has(block) || small.has(block))
      continue;
    if (beside.has(next) || small.has(next)) headings.add(block);
  }
  return headings;
}
