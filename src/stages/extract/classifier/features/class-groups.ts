import type { Element } from '../../dom/tree.ts';
import { type GroupName, groupBits, groupNames } from '../class-names.ts';
import { featureFamily, featureGroup } from '../feature-group.ts';
import type { PageMeasures } from '../measures.ts';
import { farthest } from './tags.ts';

/** Names of so many levels are looked at: farther up they speak of the page, not of the block. */
const namedLevels = 10;
const isWholePage = (tag: string | undefined): boolean => tag === 'body' || tag === 'html';

/** Levels up to the next element whose names speak of a group. */
export const classGroups = featureFamily(
  groupNames,
  (group) => `g_${group}`,
  (group) => `levels up to a name of the group "${group}", -1: the inline element around the text, ${farthest}: none`,
  ({ tree: { blocks, tags }, names, ancestors }) => {
    const known: number[][] = [];
    const levelsOf = (element: number): number[] => {
      const before = known[element];
      if (before !== undefined) return before;
      const levels = groupNames.map(() => farthest);
      for (const [level, one] of ancestors(element).slice(0, namedLevels).entries()) {
        const groups = isWholePage(tags[one]) ? 0 : (names[one]?.groups ?? 0);
        for (let group = 0; groups >> group; group++)
          if ((groups >> group) & 1 && levels[group] === farthest) levels[group] = level;
      }
      known[element] = levels;
      return levels;
    };
    return (at) => {
      const { node = 0, inner = 0 } = blocks[at] ?? {};
      const levels = levelsOf(node);
      const line = inner === node ? 0 : (names[inner]?.groups ?? 0);
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
/** Blocks that are counted; farther off is one more. */
const near = 30;

/** Blocks since and until the next element of a group, wherever it hangs in the tree. */
export const nearness = featureFamily(
  nearGroups.flatMap((group) => [`nb_${group}`, `na_${group}`]),
  (name) => name,
  (name) =>
    `blocks ${name.startsWith('nb') ? 'since the end' : 'until the start'} of an element of the group "${name.slice(3)}", ${near + 1}: none`,
  (page) => {
    const lines = nearGroups.map((group) => distances(page, groupBits(group)));
    return (at) => lines.flatMap(({ since, until }) => [since[at] ?? near + 1, until[at] ?? near + 1]);
  },
);

function distances({ tree, names, count }: PageMeasures, bits: number): { since: number[]; until: number[] } {
  const [ends, starts] = [new Set<number>(), new Set<number>()];
  for (const [at, { groups }] of names.entries()) {
    if (!(groups & bits) || isWholePage(tree.tags[at])) continue;
    starts.add(tree.starts[at] ?? 0);
    ends.add(tree.ends[at] ?? 0);
  }
  const since: number[] = [];
  const until: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < count; at++) {
    if (ends.has(at)) last = at;
    since.push(last < 0 ? near + 1 : Math.min(near, at - last));
  }
  let next = starts.has(count) ? count : Number.POSITIVE_INFINITY;
  for (let at = count - 1; at >= 0; at--) {
    until[at] = next === Number.POSITIVE_INFINITY ? near + 1 : Math.min(near, next - at);
    if (starts.has(at)) next = at;
  }
  return { since, until };
}

/** What attributes with a meaning of their own say of the elements around. */
export const markup = featureGroup(
  {
    hid: 'hidden by style or attribute, or something around it is',
    itemprop: `levels up to itemprop articleBody or text, ${farthest}: none`,
    itemtype: `levels up to an itemtype of an article or posting, ${farthest}: none`,
    rolemain: `levels up to role main or article, ${farthest}: none`,
    unl: 'product of the penalties of the elements around for names of furniture',
  },
  ({ tree: { blocks, elements }, trust, ancestors }) => {
    const known: { hid: boolean; itemprop: number; itemtype: number; rolemain: number }[] = [];
    const levelOf = (above: readonly number[], test: (element: Element) => boolean): number => {
      const level = above.findIndex((one) => test(elements[one] as Element));
      return level < 0 || level > farthest ? farthest : level;
    };
    const saidOf = (element: number) => {
      const above = ancestors(element);
      known[element] ??= {
        hid: above.some((one) => isHidden(elements[one] as Element)),
        itemprop: levelOf(above, (one) => /articleBody|^text$/.test(one.getAttribute('itemprop') ?? '')),
        itemtype: levelOf(above, (one) => /Article|Posting/.test(one.getAttribute('itemtype') ?? '')),
        rolemain: levelOf(above, (one) => /^(?:main|article)$/.test(one.getAttribute('role') ?? '')),
      };
      return known[element];
    };
    return (at) => ({ ...saidOf(blocks[at]?.node ?? 0), unl: trust[at] ?? 1 });
  },
);

const isHidden = (element: Element): boolean =>
  element.hasAttribute('hidden') ||
  element.getAttribute('aria-hidden') === 'true' ||
  /display:none|visibility:hidden/i.test(element.getAttribute('style')?.replaceAll(' ', '') ?? '');
