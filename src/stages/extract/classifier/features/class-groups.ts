import type { Element } from '../../dom/tree.ts';
import { type GroupName, groupBits, groupNames } from '../class-names.ts';
import { featureFamily, featureGroup } from '../feature-group.ts';
import type { BlockMeasures } from '../measures.ts';
import { farthest } from './tags.ts';

/** Levels whose names count: farther up, names describe the page, not the block. */
const namedLevels = 10;
const isWholePage = (tag: string | undefined): boolean => tag === 'body' || tag === 'html';

/** Levels up to the next element whose names belong to a group. */
export const classGroups = featureFamily(
  groupNames,
  (group) => `g_${group}`,
  (group) => `levels up to a name of the group "${group}", -1: the inline element around the text, ${farthest}: none`,
  ({ tree: { blocks, tags }, groups: groupsBy, ancestors }) => {
    const cache: number[][] = [];
    const levelsOf = (element: number): number[] => {
      const cached = cache[element];
      if (cached !== undefined) return cached;
      const levels = groupNames.map(() => farthest);
      for (const [level, ancestor] of ancestors(element).slice(0, namedLevels).entries()) {
        const groups = isWholePage(tags[ancestor]) ? 0 : (groupsBy[ancestor] ?? 0);
        for (let group = 0; groups >> group; group++)
          if ((groups >> group) & 1 && levels[group] === farthest) levels[group] = level;
      }
      cache[element] = levels;
      return levels;
    };
    return (at) => {
      const { node = 0, inner = 0 } = blocks[at] ?? {};
      const levels = levelsOf(node);
      const line = inner === node ? 0 : (groupsBy[inner] ?? 0);
      return line === 0 ? levels : levels.map((level, group) => ((line >> group) & 1 ? -1 : level));
    };
  },
);

const nearGroups = [
  'share',
  'comment',
  'related',
  'footer',
  'byline',
  'tag',
  'news',
  'caption',
  'meta',
  'body',
] as const satisfies GroupName[];
/** Maximum distance, in blocks; a greater one is `near + 1`. */
const near = 30;

/** Distance in blocks to the previous and next element of a group, anywhere in the tree. */
export const nearness = featureFamily(
  nearGroups.flatMap((group) => [`nb_${group}`, `na_${group}`]),
  (name) => name,
  (name) =>
    `blocks ${name.startsWith('nb') ? 'since the end' : 'until the start'} of an element of the group "${name.slice(3)}", ${near + 1}: none`,
  (page) => {
    const { count } = page;
    const borders = groupBorders(page);
    const lines = nearGroups.flatMap((group) => distances(borders, count, groupBits(group)));
    const values = new Uint8Array(lines.length);
    return (at) => {
      for (let line = 0; line < lines.length; line++) values[line] = lines[line]?.[at] ?? near + 1;
      return values;
    };
  },
);

/** By block: groups of the elements that begin and end right before it, as bit masks; the last index is the end of the page. */
interface GroupBorders {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

function groupBorders({ tree, groups, count }: BlockMeasures): GroupBorders {
  const borders = { starts: new Int32Array(count + 1), ends: new Int32Array(count + 1) };
  const note = (places: Int32Array, place: number, bits: number) => {
    places[place] = (places[place] as number) | bits;
  };
  for (const [at, bits] of groups.entries()) {
    if (bits === 0 || isWholePage(tree.tags[at])) continue;
    note(borders.starts, tree.starts[at] ?? 0, bits);
    note(borders.ends, tree.ends[at] ?? 0, bits);
  }
  return borders;
}

function distances(
  { starts, ends }: GroupBorders,
  count: number,
  bits: number,
): [since: Uint8Array, until: Uint8Array] {
  const [since, until] = [new Uint8Array(count), new Uint8Array(count)];
  let last = -1;
  for (let at = 0; at < count; at++) {
    if ((ends[at] as number) & bits) last = at;
    since[at] = last < 0 ? near + 1 : Math.min(near, at - last);
  }
  let next = (starts[count] as number) & bits ? count : -1;
  for (let at = count - 1; at >= 0; at--) {
    until[at] = next < 0 ? near + 1 : Math.min(near, next - at);
    if ((starts[at] as number) & bits) next = at;
  }
  return [since, until];
}

/** Hints from attributes with a defined meaning, on the block's ancestors. */
export const markup = featureGroup(
  {
    hid: 'hidden by style or attribute, or something around it is',
    itemprop: `levels up to itemprop articleBody or text, ${farthest}: none`,
    itemtype: `levels up to an itemtype of an article or posting, ${farthest}: none`,
    rolemain: `levels up to role main or article, ${farthest}: none`,
    unl: 'product of the penalties of the elements around for names of furniture',
  },
  ({ tree: { blocks, elements, parents }, trust }) => {
    const cache: MarkupHints[] = [];
    /** An element inherits the hints of its parent, one level farther up. */
    const hintsOf = (element: number): MarkupHints => {
      const parent = parents[element] ?? -1;
      cache[element] ??= readMarkupHints(elements[element] as Element, parent < 0 ? noMarkupHints : hintsOf(parent));
      return cache[element];
    };
    return (at) => {
      const { hid, itemprop, itemtype, rolemain } = hintsOf(blocks[at]?.node ?? 0);
      return { hid, itemprop, itemtype, rolemain, unl: trust[at] ?? 1 };
    };
  },
);

interface MarkupHints {
  readonly hid: boolean;
  readonly itemprop: number;
  readonly itemtype: number;
  readonly rolemain: number;
}

const noMarkupHints: MarkupHints = { hid: false, itemprop: farthest, itemtype: farthest, rolemain: farthest };

function readMarkupHints({ attributes }: Element, around: MarkupHints): MarkupHints {
  const up = (level: number) => Math.min(farthest, level + 1);
  const hints = {
    hid: around.hid,
    itemprop: up(around.itemprop),
    itemtype: up(around.itemtype),
    rolemain: up(around.rolemain),
  };
  for (const { name, value } of attributes) {
    if (name === 'itemprop' && /articleBody|^text$/.test(value)) hints.itemprop = 0;
    else if (name === 'itemtype' && /Article|Posting/.test(value)) hints.itemtype = 0;
    else if (name === 'role' && /^(?:main|article)$/.test(value)) hints.rolemain = 0;
    else if (hides(name, value)) hints.hid = true;
  }
  return hints;
}

const hides = (name: string, value: string): boolean =>
  name === 'hidden' ||
  (name === 'aria-hidden' && value === 'true') ||
  (name === 'style' && /display:none|visibility:hidden/i.test(value.replaceAll(' ', '')));
