import type { Element, Text } from '../../dom/tree.ts';
import { type Block, textLength } from '../../page/blocks.ts';
import { forScreenReaders } from '../../page/furniture-names.ts';

/** Latin letters of a note. */
const maxNote = 150;
/** Share of a text that may be notes. With more, the page's style sheet means something else by the name. */
const maxNotesShare = 0.2;
/** Styles that move or cut an element out of sight, and leave it to screen readers. */
const outOfSight = /clip:rect\((?:0|1px)|clip-path:inset\((?:50|100)%|(?:left|top|text-indent):-\d{3,}/;

/**
 * The text nodes of a text that people see: without notes for screen readers ("opens in a new window", "skip the advertisement").
 * @param blocks the blocks of the text
 */
export function shownPieces(blocks: readonly Block[]): readonly Text[] {
  const pieces = blocks.flatMap((block) => block.pieces);
  const isNote = noteTest();
  const notes = pieces.filter(({ parentElement }) => isNote(parentElement));
  const lettersOf = (some: readonly Text[]) => some.reduce((sum, { data }) => sum + textLength(data.trim()), 0);
  if (notes.length === 0 || lettersOf(notes) > maxNotesShare * lettersOf(pieces)) return pieces;
  const hidden = new Set(notes.filter(({ data }) => data.length <= maxNote));
  return pieces.filter((piece) => !hidden.has(piece));
}

/** Whether an element is in a note; remembers the answers, as many pieces share their boxes. */
function noteTest(): (element: Element | null) => boolean {
  const answers = new Map<Element, boolean>();
  const isNote = (element: Element | null): boolean => {
    if (element === null) return false;
    const known = answers.get(element);
    if (known !== undefined) return known;
    const answer = isOutOfSight(element) || isNote(element.parentElement);
    answers.set(element, answer);
    return answer;
  };
  return isNote;
}

const isOutOfSight = (element: Element): boolean =>
  forScreenReaders.test(element.className) ||
  outOfSight.test((element.getAttribute('style') ?? '').replaceAll(' ', '').toLowerCase());
