import { WordBag } from '../../../../text/likeness.ts';
import { featureGroup } from '../feature-group.ts';
import { gapsToMarked, runningSum, sumBetween } from '../gaps.ts';

/** Blocks on either side. */
const window = 6;
/** Maximum distance, in blocks. */
const reach = 30;

/** Links, pictures, copyright notices and authors around the block. */
export const surroundings = featureGroup(
  {
    wl_box: 'share of the lines in its container that are links',
    wl_up: 'share of the lines one level above the container that are links',
    wl_bef: 'lines that are links among the six before',
    wl_aft: 'lines that are links among the six after',
    im_bef: 'pictures between the block before and its end, at most 5',
    im_aft: 'pictures until the end of the block after, at most 5',
    im_box: 'pictures per block in its container',
    cp_bef: 'blocks since the last copyright notice, at most 30; 31: none',
    cp_aft: 'blocks until the next copyright notice, at most 30; 31: none',
    au: 'share of its words that are names of declared authors; -1: none declared',
  },
  (page) => {
    const { tree, count, isLinkLine, containers, hints, words } = page;
    const { blocks, parents, starts, ends } = tree;
    const links = runningSum(isLinkLine);
    const shareIn = (element: number) => {
      const [start, end] = [starts[element] ?? 0, ends[element] ?? 0];
      return sumBetween(links, start, end) / Math.max(1, end - start);
    };
    const picturesUntil = (at: number) => (at < 0 ? 0 : (blocks[Math.min(at, count - 1)]?.imagesBefore ?? 0));
    const [sinceCopyright, untilCopyright] = gapsToMarked(
      blocks.map(({ text, length }) => length < 300 && /©|\(c\) ?\d|\bcopyright\b/i.test(text)),
    );
    const authors = new WordBag(hints.authors.flatMap((name) => name.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []));
    return (at) => {
      const container = containers[at] ?? 0;
      const [start, end] = [starts[container] ?? 0, ends[container] ?? 0];
      const own = words(at);
      return {
        wl_box: shareIn(container),
        wl_up: shareIn(Math.max(0, parents[container] ?? 0)),
        wl_bef: sumBetween(links, Math.max(0, at - window), at),
        wl_aft: sumBetween(links, at + 1, Math.min(count, at + 1 + window)),
        im_bef: Math.min(5, picturesUntil(at) - picturesUntil(at - 1)),
        im_aft: Math.min(5, picturesUntil(at + 1) - picturesUntil(at)),
        im_box: (picturesUntil(end - 1) - picturesUntil(start - 1)) / Math.max(1, end - start),
        cp_bef: capped(sinceCopyright[at]),
        cp_aft: capped(untilCopyright[at]),
        au: authors.kinds === 0 ? -1 : authors.kindsIn(own) / Math.max(1, own.length),
      };
    };
  },
);

const capped = (gap: number | undefined): number => (gap === undefined || gap > reach ? reach + 1 : gap);
