import type { Element } from '../dom/tree.ts';
import type { Block } from '../page/blocks.ts';
import { commentNames, consentNames } from '../page/furniture-names.ts';
import type { PageTree } from '../page/page-tree.ts';

const certainTags = new Set(['nav', 'footer', 'dialog']);
const aroundRoles = /^(?:navigation|contentinfo|complementary|dialog|banner|menu)$/;
/** Layouts have such names on boxes around the whole page, too. */
const layoutName = new RegExp(
  `(?:^|[-_\\s])(?:side-?bar|widgets?|widget-area|breadcrumbs?|menu|nav(?:bar|igation)?|footer|toc|pagination|pager|${commentNames}|${consentNames})(?:$|[-_\\s])`,
  'i',
);
/** Boxes with other articles. They may be longer than a short post. */
const otherArticles =
  /(?:^|[-_\s])(?:related|recommend\w*|recommended|similar|you-?may-?(?:also-?)?like|read-?(?:more|next|also)|more-?(?:posts|stories|from)|prev-?next|post-?nav\w*|next-?prev\w*|latest|recent|popular|trending)(?:$|[-_\s])/i;
/** Latin letters of unlinked text. A page with less outside of such boxes consists of them. */
const minRest = 40;

/** Tells which blocks are around the content: menus, footers, side bars, comments, boxes with other articles. */
export function aroundContent(tree: PageTree): (block: Block) => boolean {
  const certain = withinBoxes(tree, isCertain);
  const named = [isLayout, isOfOthers].reduce((within, isBox) => {
    const wider = withinBoxes(tree, isBox, within);
    return restOf(tree, wider) < minRest ? within : wider;
  }, certain);
  return ({ node }) => named[node] === true;
}

/** For each element whether such a box, or one that is known already, holds it. */
function withinBoxes(
  { elements, parents }: PageTree,
  isBox: (element: Element) => boolean,
  known: readonly boolean[] = [],
): readonly boolean[] {
  const isWithin: boolean[] = [];
  for (const [at, element] of elements.entries())
    isWithin.push(known[at] === true || isWithin[parents[at] ?? -1] === true || isBox(element));
  return isWithin;
}

const restOf = ({ blocks }: PageTree, isWithin: readonly boolean[]): number =>
  blocks.reduce(
    (sum, { node, element, length, linkLength }) =>
      isWithin[node] || /^h[1-6]$/.test(element.localName) ? sum : sum + length - linkLength,
    0,
  );

const wholePage = new Set(['html', 'body', 'main', 'article']);

const isCertain = (element: Element): boolean =>
  certainTags.has(element.localName) || aroundRoles.test(element.getAttribute('role') ?? '');

const isLayout = (element: Element): boolean => element.localName === 'aside' || isNamed(element, layoutName);

const isOfOthers = (element: Element): boolean => isNamed(element, otherArticles);

const isNamed = ({ localName, className, id }: Element, names: RegExp): boolean =>
  !wholePage.has(localName) && names.test(`${className} ${id}`);
