import type { Element } from '../../dom/tree.ts';
import { inlineTags } from '../../page/page-tree.ts';
import { featureGroup } from '../feature-group.ts';
import { type BlockMeasures, linkShareIn, memoizeByIndex, sumIn } from '../measures.ts';
import { log1 } from '../tokens.ts';
import { farthest } from './tags.ts';

interface PathSums {
  count: number;
  length: number;
  links: number;
}

/** Statistics of the blocks with the same class path, as the paragraphs of an article or the entries of a menu have. */
export const classPath = featureGroup(
  {
    p_n: 'blocks with its class path, log',
    p_u: 'mean length of a block with its class path',
    p_ld: 'share of links in the blocks with its class path',
    p_share: 'share of the page with its class path',
    p_same: 'the block before has the same class path',
    p_samen: 'the block after has the same class path',
  },
  ({ paths, lengths, linkLengths, total }) => {
    const byPath = new Map<string, PathSums>();
    for (const [at, path] of paths.entries()) {
      const sums = byPath.get(path) ?? { count: 0, length: 0, links: 0 };
      sums.count += 1;
      sums.length += lengths[at] ?? 0;
      sums.links += linkLengths[at] ?? 0;
      byPath.set(path, sums);
    }
    return (at) => {
      const path = paths[at] ?? '';
      const { count, length, links } = byPath.get(path) ?? { count: 1, length: 0, links: 0 };
      return {
        p_n: log1(count),
        p_u: length / count,
        p_ld: links / Math.max(1, length),
        p_share: length / total,
        p_same: paths[at - 1] === path,
        p_samen: paths[at + 1] === path,
      };
    };
  },
);

/** Siblings of one style are recordFeatures if there are at least this many. */
const minSiblings = 3;
const recordLevels = 10;
const idLevels = 8;

/** Records: siblings of one style (comments, teasers, galleries, live blogs). */
export const recordFeatures = featureGroup(
  {
    rep_n: 'siblings like the record of several blocks that holds it; 0: none',
    rep_lv: `levels up to that record, ${farthest}: none`,
    rep_u: 'mean length of such a record',
    rep_sh: 'share of the page in such records',
    rep_ld: 'share of links in its record',
    rep_nb: 'blocks in its record',
    rep1_n: 'siblings like the record of one block that it is; 0: none',
    rep1_u: 'mean length of such a record',
    idnum: `levels up to an id with three digits and more, ${farthest}: none`,
  },
  (page) => {
    const siblings = siblingsOf(page);
    const isNumbered = memoizeByIndex(page.tree.elements, hasNumber);
    const cache: (ReturnType<typeof recordOf> & { idnum: number })[] = [];
    return (at) => {
      const element = page.tree.blocks[at]?.node ?? 0;
      cache[element] ??= { ...recordOf(page, siblings, element), idnum: numberedLevel(page, isNumbered, element) };
      return cache[element];
    };
  },
);

interface Siblings {
  count: number;
  length: number;
}

/** By element: the siblings with the same style; undefined for inline elements and those without blocks. */
function siblingsOf(page: BlockMeasures): readonly (Siblings | undefined)[] {
  const { tree, sums, styles } = page;
  const groups = new Map<string, Siblings>();
  const siblings: (Siblings | undefined)[] = tree.tags.map(() => undefined);
  for (const [at, tag] of tree.tags.entries()) {
    if (tree.ends[at] === tree.starts[at] || (tree.parents[at] ?? -1) < 0 || inlineTags.has(tag)) continue;
    const key = `${tree.parents[at]} ${styles[at]}`;
    const group = groups.get(key) ?? { count: 0, length: 0 };
    group.count += 1;
    group.length += sumIn(page, sums.length, at);
    groups.set(key, group);
    siblings[at] = group;
  }
  return siblings;
}

function recordOf(page: BlockMeasures, siblings: ReturnType<typeof siblingsOf>, element: number) {
  const { tree, total, ancestors } = page;
  const above = ancestors(element);
  let several = { rep_n: 0, rep_lv: farthest, rep_u: -1, rep_sh: -1, rep_ld: -1, rep_nb: -1 };
  let single = { rep1_n: 0, rep1_u: -1 };
  for (let level = 0; level < Math.min(recordLevels, above.length); level++) {
    const ancestor = above[level] as number;
    const group = siblings[ancestor];
    if (group === undefined || group.count < minSiblings || tree.tags[ancestor] === 'body') continue;
    const { count, length } = group;
    const blocks = (tree.ends[ancestor] ?? 0) - (tree.starts[ancestor] ?? 0);
    if (blocks === 1 && count > single.rep1_n) single = { rep1_n: count, rep1_u: length / count };
    if (blocks > 1 && count > several.rep_n)
      several = {
        rep_n: count,
        rep_lv: level,
        rep_u: length / count,
        rep_sh: length / total,
        rep_ld: linkShareIn(page, ancestor),
        rep_nb: blocks,
      };
  }
  return { ...several, ...single };
}

function numberedLevel(
  { ancestors }: BlockMeasures,
  isNumbered: (element: number) => boolean,
  element: number,
): number {
  const level = ancestors(element).findIndex(isNumbered);
  return level < 0 || level >= idLevels ? farthest : level;
}

const hasNumber = (element: Element): boolean =>
  /\d{3,}/.test((element.getAttribute('id') ?? '') + (element.getAttribute('data-id') ?? ''));
