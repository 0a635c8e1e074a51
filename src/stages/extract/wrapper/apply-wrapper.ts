import type { TraceLine } from '../../../model/article/draft.ts';
import type { LearnedWrapper, WrapperEvidence } from '../../../model/wrapper/learned-wrapper.ts';
import { modelWords } from '../classifier/tokens.ts';
import type { Block } from '../page/blocks.ts';
import type { PageTree } from '../page/page-tree.ts';
import { stylesNames } from '../page/style-names.ts';
import { type Decisions, decideBlocks, type ScoredBlock } from './decide-blocks.ts';
import { lineCode } from './line-code.ts';
import { stylePathsOf } from './style-paths.ts';
import { indexOf, type WrapperIndex } from './wrapper-index.ts';

/** The generic extractor's choice on a page. */
export interface GenericChoice {
  readonly probabilities: readonly number[];
  /** By chosen block: the boilerplate rule that removes it, or null. */
  readonly dropped: ReadonlyMap<Block, string | null>;
  readonly body: readonly Block[];
  /** The lines of teasers of other articles; a wrapper adds none of them. Default: none. */
  readonly teasers?: () => ReadonlySet<Block>;
}

export interface WrappedBody {
  /** In document order; never empty where the generic body is not. */
  readonly body: readonly Block[];
  readonly evidence: WrapperEvidence;
  /** Share of the body under styles of corrected pages. */
  readonly corrected: number;
  readonly trace: readonly TraceLine[];
}

/** Applies what is known of the site to the generic extractor's choice. @param tree without hidden blocks */
export function applyWrapper(tree: PageTree, choice: GenericChoice, wrapper: LearnedWrapper): WrappedBody {
  const index = indexOf(wrapper);
  const scored = scoredBlocks(tree, choice, index);
  const decisions = decideBlocks(scored, index);
  const kept = tree.blocks.filter((_, at) => decisions.blocks[at]?.keep === true);
  const body = kept.length > 0 ? kept : choice.body;
  return {
    body,
    evidence: { known: decisions.known, changed: changedShare(scored, decisions) },
    corrected: decisions.corrected,
    trace: traceOf(tree, decisions, wrapper),
  };
}

function scoredBlocks(
  tree: PageTree,
  { probabilities, dropped, body, teasers = () => new Set() }: GenericChoice,
  index: WrapperIndex,
): ScoredBlock[] {
  const inBody = new Set(body);
  const paths = pathsIn(tree, index.names);
  const inTeaser = teasers();
  return tree.blocks.map((block, at) => ({
    paths: paths[at] ?? { two: '', three: '', full: '' },
    words: modelWords(block.text).length,
    score: boundedProbability(probabilities[at] ?? 0, inBody.has(block)),
    isRemoved: (dropped.get(block) ?? null) !== null,
    isTeaser: inTeaser.has(block),
    text: block.text,
    code: () => lineCode(block.text),
  }));
}

/** The bounds of a score on both sides of the decision: rules decide after the model, and its probability may say the opposite. */
const [minInside, maxOutside] = [0.6, 0.4] as const;

/** The generic extractor's opinion of a block: the model's probability, and what rules have decided after it. */
export const boundedProbability = (probability: number, isBody: boolean): number =>
  isBody ? Math.max(probability, minInside) : Math.min(probability, maxOutside);

/** The style paths of a page's blocks. */
export function pathsIn({ tags, parents, elements, blocks }: PageTree, names: ReadonlySet<string> | null) {
  const around = {
    tags,
    parents,
    // most elements hold no text: their names are never asked for
    namesOf: (at: number) => {
      const element = elements[at];
      return stylesNames(element?.getAttribute('class') ?? null, element?.getAttribute('id') ?? null);
    },
  };
  return stylePathsOf(around, blocks, names);
}

function changedShare(blocks: readonly ScoredBlock[], decisions: Decisions): number {
  let [changed, total] = [0, 0];
  for (const [at, { words, score }] of blocks.entries()) {
    const keep = decisions.blocks[at]?.keep === true;
    if (keep || score >= 0.5) total += words;
    if (keep !== score >= 0.5) changed += words;
  }
  return changed / Math.max(1, total);
}

/** Characters of a block in the trace: they change no result. */
const shownLength = 60;

function traceOf(
  { blocks }: PageTree,
  { blocks: decisions, known }: Decisions,
  { pages, correctedPages }: LearnedWrapper,
): TraceLine[] {
  const learnedFrom = `${pages} pages, ${correctedPages} of them corrected`;
  const changes = decisions.flatMap(({ keep, reason, why }, at) =>
    reason === null
      ? []
      : [
          {
            rule: `learned/${reason}`,
            why: `${keep ? 'added' : 'removed'} "${blocks[at]?.text.slice(0, shownLength)}": ${why}`,
          },
        ],
  );
  return [
    {
      rule: 'learned-wrapper',
      why: `learned from ${learnedFrom}; knows the styles of ${Math.round(known * 100)} % of the text`,
    },
    ...changes,
  ];
}
