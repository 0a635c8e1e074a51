import type { Site } from '../../../model/crawl/site.ts';
import type { Snapshot } from '../../../model/page/snapshot.ts';
import type { Correction } from '../../../model/wrapper/correction.ts';
import type { PageProfile, ProfileBlock, ProfileElements } from '../../../model/wrapper/page-profile.ts';
import { type BlockModel, shippedModel } from '../classifier/block-model.ts';
import { modelWords } from '../classifier/tokens.ts';
import { openDocument } from '../opened-page.ts';
import type { Block } from '../page/blocks.ts';
import type { PageTree } from '../page/page-tree.ts';
import { stylesNames } from '../page/style-names.ts';
import { allRulesOn } from '../rules-off.ts';
import { chooseText, removeHiddenBlocks, type TextChoice } from '../text/generic.ts';
import { boundedProbability, pathsIn } from '../wrapper/apply-wrapper.ts';
import { lineCode } from '../wrapper/line-code.ts';
import { alignBody } from './align-body.ts';
import { fieldSamples } from './field-samples.ts';

export interface ProfileInput {
  readonly id: string;
  readonly snapshot: Snapshot;
  readonly site: Site;
  /** URL format of the page; empty without address. */
  readonly format: string;
  /** Null: nobody has looked at the page. */
  readonly correction: Correction | null;
  /** For cross-validation. Default: the shipped model. */
  readonly model?: BlockModel;
}

/** Characters of a line that are kept. */
const lineLength = 200;

/**
 * What a page says about its site: its blocks with their styles and scores, and where its fields are. Pure; the generic extractor reads it, without the site's own rules.
 * @returns null if the page has no visible text
 * @throws NewshawkError too-large above 500,000 nodes
 */
export function profilePage({ id, snapshot, site, format, correction, model }: ProfileInput): PageProfile | null {
  const { document, tree, geometry, structured, fields, hints } = openDocument(snapshot, site, {
    off: allRulesOn,
    wrapper: null,
    readOwn: () => [],
  });
  const { visible } = removeHiddenBlocks(tree, hints, geometry);
  if (visible.blocks.length === 0) return null;
  const choice = chooseText(visible, {
    hints,
    authors: fields.authors?.value ?? [],
    model: model ?? shippedModel(),
    geometry,
    off: allRulesOn,
    learned: null,
  });
  const lines = visible.blocks.map(({ text }) => text);
  const isArticle = correction?.body ? alignBody(lines, correction.body.join('\n')) : null;
  const kept = keptBlocks(visible, choice, isArticle);
  const { elements, numbers } = elementsAround(visible, kept);
  return {
    id,
    url: snapshot.url,
    format,
    elements,
    blocks: kept.map((at) => profileBlock(visible, choice, at, { numbers, isArticle: isArticle?.[at] ?? null })),
    fields: fieldSamples({ document, blocks: tree.blocks, snapshot, site, structured, fields }, correction),
    isCorrected: correction !== null && correction.body !== null,
  };
}

/** Score below which a block is surely no text. */
const maxFurnitureScore = 0.3;
/** Such blocks of one style that are kept: a page may have a thousand teasers, and a few say the same. */
const maxFurniture = 12;

/** The blocks that say something of the site, in document order. */
function keptBlocks(visible: PageTree, { verdict, body }: TextChoice, isArticle: readonly boolean[] | null): number[] {
  const inBody = new Set<Block>(body);
  const counts = new Map<string, number>();
  const paths = pathsIn(visible, null);
  return visible.blocks.flatMap((block, at) => {
    const isFurniture = !inBody.has(block) && (verdict.probabilities[at] ?? 0) < maxFurnitureScore;
    if (!isFurniture || isArticle?.[at] === true) return [at];
    const path = paths[at]?.full ?? '';
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    return count <= maxFurniture ? [at] : [];
  });
}

interface BlockPlace {
  readonly numbers: ReadonlyMap<number, number>;
  readonly isArticle: boolean | null;
}

function profileBlock(
  { blocks }: PageTree,
  { verdict, dropped, body }: TextChoice,
  at: number,
  { numbers, isArticle }: BlockPlace,
): ProfileBlock {
  const block = blocks[at] as Block;
  return {
    node: numbers.get(block.node) ?? 0,
    inner: block.inner < 0 ? -1 : (numbers.get(block.inner) ?? -1),
    words: modelWords(block.text).length,
    score: boundedProbability(verdict.probabilities[at] ?? 0, body.includes(block)),
    isRemoved: (dropped.get(block) ?? null) !== null,
    line: block.text.slice(0, lineLength),
    code: lineCode(block.text),
    isArticle,
  };
}

/** The elements around the blocks' text, renumbered: most elements of a page are around none. */
function elementsAround(
  { elements, tags, parents, blocks }: PageTree,
  kept: readonly number[],
): {
  readonly elements: ProfileElements;
  readonly numbers: ReadonlyMap<number, number>;
} {
  const wanted = new Set<number>();
  for (const block of kept)
    for (const start of [blocks[block]?.node ?? -1, blocks[block]?.inner ?? -1])
      for (let at = start; at >= 0 && !wanted.has(at); at = parents[at] ?? -1) wanted.add(at);
  const order = [...wanted].sort((a, b) => a - b);
  const numbers = new Map(order.map((at, number) => [at, number]));
  return {
    numbers,
    elements: {
      tags: order.map((at) => tags[at] ?? ''),
      parents: order.map((at) => numbers.get(parents[at] ?? -1) ?? -1),
      names: order.map((at) => {
        const element = elements[at];
        return stylesNames(element?.getAttribute('class') ?? null, element?.getAttribute('id') ?? null);
      }),
    },
  };
}
