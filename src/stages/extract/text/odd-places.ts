import { type Block, isLong } from '../page/blocks.ts';
import {
  columnOf,
  isBeside,
  type PageGeometry,
  type SeenBlock,
  type TextColumn,
  usualLetters,
} from '../page/page-geometry.ts';

/** Chosen blocks that do not look like the text, and of which the model is not sure. */
export interface OddPlaces {
  /** They stand beside its column. */
  readonly beside: ReadonlySet<Block>;
  /** Their letters are much smaller. */
  readonly small: ReadonlySet<Block>;
  /** Short lines right above one of those. */
  readonly heads: ReadonlySet<Block>;
}

export const nothingOdd: OddPlaces = { beside: new Set(), small: new Set(), heads: new Set() };

/** From here on the model is believed more than the place, the letters or any other rule after it. */
export const sureOfText = 0.95;
/** So much text of which the model is sure shows how the text looks, whatever else was taken: in Latin letters. */
const enough = 300;
/** Of the usual size of letters: captions, comments and teasers have .7 to .89, the text of a standfirst or of a list more. */
const smaller = 0.9;
/** More of the text than that is no small print: of all where nothing is sure, else of what has the paragraphs' own mark-up. */
const mostSmall = 0.3;
/** Data, code and their like are often set smaller than the text that they belong to. */
const ofData = 'pre, code, dl, li, ruby';
/** In Latin letters: longer cells are of a page that is laid out as a table. */
const longestCell = 80;

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
  const certain = text.filter(({ block, probability }) => probability >= sureOfText && isLong(block));
  const isShown = lengthOf(certain) >= enough;
  const letters = usualLetters(isShown ? certain : text);
  const unsure = text.filter(({ probability }) => probability < sureOfText);
  const beside = besides(unsure, columnOf(text));
  const small = new Set(unsure.filter((one) => isSmall(one, letters)));
  // a text in two sizes is one text: what looks like its paragraphs in the source goes only where it is a small part of them
  const kinds = new Set(certain.map(kindOf));
  const ofText = isShown ? text.filter((one) => kinds.has(kindOf(one))) : text;
  const smallOfText = ofText.filter((one) => small.has(one));
  if (lengthOf(smallOfText) > mostSmall * lengthOf(ofText)) for (const one of smallOfText) small.delete(one);
  const odd = {
    beside: new Set(beside.map(({ block }) => block)),
    small: new Set([...small].map(({ block }) => block)),
  };
  return { ...odd, heads: headsOf(text, odd) };
}

/** Tags and classes of its element and of the one around. */
const kindOf = ({ block: { element } }: SeenBlock): string =>
  [element, element.parentElement].map((one) => `${one?.localName}.${one?.getAttribute('class') ?? ''}`).join('<');

const lengthOf = (blocks: readonly SeenBlock[]): number => blocks.reduce((sum, { block }) => sum + block.length, 0);

/** A heading, or a note in the margin, stands in one box with the paragraphs. */
const besides = (text: readonly SeenBlock[], column: TextColumn | null): SeenBlock[] =>
  text.filter(
    ({ block, place }) => column !== null && isBeside(column, place) && !column.boxes.has(block.element.parentElement),
  );

const isSmall = ({ block, place }: SeenBlock, usual: number): boolean =>
  place.letters < smaller * usual &&
  block.element.closest(ofData) === null &&
  (block.length >= longestCell || block.element.closest('table') === null);

/** A line above what is left out is its heading. */
function headsOf(text: readonly SeenBlock[], { beside, small }: Omit<OddPlaces, 'heads'>): ReadonlySet<Block> {
  const found = new Set<Block>();
  for (const [at, { block, probability }] of text.entries()) {
    const next = text[at + 1]?.block;
    if (next === undefined || probability >= sureOfText || isLong(block) || beside.has(block) || small.has(block))
      continue;
    if (beside.has(next) || small.has(next)) found.add(block);
  }
  return found;
}
