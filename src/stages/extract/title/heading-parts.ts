import { wordTokens } from '../../../text/likeness.ts';
import { type Element, isElement, type Node } from '../dom/tree.ts';
import { foldSpace } from '../page/blocks.ts';
import { forScreenReaders } from '../page/furniture-names.ts';

const edgeMarks = /^[\s:|/·–—-]+|[\s|/·–—-]+$/gu;
/** Words. A shorter rest of a heading is no headline. */
export const minHeadlineWords = 3;
/** Child nodes. A box with more is no headline: an unclosed heading may contain the whole page, and would be read again for each line. */
const maxHeadlineNodes = 30;
/** Elements that format words within a line. */
const inlineTags = new Set(['a', 'b', 'strong', 'em', 'i', 'mark', 'cite', 'q', 'font', 'u']);
const lineTags = new Set([...inlineTags, 'span', 'br', 'wbr', 'small']);

/** The texts of the elements in a heading: one may be the headline, the others a section, a date or a subtitle. The text between elements was tried, too: no gain on pages kept aside. */
export const headingParts = (box: Element): readonly string[] =>
  (nodesOfSmallBox(box) ?? [])
    .filter(isElement)
    .map((part) => foldSpace(part.textContent))
    .filter((text) => wordTokens(text).length >= minHeadlineWords);

/**
 * The heading as people see it: its lines on both sides of a `<br>` together, and without notes for screen readers, which may name the site. Null if that is the block's own text, or if the
 * heading has boxes: a kicker or a subtitle has one.
 * @param text the text of the heading's block, which ends at a `<br>`
 */
export function shownHeading(text: string, heading: Element): string | null {
  const nodes = nodesOfSmallBox(heading);
  if (nodes === null || nodes.some((node) => isElement(node) && !lineTags.has(node.localName))) return null;
  const parts = nodes.filter((node) => !(isElement(node) && forScreenReaders.test(node.className)));
  const shown = foldSpace(parts.map(({ textContent }) => ` ${textContent} `).join(''));
  return shown === '' || shown === text || shown.length > maxShownHeading ? null : shown;
}

/** Characters. */
const maxShownHeading = 300;

/**
 * The heading without its kicker: "Climate Drill until it is hot" becomes "Drill until it is hot". A kicker is the first element, and shorter than the rest; null if there is none.
 * Right on 15 of 18 such headings in two corpora, also if the page's head has both lines.
 * @param isTitle whether a text is the whole title in the head: the kicker before it may be longer
 */
export function withoutKicker(text: string, heading: Element, isTitle: (rest: string) => boolean): string | null {
  let box = heading;
  // skip elements around the whole text: they only format it
  for (let inner = onlyChild(box); inner !== null; inner = onlyChild(box)) box = inner;
  const first = nodesOfSmallBox(box)?.find(isElement);
  if (first === undefined || inlineTags.has(first.localName)) return null;
  const kicker = foldSpace(first.textContent);
  if (kicker === '' || !text.startsWith(kicker)) return null;
  const rest = text.slice(kicker.length).replace(edgeMarks, '');
  if (kicker.length * 2 >= text.length && !isTitle(rest)) return null;
  // a rest in lower case continues the sentence: the element only formats its start
  return wordTokens(rest).length >= minHeadlineWords && !/^\p{Ll}/u.test(rest) ? rest : null;
}

/** The child nodes of a box; null if it has too many for a headline. Stops early, because it is called for each line of the box. */
function nodesOfSmallBox(box: Element): readonly Node[] | null {
  const nodes: Node[] = [];
  for (let node = box.firstChild; node !== null; node = node.nextSibling) {
    if (nodes.length === maxHeadlineNodes) return null;
    nodes.push(node);
  }
  return nodes;
}

function onlyChild(box: Element): Element | null {
  // reads no texts of elements: an unclosed heading may contain the whole page, at hundreds of levels
  const nodes = nodesOfSmallBox(box);
  if (nodes === null) return null;
  const [child, second] = nodes.filter((node) => isElement(node) || /\S/.test(node.textContent));
  return child !== undefined && second === undefined && isElement(child) ? child : null;
}
