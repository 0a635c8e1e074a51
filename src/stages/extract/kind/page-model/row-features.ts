import { log1 } from '../../classifier/tokens.ts';
import type { PageTree } from '../../page/page-tree.ts';
import { postKind } from '../../text/posts.ts';
import { isPrice } from './price.ts';

// Rows: boxes of one markup beside each other, each with a link. A list, a category of a shop and the index of a board consist of them; an article has some below it.

const around = new Set(['nav', 'header', 'footer', 'aside', 'form', 'select']);
/** Boxes in a group, at least. */
const minRows = 3;
/** Latin letters of a link that names a page. */
const minTitle = 6;

/** What stands in an element's lines: sums before each line, so that any run of lines is read at once. */
interface Sums {
  readonly letters: Float64Array;
  readonly linked: Float64Array;
  readonly prices: Float64Array;
  readonly long: Float64Array;
}

/** Latin letters of a paragraph. */
const minLong = 80;

function sumsOf({ blocks }: PageTree): Sums {
  const make = () => new Float64Array(blocks.length + 1);
  const sums = { letters: make(), linked: make(), prices: make(), long: make() };
  for (const [at, block] of blocks.entries()) {
    sums.letters[at + 1] = (sums.letters[at] ?? 0) + block.length;
    sums.linked[at + 1] = (sums.linked[at] ?? 0) + block.linkLength;
    sums.prices[at + 1] = (sums.prices[at] ?? 0) + Number(isPrice(block));
    const isLong = block.length >= minLong && block.linkLength < 0.5 * block.length;
    sums.long[at + 1] = (sums.long[at] ?? 0) + (isLong ? block.length : 0);
  }
  return sums;
}

interface Group {
  count: number;
  letters: number;
  linked: number;
  priced: number;
  long: number;
}

/** The rows of a page: of all groups of boxes beside each other the one with the most text outside of menus. */
export function rowFeatures(tree: PageTree) {
  const sums = sumsOf(tree);
  const isAround = menus(tree);
  const groups = new Map<string, Group>();
  const of = (sum: Float64Array, at: number): number =>
    (sum[tree.ends[at] ?? 0] ?? 0) - (sum[tree.starts[at] ?? 0] ?? 0);
  let all = 0;
  for (const block of tree.blocks) if (isAround[block.node] !== 1) all += block.length;
  for (const at of tree.tags.keys()) {
    if (isAround[at] === 1 || tree.starts[at] === tree.ends[at]) continue;
    const linked = of(sums.linked, at);
    if (linked < minTitle) continue;
    const name = `${tree.parents[at]} ${postKind(tree.elements[at])}`;
    const group = groups.get(name) ?? { count: 0, letters: 0, linked: 0, priced: 0, long: 0 };
    group.count += 1;
    group.letters += of(sums.letters, at);
    group.linked += linked;
    group.priced += Number(of(sums.prices, at) > 0);
    group.long += of(sums.long, at);
    groups.set(name, group);
  }
  let best: Group | null = null;
  for (const group of groups.values()) if (group.count >= minRows && group.letters > (best?.letters ?? 0)) best = group;
  if (best === null) return { rows: 0, rowShare: 0, rowPrices: 0, rowLinks: 0, rowText: 0 };
  return {
    rows: log1(best.count),
    rowShare: best.letters / Math.max(1, all),
    rowPrices: best.priced / best.count,
    rowLinks: best.linked / Math.max(1, best.letters),
    rowText: log1(best.long / best.count),
  };
}

/** Whether an element stands in a menu, a header, a footer or a form. */
function menus({ tags, parents }: PageTree): Uint8Array {
  const is = new Uint8Array(tags.length);
  for (const [at, tag] of tags.entries()) {
    const parent = parents[at] ?? -1;
    is[at] = (parent >= 0 && is[parent] === 1) || around.has(tag) ? 1 : 0;
  }
  return is;
}
