import { tokensOf } from '../../../text/likeness.ts';
import { type Element, isElement, type Node } from '../dom/tree.ts';
import { type Block, foldSpace } from '../page/blocks.ts';

export interface HeadlineReading {
  readonly text: string;
  /** A longer reading whose likeness to the head counts for this one too. */
  readonly longerReading?: string;
}

const edgeMarks = /^[\s:|/·–—-]+|[\s|/·–—-]+$/gu;
export const minHeadlineWords = 3;
/** A longer line is no headline, and nothing is to be taken off it. */
const maxHeadlineLength = 1_000;
/** A box with more nodes is no headline: an unclosed heading may hold the page, and would be read anew for each of its lines. */
const maxHeadlineNodes = 30;
/** Elements for the look of a word or two within a line. */
const inlineTags = new Set(['a', 'b', 'strong', 'em', 'i', 'mark', 'cite', 'q', 'font', 'u']);

/** A headline as it stands, and without the line above or below it that is marked up within the same heading. */
export function readingsOf(block: Block, heading: Element): readonly HeadlineReading[] {
  const nodes = block.text.length > maxHeadlineLength ? null : nodesOfSmallBox(block.element);
  if (nodes === null) return [{ text: block.text }];
  const parts = nodes
    .filter(isElement)
    .map((part) => foldSpace(part.textContent))
    .filter((text) => text !== '');
  const rests = parts.flatMap((part) => [
    ...(block.text.startsWith(part) ? [block.text.slice(part.length)] : []),
    ...(block.text.endsWith(part) ? [block.text.slice(0, -part.length)] : []),
  ]);
  const readings = [...parts, ...rests.map((text) => text.replace(edgeMarks, ''))];
  const bare = withoutKicker(block.text, heading);
  return [
    { text: block.text },
    ...readings.filter((text) => tokensOf(text).length >= minHeadlineWords).map((text) => ({ text })),
    ...(bare === null ? [] : [{ text: bare, longerReading: block.text }]),
  ];
}

/**
 * "Climate Drill until it is hot": the headline without the line above it, which stands in an element of its own and is shorter; null where there is none.
 * Of 18 such headings in two corpora the shorter reading was right on 15, also where the head has both lines.
 */
function withoutKicker(text: string, heading: Element): string | null {
  let box = heading;
  // an element for the look of the whole heading
  for (let inner = onlyChild(box); inner !== null; inner = onlyChild(box)) box = inner;
  const [first] = box.children;
  if (first === undefined || inlineTags.has(first.localName)) return null;
  const kicker = foldSpace(first.textContent);
  if (kicker === '' || !text.startsWith(kicker) || kicker.length * 2 >= text.length) return null;
  const rest = text.slice(kicker.length).replace(edgeMarks, '');
  // what goes on with a small letter is one sentence, and the element a matter of its look
  return tokensOf(rest).length >= minHeadlineWords && !/^\p{Ll}/u.test(rest) ? rest : null;
}

/** The nodes of a box; null where it has too many to be a headline: then those are not even listed, for each of its lines asks. */
function nodesOfSmallBox(box: Element): readonly Node[] | null {
  const nodes: Node[] = [];
  for (let node = box.firstChild; node !== null; node = node.nextSibling) {
    if (nodes.length === maxHeadlineNodes) return null;
    nodes.push(node);
  }
  return nodes;
}

function onlyChild(box: Element): Element | null {
  // texts are not compared: an unclosed heading may hold the page, in hundreds of levels
  const nodes = nodesOfSmallBox(box);
  if (nodes === null) return null;
  const [child, second] = nodes.filter((node) => isElement(node) || /\S/.test(node.textContent));
  return child !== undefined && second === undefined && isElement(child) ? child : null;
}
