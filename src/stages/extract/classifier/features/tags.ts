import { featureFamily, featureGroup } from '../feature-group.ts';

/** Tags of blocks that have their own feature; the tag of a neighbour is its position here, from 1. */
export const blockTags = [
  'p',
  'div',
  'li',
  'td',
  'span',
  'h1',
  'h2',
  'h3',
  'h4',
  'blockquote',
  'figcaption',
  'section',
  'article',
  'dd',
  'pre',
  'button',
  'th',
  'center',
  'body',
  'address',
] as const;
const inlineTags = ['a', 'b', 'strong', 'em', 'i', 'span', 'font', 'time', 'small', 'label', 'cite'];
const ancestorTags = [
  'article',
  'main',
  'aside',
  'nav',
  'header',
  'footer',
  'ul',
  'ol',
  'table',
  'form',
  'figure',
  'blockquote',
  'section',
  'a',
  'p',
  'button',
  'li',
  'dl',
] as const;
/** Maximum number of levels; also the value for "none". */
export const farthest = 15;

/** Tag of the block's element, one feature per tag. */
export const ownTag = featureFamily(
  blockTags,
  (tag) => `t_${tag}`,
  (tag) => `its element is <${tag}>`,
  ({ tree: { blocks, tags } }) =>
    (at) =>
      blockTags.map((tag) => Number(tags[blocks[at]?.node ?? 0] === tag)),
);

/** Levels up to the next element with a certain tag. */
export const ancestorTag = featureFamily(
  ancestorTags,
  (tag) => `a_${tag}`,
  (tag) => `levels up to <${tag}>, ${farthest}: none`,
  ({ tree: { blocks, tags }, ancestors }) => {
    const cache: number[][] = [];
    const levelsOf = (element: number): number[] => {
      const cached = cache[element];
      if (cached !== undefined) return cached;
      const above = ancestors(element).slice(0, farthest);
      const levels = ancestorTags.map((tag) => {
        const level = above.findIndex((ancestor) => tags[ancestor] === tag);
        return level < 0 ? farthest : level;
      });
      cache[element] = levels;
      return levels;
    };
    return (at) => levelsOf(blocks[at]?.node ?? 0);
  },
);

/** Position of the block in the tree, and what is around it. */
export const place = featureGroup(
  {
    t_inl: 'the inline element around its longest piece, by number; 0: none',
    br: '<br>s before it, at most 3',
    img: 'images just before it, at most 3',
    imgn: 'images just after it, at most 3',
    depth: 'depth of its element',
    kids: 'child elements of its element, at most 50',
  },
  ({ tree: { blocks, tags, depths, childCounts } }) =>
    (at) => {
      const block = blocks[at];
      if (block === undefined) throw new RangeError(`no block ${at}`);
      const images = (index: number) => blocks[index]?.imagesBefore ?? 0;
      return {
        t_inl: inlineTags.indexOf(tags[block.inner] ?? '') + 1,
        br: Math.min(block.breaks, 3),
        img: Math.min(3, images(at) - images(at - 1)),
        imgn: at + 1 < blocks.length ? Math.min(3, images(at + 1) - images(at)) : 0,
        depth: depths[block.node] ?? 0,
        kids: Math.min(50, childCounts[block.node] ?? 0),
      };
    },
);
