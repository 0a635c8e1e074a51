import { featureFamily, featureGroup } from '../feature-group.ts';
import { log1 } from '../tokens.ts';
import { blockTags } from './tags.ts';

const offsets = [-3, -2, -1, 1, 2, 3];
const kinds = {
  u: 'length, log',
  ld: 'share of links',
  t: 'tag by number, 0: another',
  k: 'in the same container',
} as const;
const keys = offsets.flatMap((offset) => Object.entries(kinds).map(([kind, line]) => ({ offset, kind, line })));
/** Blocks on either side. */
const window = 6;

/** Features of the three blocks before and after; -1 beyond the ends of the page. */
export const neighbourFeatures = featureFamily(
  keys,
  ({ offset, kind }) => `n${offset}_${kind}`,
  ({ offset, line }) => `${Math.abs(offset)} ${offset < 0 ? 'before' : 'after'}: ${line}`,
  ({ tree: { blocks, tags }, lengths, linkLengths, containers }) => {
    const numbers = blocks.map(({ node }) => blockTags.indexOf(tags[node] as (typeof blockTags)[number]) + 1);
    const logs = lengths.map(log1);
    const values = new Float64Array(keys.length);
    return (at) => {
      values.fill(-1);
      for (const [index, offset] of offsets.entries()) {
        const other = at + offset;
        const length = lengths[other];
        if (length === undefined) continue;
        values[index * 4] = logs[other] ?? 0;
        values[index * 4 + 1] = length > 0 ? (linkLengths[other] ?? 0) / length : 0;
        values[index * 4 + 2] = numbers[other] ?? 0;
        values[index * 4 + 3] = Number(containers[other] === containers[at]);
      }
      return values;
    };
  },
);

/** Sums over the six blocks before and after. */
export const windows = featureGroup(
  {
    w_bef: 'length of the six before, log',
    w_aft: 'length of the six after, log',
    w_lbef: 'share of links in the six before',
    w_laft: 'share of links in the six after',
  },
  ({ sums, count }) => {
    const between = (of: Float64Array, from: number, to: number) => (of[to] ?? 0) - (of[from] ?? 0);
    return (at) => {
      const [from, to] = [Math.max(0, at - window), Math.min(count, at + 1 + window)];
      const [before, after] = [between(sums.length, from, at), between(sums.length, at + 1, to)];
      return {
        w_bef: log1(before),
        w_aft: log1(after),
        w_lbef: between(sums.links, from, at) / Math.max(1, before),
        w_laft: between(sums.links, at + 1, to) / Math.max(1, after),
      };
    };
  },
);
