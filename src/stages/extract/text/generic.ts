import type { TraceLine } from '../../../model/article/draft.ts';
import type { BlockModel } from '../classifier/block-model.ts';
import { type BlockVerdict, judgeBlocks } from '../classifier/judge-blocks.ts';
import type { PageSayings } from '../classifier/measures.ts';
import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';
import { type Block, isLong } from '../page/blocks.ts';
import type { PageGeometry } from '../page/page-geometry.ts';
import { type PageTree, withoutBlocks } from '../page/page-tree.ts';
import { leftOutOf } from './boilerplate.ts';
import { type HiddenBlocks, hiddenBlocks } from './hidden-blocks.ts';
import { oddPlaces } from './odd-places.ts';
import { onlyBlocks } from './prune.ts';
import { wholeTables } from './whole-tables.ts';

/** The part of a page that holds its text. */
export interface BodyFinding {
  /** Its own element, with only what belongs to the body. */
  readonly element: Element;
  readonly confidence: number;
  /** Nothing on the page looks like text; this looks least unlike it. */
  readonly isGuess: boolean;
  /** Letters of it of which the model is sure. */
  readonly sureLength: number;
  readonly trace: readonly TraceLine[];
}

export interface BodyQuestion {
  readonly document: Document;
  readonly tree: PageTree;
  /** What the page says of itself; the headline is that of the generic finder. */
  readonly says: PageSayings;
  /** Who wrote it, as far as that was found. */
  readonly authors: readonly string[];
  readonly model: BlockModel;
  /** A trace line for each block: what the model says of it, and why. */
  readonly explain: boolean;
  /** What a browser saw of the page; null where none gave it. */
  readonly geometry: PageGeometry | null;
}

/** What the model looks at: the page without what no reader takes for the article. */
export function readBlocks(
  tree: PageTree,
  says: PageSayings,
  geometry: PageGeometry | null = null,
): { readonly read: PageTree; readonly hidden: HiddenBlocks } {
  const hidden = hiddenBlocks({ tree, headline: says.titleBlock, geometry });
  const read = withoutBlocks(
    tree,
    hidden.rules.map((rule) => rule !== null),
  );
  return { read, hidden };
}

/**
 * The blocks that the model takes for the article, without those that a rule of ours leaves out. It changes the document: nothing may read it afterwards.
 * @returns null where the page has no text at all
 */
export function findBody({
  document,
  tree,
  says,
  authors,
  model,
  explain,
  geometry,
}: BodyQuestion): BodyFinding | null {
  const { read, hidden } = readBlocks(tree, says, geometry);
  if (read.blocks.length === 0) return null;
  const verdict = judgeBlocks(read, says, model);
  const probabilities = new Map(read.blocks.map((block, at) => [block, verdict.probabilities[at] ?? 0]));
  const chosen = read.blocks.filter((_, at) => verdict.isBody[at]);
  const rest = read.blocks.filter((_, at) => !verdict.isBody[at]);
  const probabilityOf = (block: Block): number => probabilities.get(block) ?? 0;
  const odd = oddPlaces(chosen, geometry, probabilityOf);
  const leftOut = leftOutOf({
    body: chosen,
    rest,
    title: says.title,
    authors,
    odd,
    ownBoxes: verdict.ownBoxes,
    probabilityOf,
  });
  const kept = chosen.filter((_, at) => leftOut[at] === null);
  // a rule never takes everything
  const tables = wholeTables(read, kept.length > 0 ? kept : chosen);
  const { body } = tables;
  const dropped = new Map(chosen.map((block, at) => [block, kept.length > 0 ? (leftOut[at] ?? null) : null]));
  const trace = [
    ...hidden.trace,
    { rule: 'block-model', why: `${model.version}: ${chosen.length} of ${read.blocks.length} blocks are text` },
    ...chosen.flatMap((block) => {
      const rule = dropped.get(block) ?? null;
      return rule === null ? [] : [{ rule, why: block.text.slice(0, 80) }];
    }),
    ...tables.trace,
    ...(explain ? explained({ tree, read, hidden, verdict, dropped }) : []),
  ];
  const confidence = confidenceIn(body, probabilities);
  const { isGuess, sureLength } = verdict;
  return { element: onlyBlocks(document, body), confidence, isGuess, sureLength, trace };
}

/** 800 letters of full paragraphs are an article beyond doubt; before that the model's own mean word counts in part. */
function confidenceIn(body: readonly Block[], probabilities: ReadonlyMap<Block, number>): number {
  let [length, sure, long] = [0, 0, 0];
  for (const block of body) {
    length += block.length;
    sure += block.length * (probabilities.get(block) ?? 0);
    if (isLong(block)) long += block.length;
  }
  return Math.max(0.05, Math.min(0.95, long / 800) * (sure / Math.max(1, length)));
}

interface Explained {
  readonly tree: PageTree;
  readonly read: PageTree;
  readonly hidden: HiddenBlocks;
  readonly verdict: BlockVerdict;
  readonly dropped: ReadonlyMap<Block, string | null>;
}

/** A line for each block of the page, in order. */
function explained({ tree, read, hidden, verdict, dropped }: Explained): TraceLine[] {
  const places = new Map(read.blocks.map((block, at) => [block, at]));
  return tree.blocks.map((block, number) => {
    const start = `<${block.element.localName}> "${block.text.length > 60 ? `${block.text.slice(0, 60)}…` : block.text}"`;
    const at = places.get(block);
    if (at === undefined) return { rule: 'block', why: `${start} not read: ${hidden.rules[number]}` };
    const rule = dropped.get(block);
    const verdictWords = !verdict.isBody[at] ? 'no text' : rule ? `left out: ${rule}` : 'body';
    return {
      rule: 'block',
      why: `${(verdict.probabilities[at] ?? 0).toFixed(2)} ${verdictWords} ${start}\n    ${verdict.reasons(at)}`,
    };
  });
}
