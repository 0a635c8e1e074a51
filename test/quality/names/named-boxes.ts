import { type DefaultTreeAdapterTypes, parse } from 'parse5';

// Adds class names to the boxes of an article on a generated page. Rules must not mistake these boxes for boilerplate.

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

/** Which boxes of the article get the class. */
export const placements = ['each', 'half', 'box', 'parents'] as const;
export type Placement = (typeof placements)[number];

/** A page's source with the boxes of its article. */
export interface ArticleBoxes {
  readonly html: string;
  /** Elements whose text is exactly one line of the article. */
  readonly lines: readonly Element[];
}

/** Characters. Shorter lines may also occur elsewhere on the page. */
const minLineLength = 20;
const inlineTags = new Set(['a', 'b', 'em', 'strong', 'i', 'span', 'ruby', 'font']);

/** The boxes around the lines of an article. @param gold the lines */
export function articleBoxesOf(html: string, gold: readonly string[]): ArticleBoxes {
  const goldLines = new Set(gold.map(withoutSpace).filter((line) => line.length >= minLineLength));
  const lines: Element[] = [];
  const walk = (node: Node): void => {
    for (const child of childrenOf(node)) {
      const isLine = isBox(child) && goldLines.has(withoutSpace(textOf(child))) && !isShell(child);
      if (isLine) lines.push(child);
      else walk(child);
    }
  };
  walk(parse(html, { sourceCodeLocationInfo: true }));
  return { html, lines };
}

/** The page's source with a class on the boxes of a placement; unchanged if it has no such box. */
export function withClass(page: ArticleBoxes, placement: Placement, name: string): string {
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

function boxesAt({ lines }: ArticleBoxes, placement: Placement): readonly Element[] {
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

/** The innermost box around all lines; null if that is the whole page. */
function commonBox([first, ...others]: readonly Element[]): Element | null {
  const holdsAll = (box: Node) => others.every((line) => ancestorsOf(line).includes(box));
  const box = first === undefined ? undefined : ancestorsOf(first).find(holdsAll);
  return box !== undefined && isBox(box) && box.tagName !== 'html' && box.tagName !== 'body' ? box : null;
}

const ancestorsOf = (node: Element): Node[] => {
  const ancestors: Node[] = [];
  for (let at: Node | null = node.parentNode; at !== null; at = 'parentNode' in at ? at.parentNode : null)
    ancestors.push(at);
  return ancestors;
};

const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : []);
const isElement = (node: Node): node is Element => 'tagName' in node;
const isBox = (node: Node): node is Element =>
  isElement(node) && !inlineTags.has(node.tagName) && node.sourceCodeLocation?.startTag !== undefined;
/** Whether a box contains only another box, which then has the line. */
const isShell = ({ childNodes: [only, ...more] }: Element): boolean =>
  only !== undefined && more.length === 0 && isBox(only);

/** Ruby readings above the words do not count. */
const skippedTags = new Set(['script', 'style', 'rt', 'rp']);
const textOf = (node: Node): string =>
  'value' in node ? node.value : skippedTags.has(node.nodeName) ? '' : childrenOf(node).map(textOf).join('');

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');
