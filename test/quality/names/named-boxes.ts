import { type DefaultTreeAdapterTypes, parse } from 'parse5';

// Names put on the boxes of a written page's own article, by hand of a generator: what a rule must not be led astray by.

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

/** Which of the article's boxes get the name. */
export const placements = ['each', 'half', 'box', 'parents'] as const;
export type Placement = (typeof placements)[number];

/** A page's source with its article's own boxes. */
export interface OwnBoxes {
  readonly html: string;
  /** Elements whose whole text is a line of the article. */
  readonly lines: readonly Element[];
}

/** Shorter lines may stand elsewhere on the page too. */
const shortestLine = 20;
const withinLines = new Set(['a', 'b', 'em', 'strong', 'i', 'span', 'ruby', 'font']);

/** The boxes of an article's lines in a page's source. */
export function ownBoxesOf(html: string, gold: readonly string[]): OwnBoxes {
  const wanted = new Set(gold.map(bare).filter((line) => line.length >= shortestLine));
  const lines: Element[] = [];
  const walk = (node: Node): void => {
    for (const child of childrenOf(node)) {
      const isLine = isBox(child) && wanted.has(bare(textOf(child))) && !isShell(child);
      if (isLine) lines.push(child);
      else walk(child);
    }
  };
  walk(parse(html, { sourceCodeLocationInfo: true }));
  return { html, lines };
}

/** The page with a class on the boxes of a placement; the same page where it has no such box. */
export function withClass(page: OwnBoxes, placement: Placement, name: string): string {
  const starts = [...new Set(boxesAt(page, placement))]
    .flatMap((box) => box.sourceCodeLocation?.startTag ?? [])
    .sort((a, b) => b.startOffset - a.startOffset);
  let { html } = page;
  for (const { startOffset, endOffset } of starts) {
    const tag = html.slice(startOffset, endOffset);
    const named = /\sclass\s*=\s*"/.test(tag)
      ? tag.replace(/(\sclass\s*=\s*")/, `$1${name} `)
      : tag.replace(/^<([^\s/>]+)/, `<$1 class="${name}"`);
    html = html.slice(0, startOffset) + named + html.slice(endOffset);
  }
  return html;
}

function boxesAt({ lines }: OwnBoxes, placement: Placement): readonly Element[] {
  switch (placement) {
    case 'each':
      return lines;
    case 'half':
      return lines.filter((_, at) => at % 2 === 0);
    case 'parents':
      return lines.flatMap(({ parentNode }) => (parentNode !== null && isBox(parentNode) ? [parentNode] : []));
    case 'box':
      return [commonBox(lines)].filter((box) => box !== null);
  }
}

/** The innermost box around all lines; null where that is the whole page. */
function commonBox([first, ...others]: readonly Element[]): Element | null {
  const holdsAll = (box: Node) => others.every((line) => ancestorsOf(line).includes(box));
  const box = first === undefined ? undefined : ancestorsOf(first).find(holdsAll);
  return box !== undefined && isBox(box) && box.tagName !== 'html' && box.tagName !== 'body' ? box : null;
}

const ancestorsOf = (node: Element): Node[] => {
  const found: Node[] = [];
  for (let at: Node | null = node.parentNode; at !== null; at = 'parentNode' in at ? at.parentNode : null)
    found.push(at);
  return found;
};

const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : []);
const isElement = (node: Node): node is Element => 'tagName' in node;
const isBox = (node: Node): node is Element =>
  isElement(node) && !withinLines.has(node.tagName) && node.sourceCodeLocation?.startTag !== undefined;
/** A box with nothing but another box in it: that one has the line. */
const isShell = ({ childNodes: [only, ...more] }: Element): boolean =>
  only !== undefined && more.length === 0 && isBox(only);

/** Ruby readings above the words do not count. */
const silent = new Set(['script', 'style', 'rt', 'rp']);
const textOf = (node: Node): string =>
  'value' in node ? node.value : silent.has(node.nodeName) ? '' : childrenOf(node).map(textOf).join('');

const bare = (text: string): string => text.replace(/\s+/g, '');
