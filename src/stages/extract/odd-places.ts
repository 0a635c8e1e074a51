import type { Block } from './blocks.ts';
import { columnOf, isBeside, type PageGeometry, type SeenBlock, type TextColumn } from './page-geometry.ts';

/** Chosen blocks that do not look like the text, and of which the model is not sure. */
export interface OddPlaces {
  /** They stand beside its column. */
  readonly beside: ReadonlySet<Block>;
  /** Their letters are much smaller. */
  readonly small: ReadonlySet<Block>;
}

export const nothingOdd: OddPlaces = { beside: new Set(), small: new Set() };

/** From here on the model is believed more than the place. */
const sure = 0.95;
/** Of the usual size of letters: captions have .7 to .8, the text of a standfirst or of a list at least .9. */
const smaller = 0.86;
/** More of the text than that is no small print. */
const mostSmall = 0.3;
/** Data, code and their like are often set smaller than the text that they belong to. */
const ofData = 'table, pre, code, dl, li, ruby';

/** @param chosen the blocks that were taken for the text, in document order */
export function oddPlaces(
  chosen: readonly Block[],
  geometry: PageGeometry | null,
  probabilityOf: (block: Block) => number,
): OddPlaces {
  if (geometry === null) return nothingOdd;
  const text = chosen.flatMap((block): SeenBlock[] => {
    const place = geometry.placeOf(block);
    return place === null ? [] : [{ block, place, probability: probabilityOf(block) }];
  });
  const column = columnOf(text);
  return column === null ? nothingOdd : { beside: besides(text, column), small: smallPrint(text, column) };
}

/** A heading, or a note in the margin, stands in one box with the paragraphs; a heading of another box goes as what follows it. */
function besides(text: readonly SeenBlock[], column: TextColumn): ReadonlySet<Block> {
  const found = new Set<Block>();
  for (const { block, place, probability } of text) {
    if (isBeside(column, place) && probability < sure && !column.boxes.has(block.element.parentElement))
      found.add(block);
  }
  return found;
}

function smallPrint(text: readonly SeenBlock[], column: TextColumn): ReadonlySet<Block> {
  const small = text.filter(
    ({ block, place, probability }) =>
      place.letters < smaller * column.letters && probability < sure && block.element.closest(ofData) === null,
  );
  const lengthOf = (blocks: readonly SeenBlock[]) => blocks.reduce((sum, { block }) => sum + block.length, 0);
  return new Set(lengthOf(small) > mostSmall * lengthOf(text) ? [] : small.map(({ block }) => block));
}
