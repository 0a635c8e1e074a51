import type { ContainerScores } from '../container-scores.ts';
import { type FeatureGroup, featureGroup } from '../feature-group.ts';
import type { MeasuredPage } from '../measured-page.ts';
import { type BlockMeasures, linkShareIn, sumIn } from '../measures.ts';
import { clamp, log1 } from '../tokens.ts';

/** Number of levels if there is no common ancestor. */
const apart = 40;
const reach = 40;

const about = {
  r_in: 'it is in the container with the best Readability score',
  r_up: 'levels from that container up to the meeting point with the block',
  r_dn: "levels from the block's container up to the meeting point",
  r_k: "score of the block's container against the best",
  r_pos: 'position within the best container, 0 to 1; -1: none',
  r_share: "the best container's share of the page",
  r_anc: 'best score of the container and two levels above against the best',
  m_is: 'its container is the one with most long text directly in it (the densest)',
  m_up: 'levels from the densest container up to the meeting point with the block',
  m_dn: "levels from the block's container up to that meeting point",
  m_k: "long text directly in the block's container against the densest",
  m_b0: 'blocks after the first long block of the densest container',
  m_b1: 'blocks after its last long block',
  m_kown: "long text directly in the block's container, log",
  m_size: 'long text directly in the densest container, log',
  m_share: "that container's long text against the page",
  m_lcald: 'share of links in the meeting point',
  m_lcash: 'share of all long text in the meeting point',
  br_u: 'length of the branch in which the block hangs below the meeting point, log; -1: none',
  br_ld: 'share of links in that branch',
  br_n: 'blocks in that branch',
  br_long: 'share of long text in that branch',
  br_pos: 'position within that branch, 0 to 1',
  br_avg: 'mean length of a block in that branch',
  bte: 'blocks to the run of blocks with most text for its markup; 0: in it',
  p_long: 'long text of its class path against the path with most',
  p_main: 'its class path is the one with most long text',
} as const;
type Name = keyof typeof about;

/** Position relative to the main text, twice: blocks under furniture names weigh less, and (`o_`) all names are ignored. */
export const containers: FeatureGroup = group('', ({ main }) => main);
export const plainContainers: FeatureGroup = group('o_', ({ plain }) => plain);

function group(prefix: string, scoresOf: (page: MeasuredPage) => ContainerScores): FeatureGroup {
  const inner = featureGroup(about, (page) => {
    const scores = scoresOf(page);
    return (at) => ({ ...byScore(page, scores, at), ...byDensest(page, scores, at), ...byPath(page, scores, at) });
  });
  const seen = prefix === '' ? '' : ', names not counted';
  return {
    ...inner,
    names: inner.names.map((name) => prefix + name),
    descriptions: Object.fromEntries(
      Object.entries(inner.descriptions).map(([name, line]) => [prefix + name, line + seen]),
    ),
  };
}

function byScore(page: BlockMeasures, { scores, bestScore, top }: ContainerScores, at: number) {
  const { tree, containers, ancestors, sums, total } = page;
  const container = containers[at] ?? 0;
  const above = ancestors(container);
  const meeting = meetingOf(above, top < 0 ? [] : ancestors(top));
  const [start, end] = top < 0 ? [0, 0] : [tree.starts[top] ?? 0, tree.ends[top] ?? 0];
  const scoreOf = (element: number | undefined) => (element === undefined ? 0 : (scores[element] ?? 0));
  return {
    r_in: top >= 0 && start <= at && at < end,
    r_up: meeting.fromSecond,
    r_dn: meeting.fromFirst,
    r_k: (scores[container] ?? 0) / bestScore,
    r_pos: top < 0 ? -1 : (at - start) / Math.max(1, end - start),
    r_share: ((sums.length[end] ?? 0) - (sums.length[start] ?? 0)) / total,
    r_anc: Math.max(scoreOf(above[0]), scoreOf(above[1]), scoreOf(above[2])) / bestScore,
  } satisfies Partial<Record<Name, number | boolean>>;
}

function byDensest(page: BlockMeasures, scores: ContainerScores, at: number) {
  const { containers, ancestors, sums, total } = page;
  const { direct, densest, firstLong, lastLong } = scores;
  const container = containers[at] ?? 0;
  const above = ancestors(container);
  const meeting = meetingOf(above, densest < 0 ? [] : ancestors(densest));
  const own = direct[container] ?? 0;
  const maxDirect = direct[densest] ?? 0;
  const allLong = Math.max(1, sums.long.at(-1) ?? 0);
  return {
    m_is: densest >= 0 && container === densest,
    m_up: meeting.fromSecond,
    m_dn: meeting.fromFirst,
    m_k: own / Math.max(1, maxDirect),
    m_b0: clamp(at - firstLong, -reach, reach),
    m_b1: clamp(at - lastLong, -reach, reach),
    m_kown: log1(own),
    m_size: log1(maxDirect),
    m_share: maxDirect / total,
    m_lcald: meeting.element < 0 ? 1 : linkShareIn(page, meeting.element),
    m_lcash: meeting.element < 0 ? 0 : sumIn(page, sums.long, meeting.element) / allLong,
    ...branch(page, meeting.element < 0 ? undefined : above[meeting.fromFirst - 1], at),
  } satisfies Partial<Record<Name, number | boolean>>;
}

/** The branch that holds the block below the meeting point with the densest container. */
function branch(page: BlockMeasures, top: number | undefined, at: number) {
  if (top === undefined) return { br_u: -1, br_ld: -1, br_n: -1, br_long: -1, br_pos: -1, br_avg: -1 };
  const { tree, sums } = page;
  const length = sumIn(page, sums.length, top);
  const [start, end] = [tree.starts[top] ?? 0, tree.ends[top] ?? 0];
  const count = Math.max(1, end - start);
  return {
    br_u: log1(length),
    br_ld: linkShareIn(page, top),
    br_n: end - start,
    br_long: sumIn(page, sums.long, top) / Math.max(1, length),
    br_pos: (at - start) / count,
    br_avg: length / count,
  };
}

function byPath(
  { paths }: BlockMeasures,
  { densestRun: run, longByPath, mostByPath, mainPath }: ContainerScores,
  at: number,
) {
  const path = paths[at] ?? '';
  const [from, to] = run;
  const toRun = from <= at && at < to ? 0 : at < from ? at - from : at - to + 1;
  return {
    bte: clamp(toRun, -reach, reach),
    p_long: (longByPath.get(path) ?? 0) / mostByPath,
    p_main: path === mainPath,
  } satisfies Partial<Record<Name, number | boolean>>;
}

/** Returns the index of the lowest common ancestor of two chains of ancestors (-1: none), and the levels to it from the start of each. */
export function meetingOf(first: readonly number[], second: readonly number[]) {
  // both chains end at the root: compare them from there
  let common = 0;
  while (
    common < Math.min(first.length, second.length) &&
    first[first.length - 1 - common] === second[second.length - 1 - common]
  )
    common += 1;
  if (common === 0) return { element: -1, fromFirst: apart, fromSecond: apart };
  const fromFirst = first.length - common;
  return { element: first[fromFirst] ?? -1, fromFirst, fromSecond: second.length - common };
}
