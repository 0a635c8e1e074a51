import { WordBag } from '../../../../text/likeness.ts';
import { groupBits } from '../class-names.ts';
import { featureGroup } from '../feature-group.ts';
import { gapsToMarked } from '../gaps.ts';
import type { MeasuredPage } from '../measured-page.ts';
import { clamp } from '../tokens.ts';

/** Maximum distance to the next long block, in blocks. */
const reach = 50;
/** Latin letters; longer blocks are not headlines. */
const longestHeadline = 400;

/** Position on the page, and relative to the headline, to long text, to dates and to the comments. */
export const position = featureGroup(
  {
    pos: 'position among the blocks, 0 to 1',
    cpos: 'share of the page before it',
    iabs: 'blocks before it, at most 200',
    n: 'blocks of the page',
    tot: 'length of the page',
    avgu: 'mean length of a block of the page',
    dt: 'blocks after the headline, -60 to 60; -99: no headline',
    dtc: 'length after the headline, -3000 to 8000; -9999: no headline',
    t_sim: 'likeness of its words to the headline',
    t_is: 'it is the headline',
    t_cov: 'share of the headline that it contains',
    prevl: 'blocks since the last long one, at most 50',
    nextl: 'blocks until the next long one, at most 50',
    l_bef: 'share of all long text before it',
    l_aft: 'share of all long text after it',
    d_prev: 'blocks since the last short one with a date, at most 20; 21: none',
    d_next: 'blocks until the next short one with a date; 21: none',
    c_after: 'blocks after the start of the first big comment area, -50 to 50',
  },
  (page) => {
    const { count, lengths, isLong, isDatedLine, sums, total, titleAt, titleWords, words } = page;
    const [sinceLong, untilLong] = gapsToMarked(isLong);
    const [sinceDate, untilDate] = gapsToMarked(isDatedLine);
    const title = new WordBag(titleWords);
    const comments = commentsAt(page);
    const allLong = Math.max(1, sums.long.at(-1) ?? 0);
    const near = (gap: number) => (gap === Number.POSITIVE_INFINITY ? 21 : Math.min(20, gap));
    return (at) => {
      const length = lengths[at] ?? 0;
      const before = sums.length[at] ?? 0;
      const own = words(at);
      return {
        pos: at / Math.max(1, count),
        cpos: before / total,
        iabs: Math.min(at, 200),
        n: count,
        tot: total,
        avgu: total / Math.max(1, count),
        dt: titleAt < 0 ? -99 : clamp(at - titleAt, -60, 60),
        dtc: titleAt < 0 ? -9_999 : clamp(before - (sums.length[titleAt] ?? 0), -3_000, 8_000),
        t_sim: length < longestHeadline ? title.likeness(own) : 0,
        t_is: at === titleAt,
        t_cov: title.kindsIn(own) / Math.max(1, title.kinds),
        prevl: Math.min(reach, sinceLong[at] ?? reach),
        nextl: Math.min(reach, untilLong[at] ?? reach),
        l_bef: (sums.long[at] ?? 0) / allLong,
        l_aft: ((sums.long.at(-1) ?? 0) - (sums.long[at + 1] ?? 0)) / allLong,
        d_prev: near(sinceDate[at] ?? 0),
        d_next: near(untilDate[at] ?? 0),
        c_after: clamp(at - comments, -50, 50),
      };
    };
  },
);

/** Returns the first block of a comment area that has at least three blocks and does not hold the main text; far beyond the end if there is none. */
function commentsAt(page: MeasuredPage): number {
  const { tree, groups, count, main } = page;
  const { top } = main;
  const [from, to] = top < 0 ? [0, 0] : [tree.starts[top] ?? 0, tree.ends[top] ?? 0];
  const bit = groupBits('comment');
  let first = count + 99;
  for (const [at, bits] of groups.entries()) {
    if (!(bits & bit) || tree.tags[at] === 'body' || tree.tags[at] === 'html') continue;
    const [start, end] = [tree.starts[at] ?? 0, tree.ends[at] ?? 0];
    if (end - start >= 3 && !(from >= start && to <= end)) first = Math.min(first, start);
  }
  return first;
}
