import type { Element } from '../dom/tree.ts';
import { type Block, isLinkLine, isLong, longLettersIn } from '../page/blocks.ts';
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

/** Bits of an element: a menu, footer or dialog for certain; an aside; a side bar or the like by its name; a box with other articles by its name. */
const [certain, aside, layout, others] = [1, 2, 4, 8] as const;

/** A text of this length (Latin letters) between two lines of links, most of the page's, is the content whatever its boxes are called. */
const minProse = 600;

/**
 * Tells which blocks are around the content: menus, footers, side bars, comments, boxes with other articles. Names do not count for the text under the page's headline and
 * for its longest prose: some sites give the box of an article such a name.
 */
export function aroundContent(tree: PageTree, titleBlock: Block | null): (block: Block) => boolean {
  const kinds = kindsOf(tree);
  const isEnough = (mask: number): boolean => restOf(tree, kinds, mask) >= minRest;
  const withLayout = isEnough(certain | aside | layout) ? certain | aside | layout : certain;
  const mask = isEnough(withLayout | others) ? withLayout | others : withLayout;
  const runs = runsBetweenLinks(tree.blocks.filter(({ node }) => ((kinds[node] ?? 0) & certain) === 0));
  const underHeadline = runs.find((run) => titleBlock !== null && run.includes(titleBlock)) ?? [];
  const content = new Set([
    ...(titleBlock === null ? [] : underHeadline.slice(underHeadline.indexOf(titleBlock))),
    ...(longestProse(runs) ?? []),
  ]);
  return (block) => ((kinds[block.node] ?? 0) & (content.has(block) ? mask & (certain | aside) : mask)) !== 0;
}

/** The blocks between lines that are links. */
function runsBetweenLinks(blocks: readonly Block[]): Block[][] {
  const runs: Block[][] = [[]];
  for (const block of blocks) {
    if (isLinkLine(block)) runs.push([]);
    else runs.at(-1)?.push(block);
  }
  return runs;
}

function longestProse(runs: readonly Block[][]): readonly Block[] | null {
  const letters = runs.map(longLettersIn);
  const most = Math.max(...letters);
  const all = letters.reduce((sum, each) => sum + each, 0);
  return most >= minProse && most > 0.5 * all ? (runs[letters.indexOf(most)]?.filter(isLong) ?? null) : null;
}

/** The bits of each element and all around it. */
function kindsOf({ elements, parents }: PageTree): Uint8Array {
  const byName = new Map<string, number>();
  const kinds = new Uint8Array(elements.length);
  for (const [at, element] of elements.entries()) {
    const parent = parents[at] ?? -1;
    kinds[at] = (parent < 0 ? 0 : (kinds[parent] ?? 0)) | kindOf(element, byName);
  }
  return kinds;
}

const wholePage = new Set(['html', 'body', 'main', 'article']);

/** @param byName the bits of names that were read: a page has few */
function kindOf(element: Element, byName: Map<string, number>): number {
  const { localName, className, id } = element;
  const ofTag = certainTags.has(localName) ? certain : localName === 'aside' ? aside : 0;
  const role = element.getAttribute('role');
  const ofRole = role !== null && aroundRoles.test(role) ? certain : 0;
  if (wholePage.has(localName) || (className === '' && id === '')) return ofTag | ofRole;
  const names = `${className} ${id}`;
  let ofName = byName.get(names);
  if (ofName === undefined) {
    ofName = (layoutName.test(names) ? layout : 0) | (otherArticles.test(names) ? others : 0);
    byName.set(names, ofName);
  }
  return ofTag | ofRole | ofName;
}

const restOf = ({ blocks }: PageTree, kinds: Uint8Array, mask: number): number =>
  blocks.reduce(
    (sum, { node, element, length, linkLength }) =>
      ((kinds[node] ?? 0) & mask) !== 0 || /^h[1-6]$/.test(element.localName) ? sum : sum + length - linkLength,
    0,
  );
