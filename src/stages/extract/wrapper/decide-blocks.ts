import type { LearnedStyle } from '../../../model/wrapper/learned-wrapper.ts';
import { placedCode } from './line-code.ts';
import type { StylePaths } from './style-paths.ts';
import type { WrapperIndex } from './wrapper-index.ts';

/** A block to decide about. */
export interface ScoredBlock {
  readonly paths: StylePaths;
  readonly words: number;
  /** By the generic extractor. */
  readonly score: number;
  readonly isRemoved: boolean;
  /** It is a line of another article's teaser. Absent in stored profiles. */
  readonly isTeaser?: boolean;
  /** The whole text, with folded white space. */
  readonly text: string;
  /** By `lineCode`; called only for blocks of the body. */
  readonly code: () => string;
}

/** Why a wrapper decides otherwise than the generic extractor. */
export type WrapperReason = 'style' | 'corrected-style' | 'unknown-style' | 'recurring' | 'expression';

export interface BlockDecision {
  readonly keep: boolean;
  /** Null: as the generic extractor. */
  readonly reason: WrapperReason | null;
  readonly why: string;
}

export interface Decisions {
  readonly blocks: readonly BlockDecision[];
  /** Share of the generic body's words under known styles. */
  readonly known: number;
  /** Share of the body's words under styles of corrected pages. */
  readonly corrected: number;
}

// Chosen on site-years of big9 by models that had not seen the publisher, from 1, 2, 3 and 9 other pages; neighbouring values give the same within .0005.
/** Weight of a style's score in the decision, by where it comes from. */
const styleWeight = { generic: 0.3, corrected: 0.7 } as const;
/** Without corrections, scores farther than this from the decision stay as they are: the model is sure. */
const doubtfulRange = 0.3;
/** On sites with corrected pages, text under a style that these do not have must reach this score. */
const minUnknownScore = 0.7;
/** That rule needs this share of the text under styles that the corrected pages have: else it is another template. */
const minCorrectedShare = 0.5;
/** Share of the body's words that lines which recur may be, at most: more is a copy of a learning page. */
const maxRecurringShare = 0.3;

/** Which blocks are the article, by the generic extractor and what is known of the site. Pure. */
export function decideBlocks(blocks: readonly ScoredBlock[], index: WrapperIndex): Decisions {
  const opinions = blocks.map((block) => opinionOf(block, index));
  const wordsWhere = (applies: (at: number) => boolean): number =>
    blocks.reduce((sum, { words }, at) => sum + (applies(at) ? words : 0), 0);
  const text = wordsWhere((at) => (opinions[at]?.score ?? 0) >= 0.5);
  const correctedText = wordsWhere((at) => (opinions[at]?.score ?? 0) >= 0.5 && opinions[at]?.by === 'corrected-style');
  const corrected = correctedText / Math.max(1, text);
  const isStrict = index.wrapper.correctedPages > 0 && corrected >= minCorrectedShare;
  const decided = blocks.map((block, at) =>
    decide(block, opinions[at] as Opinion, isStrict && !isUsualText(block, index)),
  );
  const placed = blocks.map(({ words, score, paths }) => ({ words, score, path: paths.three }));
  return { blocks: withoutRecurring(blocks, decided, index), known: knownShare(placed, index), corrected };
}

/** Share of the words of the generic body under styles of three levels that held text on the learning pages: the evidence of drift. */
export function knownShare(
  blocks: readonly { readonly words: number; readonly score: number; readonly path: string }[],
  index: WrapperIndex,
): number {
  let [known, total] = [0, 0];
  for (const { words, score, path } of blocks) {
    if (score < 0.5) continue;
    total += words;
    if (index.isTextPath(path)) known += words;
  }
  return known / Math.max(1, total);
}

/** Lists, headings and tables are on some pages only: that a corrected page has none says nothing. */
const rareParts = /^(?:li|h[1-6]|dd|dt|td|th)(?![a-z0-9])/;
/** Mean score, on two other pages and more, from which a style usually holds text. */
const usualScore = 0.6;

/** Whether text of this style needs no corrected page that has it. */
const isUsualText = ({ paths, isRemoved }: ScoredBlock, index: WrapperIndex): boolean =>
  rareParts.test(paths.three) ||
  index
    .stylesOf(paths, isRemoved)
    .some(({ detail, score, pages }) => detail === 'three' && pages >= 2 && score >= usualScore);

interface Opinion {
  readonly score: number;
  readonly by: 'generic' | 'style' | 'corrected-style';
  readonly style: LearnedStyle | null;
}

/** The generic score, mixed with the scores of the block's styles: each finer one counts its pages against one page of the coarser. */
function opinionOf({ paths, score, isRemoved }: ScoredBlock, index: WrapperIndex): Opinion {
  const styles = index.stylesOf(paths, isRemoved);
  const corrected = styles.filter((style) => style.corrected !== null);
  if (corrected.length > 0) {
    const mixed = mixedScore(score, corrected, (style) => style.corrected);
    return {
      score: (1 - styleWeight.corrected) * score + styleWeight.corrected * mixed,
      by: 'corrected-style',
      style: corrected.at(-1) ?? null,
    };
  }
  if (styles.length === 0 || Math.abs(score - 0.5) > doubtfulRange) return { score, by: 'generic', style: null };
  const mixed = mixedScore(score, styles, (style) => style);
  return {
    score: (1 - styleWeight.generic) * score + styleWeight.generic * mixed,
    by: 'style',
    style: styles.at(-1) ?? null,
  };
}

function mixedScore(
  own: number,
  styles: readonly LearnedStyle[],
  of: (style: LearnedStyle) => { readonly score: number; readonly pages: number } | null,
): number {
  let mixed = own;
  for (const style of styles) {
    const { score, pages } = of(style) ?? { score: mixed, pages: 0 };
    mixed = (pages * score + mixed) / (pages + 1);
  }
  return mixed;
}

function decide(block: ScoredBlock, { score, by, style }: Opinion, isStrict: boolean): BlockDecision {
  const generic = block.score >= 0.5;
  if (isStrict && by !== 'corrected-style' && score >= 0.5 && score < minUnknownScore)
    return { keep: false, reason: 'unknown-style', why: 'the corrected pages have no text of this style' };
  // other pages may have their text in the same style
  if (!generic && block.isTeaser === true && by !== 'corrected-style') return { keep: false, reason: null, why: '' };
  const keep = score >= 0.5;
  if (keep === generic || by === 'generic') return { keep: generic, reason: null, why: '' };
  return { keep, reason: by, why: style === null ? '' : describeStyle(style) };
}

const describeStyle = ({ path, score, pages, corrected }: LearnedStyle): string =>
  corrected === null
    ? `"${path}" has a score of ${score} on ${pages} pages`
    : `"${path}" has ${corrected.score === 0 ? 'no text' : `a score of ${corrected.score}`} on ${corrected.pages} corrected pages`;

/** Without lines that recur on other pages, unless they are too much of the text. */
function withoutRecurring(
  blocks: readonly ScoredBlock[],
  decided: readonly BlockDecision[],
  index: WrapperIndex,
): readonly BlockDecision[] {
  const removals = new Map<number, BlockDecision>();
  let [removed, total] = [0, 0];
  for (const [at, block] of blocks.entries()) {
    if (decided[at]?.keep !== true) continue;
    total += block.words;
    const removal = removalOf(block, index);
    if (removal === null) continue;
    removals.set(at, removal);
    removed += block.words;
  }
  if (removals.size === 0 || removed > maxRecurringShare * total) return decided;
  return decided.map((decision, at) => removals.get(at) ?? decision);
}

function removalOf({ paths, code, text }: ScoredBlock, { recurring, expressions }: WrapperIndex): BlockDecision | null {
  if (recurring.size > 0 && recurring.has(placedCode(code(), paths.two)))
    return { keep: false, reason: 'recurring', why: 'other pages have the same line' };
  const expression = expressions.find(({ path, pattern }) => path === paths.two && pattern.test(text));
  return expression === undefined ? null : { keep: false, reason: 'expression', why: String(expression.pattern) };
}
