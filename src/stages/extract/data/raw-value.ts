import type { Element } from '../dom/tree.ts';
import { isElement, isText, type Node } from '../dom/tree.ts';
import { foldSpace } from '../page/blocks.ts';

/** What a rule finds, before it is checked. */
export interface RawValue {
  /** A text, or a value of structured data or of a function. */
  readonly value: unknown;
  /** Written for programs, not for readers: structured data, attributes, a function's number. */
  readonly isMachine: boolean;
  /** The currency that stands beside it in structured data. */
  readonly currency?: string;
}

/** Elements between which a browser breaks the line. */
const breaking = new Set(
  'address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

/** The text of an element, white space collapsed, with a space where a browser breaks the line. */
export function shownText(element: Element): string {
  let text = '';
  const write = (node: Node) => {
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (isText(child)) text += child.data;
      else if (isElement(child)) {
        const breaks = breaking.has(child.localName);
        if (breaks) text += ' ';
        write(child); // the parser bounds the depth
        if (breaks) text += ' ';
      }
    }
  };
  write(element);
  return foldSpace(text);
}

/** The part of a text that an expression names: its first group, or the whole match; null where it does not match. */
export function matchedPart(text: string, match: RegExp | null): string | null {
  if (match === null) return text;
  const found = new RegExp(match, match.flags.replace(/[gy]/g, '')).exec(text);
  return found === null ? null : (found[1] ?? found[0]);
}
