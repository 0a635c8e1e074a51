import { featureFamily, featureGroup } from '../feature-group.ts';
import { type BlockMeasures, linkShareIn, sumIn } from '../measures.ts';
import { log1 } from '../tokens.ts';

const kinds = {
  u: 'length, log',
  ld: 'share of links',
  avg: 'mean length of a block',
  sh: 'share of the page',
  long: 'share of long text',
  sent: 'sentence ends per block',
} as const;
const levels = [0, 1, 2, 3];
const keys = levels.flatMap((level) => Object.entries(kinds).map(([kind, line]) => ({ level, kind, line })));

/** Text statistics of the container and of the three elements above it; -1 for missing ones. */
export const ancestorText = featureFamily(
  keys,
  ({ level, kind }) => `c${level}_${kind}`,
  ({ level, line }) => `${level === 0 ? 'container' : `${level} above the container`}: ${line}`,
  (page) => {
    const { containers, ancestors } = page;
    const cache: number[][] = [];
    const none = Object.keys(kinds).map(() => -1);
    const statisticsOf = (element: number | undefined): number[] => {
      if (element === undefined) return none;
      cache[element] ??= statistics(page, element);
      return cache[element];
    };
    return (at) => {
      const above = ancestors(containers[at] ?? 0);
      return levels.flatMap((level) => statisticsOf(above[level]));
    };
  },
);

/** In the order of `kinds`. */
function statistics(page: BlockMeasures, element: number): number[] {
  const { sums, total, tree } = page;
  const length = sumIn(page, sums.length, element);
  const count = Math.max(1, (tree.ends[element] ?? 0) - (tree.starts[element] ?? 0));
  return [
    log1(length),
    linkShareIn(page, element),
    length / count,
    length / total,
    sumIn(page, sums.long, element) / Math.max(1, length),
    sumIn(page, sums.sentences, element) / count,
  ];
}

/** Position of the block within its container. */
export const inContainer = featureGroup(
  {
    c_pos: 'position in the container, 0 to 1',
    c_rest: 'length after it in the container, log',
    c_bef: 'length before it in the container, log',
    c_longaft: 'long text after it in the container, log',
    c_longbef: 'long text before it in the container, log',
  },
  ({ tree, containers, sums }) =>
    (at) => {
      const container = containers[at] ?? 0;
      const [start, end] = [tree.starts[container] ?? 0, tree.ends[container] ?? 0];
      const between = (of: Float64Array, from: number, to: number) => log1((of[to] ?? 0) - (of[from] ?? 0));
      return {
        c_pos: (at - start) / Math.max(1, end - start),
        c_rest: between(sums.length, at + 1, end),
        c_bef: between(sums.length, start, at),
        c_longaft: between(sums.long, at + 1, end),
        c_longbef: between(sums.long, start, at),
      };
    },
);
