import type { Block } from '../../page/blocks.ts';
import type { PageTree } from '../../page/page-tree.ts';
import { featureGroup } from '../feature-group.ts';
import { gapsToMarked, runningSum, sumBetween } from '../gaps.ts';
import { type BlockMeasures, sumIn } from '../measures.ts';
import { clamp, log1 } from '../tokens.ts';
import { meetingOf } from './containers.ts';
import { farthest } from './tags.ts';

/** Latin letters; longer lines are no headings. */
const maxHeadingLetters = 300;
/** Maximum distance, in blocks. */
const reach = 50;
/** Blocks before and after a heading among which the date of its section is. */
const dateReach = 3;
const sectionLevels = 10;

/** The section of the page in which the block is: its heading and date, and how it lies to the headline. A page may hold several articles, of which one is its own. */
export const sections = featureGroup(
  {
    hs_n: 'headings in the markup of the headline between the headline and it, at most 20; negative before the headline',
    hl_n: 'headings that are links between the headline and it, at most 20; negative before the headline',
    hd_n: 'short lines with a date between the headline and it, at most 20; negative before the headline',
    h_since: 'blocks since the last heading, at most 50',
    h_level: 'level of that heading; 0: none',
    h_ld: 'share of links in that heading; -1: none',
    h_like: 'that heading has the markup of the headline',
    h_date: 'a short line with a date stands near that heading',
    h_more: 'headings of the page in the markup of that heading, at most 30',
    tt_up: `levels up to the meeting point with the headline, ${farthest}: none`,
    tt_dn: `levels from the headline up to that point, ${farthest}: none`,
    tt_long: 'share of all long text in that point',
    tt_sec: 'long text in the branch of the block below that point, log',
    sec_lv: `levels up to an element with its own heading and date, without the headline, ${farthest}: none`,
    sec_long: 'share of all long text in that element; -1: none',
  },
  (page) => {
    const { tree, titleAt, isLinkLine, isDatedLine, sums } = page;
    const headings = headingsOf(tree);
    const own = headings[titleAt] ?? null;
    const isLike = headings.map((heading, at) => own !== null && at !== titleAt && heading?.markup === own.markup);
    const isLink = headings.map((heading, at) => heading !== null && isLinkLine[at] === true);
    const [likes, links, dates] = [runningSum(isLike), runningSum(isLink), runningSum(isDatedLine)];
    const [sinceHeading, untilHeading] = gapsToMarked(headings.map((heading) => heading !== null));
    const byMarkup = Map.groupBy(headings, (heading) => heading?.markup ?? '');
    const sectionOf = sectionFinder(page, headings, untilHeading);
    const titleChain = titleAt < 0 ? [] : page.ancestors(tree.blocks[titleAt]?.node ?? 0);
    const allLong = Math.max(1, sums.long.at(-1) ?? 0);
    const fromTitle = (counts: Float64Array, at: number) =>
      titleAt < 0 ? 0 : clamp(sumBetween(counts, titleAt + 1, at + 1), -20, 20);
    return (at) => {
      const gap = sinceHeading[at] ?? Number.POSITIVE_INFINITY;
      const headingAt = headings[at] !== null ? at : Number.isFinite(gap) ? at - gap : -1;
      const heading = headings[headingAt] ?? null;
      const node = tree.blocks[at]?.node ?? 0;
      const section = sectionOf(node);
      return {
        hs_n: fromTitle(likes, at),
        hl_n: fromTitle(links, at),
        hd_n: fromTitle(dates, at),
        h_since: heading === null ? reach : Math.min(reach, at - headingAt),
        h_level: heading?.level ?? 0,
        h_ld: heading?.linkShare ?? -1,
        h_like: isLike[headingAt] ?? false,
        h_date: heading !== null && isDateNear(dates, headingAt),
        h_more: heading === null ? 0 : Math.min(30, byMarkup.get(heading.markup)?.length ?? 0),
        ...toTitle(page, titleChain, node, allLong),
        sec_lv: section.level,
        sec_long: section.element < 0 ? -1 : sumIn(page, sums.long, section.element) / allLong,
      };
    };
  },
);

interface Heading {
  readonly level: number;
  readonly linkShare: number;
  /** Tag and class names. */
  readonly markup: string;
}

const headingTag = /^h[1-6]$/;
/** Levels around a block in which a heading is looked for. The model was trained with it. */
const headingLevels = 3;

/** By block: its heading element; null where it is not in a heading. */
function headingsOf({ blocks, tags, parents, elements }: PageTree): (Heading | null)[] {
  const readHeading = ({ node, length, linkLength }: Block): Heading | null => {
    if (length > maxHeadingLetters) return null;
    for (let at = node, level = 0; at >= 0 && level < headingLevels; at = parents[at] ?? -1, level++) {
      const tag = tags[at] ?? '';
      if (!headingTag.test(tag)) continue;
      const markup = `${tag}.${elements[at]?.getAttribute('class') ?? ''}`;
      return { level: Number(tag[1]), linkShare: linkLength / Math.max(1, length), markup };
    }
    return null;
  };
  return blocks.map(readHeading);
}

const isDateNear = (dates: Float64Array, at: number): boolean =>
  sumBetween(dates, Math.max(0, at - dateReach), Math.min(dates.length - 1, at + dateReach + 1)) > 0;

/** Where the block lies to the headline. */
function toTitle(page: BlockMeasures, titleChain: readonly number[], node: number, allLong: number) {
  const above = page.ancestors(node);
  const { element, fromFirst, fromSecond } = meetingOf(above, titleChain);
  if (element < 0) return { tt_up: farthest, tt_dn: farthest, tt_long: 0, tt_sec: -1 };
  const branch = above[fromFirst - 1];
  return {
    tt_up: Math.min(farthest, fromFirst),
    tt_dn: Math.min(farthest, fromSecond),
    tt_long: sumIn(page, page.sums.long, element) / allLong,
    tt_sec: branch === undefined ? -1 : log1(sumIn(page, page.sums.long, branch)),
  };
}

interface Section {
  /** Index of the element; -1: none. */
  readonly element: number;
  readonly level: number;
}

const noSection: Section = { element: -1, level: farthest };

/** Finds the innermost element around another that begins with a heading, has a date near it, and does not hold the headline. */
function sectionFinder(
  { tree, titleAt, isDatedLine, ancestors }: BlockMeasures,
  headings: readonly (Heading | null)[],
  untilHeading: Float64Array,
): (element: number) => Section {
  const { starts, ends, tags } = tree;
  const answers = new Map<number, boolean>();
  const readSection = (element: number): boolean => {
    const [start, end] = [starts[element] ?? 0, ends[element] ?? 0];
    if (end - start < 3 || (start <= titleAt && titleAt < end)) return false;
    const headingAt = headings[start] === null ? start + (untilHeading[start] ?? 0) : start;
    if (headingAt >= end || headingAt - start > dateReach) return false;
    const near = [
      ...isDatedLine.slice(start, headingAt + 1 + dateReach),
      ...isDatedLine.slice(Math.max(start, end - dateReach), end),
    ];
    return near.includes(true);
  };
  const cache: Section[] = [];
  return (element) => {
    const cached = cache[element];
    if (cached !== undefined) return cached;
    const above = ancestors(element).slice(0, sectionLevels);
    const level = above.findIndex((ancestor) => {
      if (tags[ancestor] === 'body' || tags[ancestor] === 'html') return false;
      const isSection = answers.get(ancestor) ?? readSection(ancestor);
      answers.set(ancestor, isSection);
      return isSection;
    });
    const section = level < 0 ? noSection : { element: above[level] ?? -1, level };
    cache[element] = section;
    return section;
  };
}
