import type { TraceLine } from '../../../model/article/draft.ts';
import type { LearnedWrapper, WrapperEvidence } from '../../../model/wrapper/learned-wrapper.ts';
import type { BlockModel } from '../classifier/block-model.ts';
import { type BlockVerdict, judgeBlocks } from '../classifier/judge-blocks.ts';
import type { PageHints } from '../classifier/measures.ts';
import { type ConfidenceModel, confidenceIn, doubtsAbout } from '../confidence/confidence-model.ts';
import { type Signals, signalsOf } from '../confidence/signals.ts';
import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';
import type { Block } from '../page/blocks.ts';
import type { PageGeometry } from '../page/page-geometry.ts';
import { type PageTree, withoutBlocks } from '../page/page-tree.ts';
import { allRulesOn, type RulesOff } from '../rules-off.ts';
import { applyWrapper, type WrappedBody } from '../wrapper/apply-wrapper.ts';
import { findBoilerplate } from './boilerplate/boilerplate.ts';
import { completeTables } from './complete-tables.ts';
import { findHiddenBlocks, type HiddenBlocks } from './hidden-blocks.ts';
import { findLayoutOutliers } from './layout-outliers.ts';
import { pruneTo } from './prune.ts';
import { findRelatedBoxes } from './teasers/related-boxes.ts';
import { findTeaserRecords, teaserLists } from './teasers/teaser-records.ts';
import { isWholeText } from './whole-text.ts';

/** The body that the generic extractor finds. */
export interface BodyFinding {
  /** A new element that holds the body only. */
  readonly element: Element;
  /** The probability that the body is right. */
  readonly confidence: number;
  /** What the confidence is computed from. */
  readonly signals: Signals;
  /** No block looks like text: the body consists of the most likely ones. */
  readonly isGuess: boolean;
  /** The body is all the text of a box that is marked as the article's: it may be a single sentence. */
  readonly isWhole: boolean;
  /** Latin letters of the blocks above the model's threshold. */
  readonly sureLength: number;
  /** What the page shows of its site's learned wrapper; null: the site has none. */
  readonly evidence: WrapperEvidence | null;
  readonly trace: readonly TraceLine[];
}

interface BodyInput {
  readonly document: Document;
  readonly tree: PageTree;
  readonly hints: PageHints;
  /** Authors found without the body; may be empty. */
  readonly authors: readonly string[];
  readonly model: BlockModel;
  readonly confidenceModel: ConfidenceModel;
  /** Adds a trace line for each block: its probability and the reasons. */
  readonly explain: boolean;
  /** Null: the page was fetched without a browser. */
  readonly geometry: PageGeometry | null;
  readonly off: RulesOff;
  /** What is learned of the site; null: nothing. */
  readonly learned: LearnedWrapper | null;
}

/** Returns the page without its hidden blocks, which the model does not judge, and the reasons why they are hidden. */
export function removeHiddenBlocks(
  tree: PageTree,
  hints: PageHints,
  geometry: PageGeometry | null = null,
  off: RulesOff = allRulesOn,
): { readonly visible: PageTree; readonly hidden: HiddenBlocks } {
  const hidden = findHiddenBlocks({ tree, headline: hints.titleBlock, headTitles: hints.headTitles, geometry, off });
  const visible = withoutBlocks(
    tree,
    hidden.rules.map((rule) => rule !== null),
  );
  return { visible, hidden };
}

/** The text of a page, chosen from its visible blocks. */
export interface TextChoice {
  readonly verdict: BlockVerdict;
  /** Blocks that the model predicts as text, in document order. */
  readonly chosen: readonly Block[];
  /** By chosen block: the boilerplate rule that removes it, or null. */
  readonly dropped: ReadonlyMap<Block, string | null>;
  /** The blocks of the text, in document order. */
  readonly body: readonly Block[];
  readonly signals: Signals;
  /** What the site's learned wrapper did; null: the site has none. */
  readonly wrapped: WrappedBody | null;
  readonly trace: readonly TraceLine[];
}

/**
 * Chooses the blocks that the model predicts as text, without those that a boilerplate rule removes, and with the rest of their tables.
 * @param visible the page without its hidden blocks
 */
export function chooseText(
  visible: PageTree,
  {
    hints,
    authors,
    model,
    geometry,
    off,
    learned,
  }: Omit<BodyInput, 'document' | 'tree' | 'confidenceModel' | 'explain'>,
): TextChoice {
  const verdict = judgeBlocks(visible, hints, model, off);
  const probabilities = new Map(visible.blocks.map((block, at) => [block, verdict.probabilities[at] ?? 0]));
  const chosen = visible.blocks.filter((_, at) => verdict.isBody[at]);
  const probabilityOf = (block: Block): number => probabilities.get(block) ?? 0;
  const relatedBoxes: ReadonlySet<Block> = off.has('boilerplate/related-box') ? new Set() : findRelatedBoxes(visible);
  const removedBy = findBoilerplate({
    body: chosen,
    rest: visible.blocks.filter((_, at) => !verdict.isBody[at]),
    title: hints.title,
    authors,
    outliers: findLayoutOutliers(chosen, geometry, probabilityOf),
    teaserRecords: findTeaserRecords(visible, chosen),
    relatedBoxes,
    articleBoxes: verdict.articleBoxes,
    probabilityOf,
    off,
  });
  const kept = chosen.filter((_, at) => removedBy[at] === null);
  // rules never remove everything
  const tables = completeTables(visible, kept.length > 0 ? kept : chosen, off);
  const dropped = new Map(chosen.map((block, at) => [block, kept.length > 0 ? (removedBy[at] ?? null) : null]));
  const teasers = () => new Set([...relatedBoxes, ...teaserLists(visible).flat(2)]);
  const generic = { probabilities: verdict.probabilities, dropped, body: tables.body, teasers };
  // a wrapper that knows own data only says nothing of the text
  const wrapped = learned === null || learned.styles.length === 0 ? null : applyWrapper(visible, generic, learned);
  const body = wrapped?.body ?? tables.body;
  const removals = chosen.flatMap((block) => {
    const rule = dropped.get(block) ?? null;
    return rule === null ? [] : [{ rule, why: block.text.slice(0, 80) }];
  });
  const count = {
    rule: 'block-model',
    why: `${model.version}: ${chosen.length} of ${visible.blocks.length} blocks are text`,
  };
  return {
    verdict,
    chosen,
    dropped,
    body,
    signals: signalsOf(verdict, body),
    wrapped,
    trace: [count, ...removals, ...tables.trace, ...(wrapped?.trace ?? [])],
  };
}

/**
 * Finds the text of a page and its confidence. Changes the document: nothing may read it afterwards.
 * @returns null if the page has no text
 */
export function findBody(input: BodyInput): BodyFinding | null {
  const { document, tree, hints, confidenceModel, geometry, off } = input;
  const { visible, hidden } = removeHiddenBlocks(tree, hints, geometry, off);
  if (visible.blocks.length === 0) return null;
  const { verdict, dropped, body, signals, wrapped, trace } = chooseText(visible, input);
  const { isGuess, sureLength } = verdict;
  const confidence = raisedBy(wrapped?.corrected ?? 0, confidenceIn(signals, confidenceModel));
  const isWhole = !isGuess && !off.has('body/whole-text') && isWholeText(visible, body, hints.titleBlock);
  return {
    element: pruneTo(document, body),
    confidence,
    signals,
    isGuess,
    isWhole,
    sureLength,
    evidence: wrapped?.evidence ?? null,
    trace: [
      ...hidden.trace,
      ...trace,
      ...(input.explain ? explainBlocks({ tree, visible, hidden, verdict, dropped, body }) : []),
      { rule: 'confidence', why: [confidence.toFixed(2), ...doubtsAbout(signals, confidenceModel)].join('; ') },
    ],
  };
}

/** Confidence of text under styles that a person has decided about, as a correction on one page holds on the others of its site (docs/wrappers.md). */
const correctedConfidence = 0.97;

const raisedBy = (corrected: number, confidence: number): number =>
  Math.max(confidence, corrected * correctedConfidence + (1 - corrected) * confidence);

interface ExplainInput {
  readonly tree: PageTree;
  readonly visible: PageTree;
  readonly hidden: HiddenBlocks;
  readonly verdict: BlockVerdict;
  readonly dropped: ReadonlyMap<Block, string | null>;
  readonly body: readonly Block[];
}

/** A trace line for each block of the page, in document order. */
function explainBlocks({ tree, visible, hidden, verdict, dropped, body }: ExplainInput): TraceLine[] {
  const inBody = new Set(body);
  const indexes = new Map(visible.blocks.map((block, at) => [block, at]));
  return tree.blocks.map((block, number) => {
    const start = `<${block.element.localName}> "${block.text.length > 60 ? `${block.text.slice(0, 60)}…` : block.text}"`;
    const at = indexes.get(block);
    if (at === undefined) return { rule: 'block', why: `${start} hidden: ${hidden.rules[number]}` };
    const rule = dropped.get(block);
    const result = inBody.has(block) ? 'body' : !verdict.isBody[at] ? 'not text' : `removed: ${rule ?? 'learned'}`;
    return {
      rule: 'block',
      why: `${(verdict.probabilities[at] ?? 0).toFixed(2)} ${result} ${start}\n    ${verdict.reasons(at)}`,
    };
  });
}
