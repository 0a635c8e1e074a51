import { type Block, isLinkLine, lettersIn, longLettersIn } from '../../page/blocks.ts';
import type { PageTree } from '../../page/page-tree.ts';
import { elementKind } from '../posts.ts';

/** Latin letters of a headline, and of the lines below it. */
const headlineLetters = { min: 12, max: 160 };
const maxLeadLetters = 400;
const maxBlocks = 6;
/** Teasers of one list, and their least share of its entries. */
const minRecords = 3;
const minTeaserShare = 0.7;
/** Latin letters of full paragraphs outside of the list: with fewer, the list is the text of the page. */
const minTextLetters = 320;

/**
 * Finds the leads of lists of teasers before or behind the text: sibling boxes of the same markup, each with one headline that is a link and a few lines. The
 * model takes few of the headlines for text, so the leads below them are no text either.
 * @param body the blocks that the model predicts as text, in document order
 */
export function findTeaserRecords(tree: PageTree, body: readonly Block[]): ReadonlySet<Block> {
  const chosen = new Set(body);
  const removed = new Set<Block>();
  for (const teasers of teaserLists(tree)) {
    const headlines = teasers.flat().filter(isHeadline);
    if (headlines.filter((block) => chosen.has(block)).length > headlines.length / 2) continue;
    const leads = teasers.flat().filter((block) => chosen.has(block));
    if (leads.length > 0 && isApart(leads, body)) for (const block of leads) removed.add(block);
  }
  return removed;
}

/** The lists of teasers on a page: the blocks of each teaser. */
export function teaserLists(tree: PageTree): readonly (readonly (readonly Block[])[])[] {
  const lists = [...Map.groupBy(candidates(tree), (at) => `${tree.parents[at]} ${elementKind(tree, at)}`).values()];
  return lists.flatMap((list) => {
    const teasers = list.map((at) => tree.blocks.slice(tree.starts[at], tree.ends[at])).filter(isTeaser);
    return teasers.length < minRecords || teasers.length < minTeaserShare * list.length ? [] : [teasers];
  });
}

function candidates({ starts, ends, elements }: PageTree): number[] {
  return [...elements.keys()].filter((at) => {
    const count = (ends[at] ?? 0) - (starts[at] ?? 0);
    return count > 1 && count <= maxBlocks;
  });
}

function isTeaser(blocks: readonly Block[]): boolean {
  const headlines = blocks.filter(isHeadline);
  return headlines.length === 1 && lettersIn(blocks) - lettersIn(headlines) <= maxLeadLetters;
}

const isHeadline = (block: Block): boolean =>
  isLinkLine(block) && block.length >= headlineLetters.min && block.length <= headlineLetters.max;

/** Whether enough text is left without the leads, and none of it stands on both sides of them. */
function isApart(leads: readonly Block[], body: readonly Block[]): boolean {
  const [from, to] = [body.indexOf(leads[0] as Block), body.indexOf(leads.at(-1) as Block)];
  const isLead = new Set(leads);
  const text = (blocks: readonly Block[]): number => longLettersIn(blocks.filter((block) => !isLead.has(block)));
  const [before, after] = [text(body.slice(0, from)), text(body.slice(to + 1))];
  return Math.min(before, after) === 0 && before + after >= Math.max(minTextLetters, lettersIn(leads));
}
