import type { BlockVerdict } from '../classifier/judge-blocks.ts';
import type { MeasuredPage } from '../classifier/measured-page.ts';
import { clamp, log1, wordNgrams } from '../classifier/tokens.ts';
import type { Block } from '../page/blocks.ts';
import { agreementWith, missingOfDescription } from './cross-checks.ts';

/** What speaks for or against a body: the input of the confidence model. Shares are of the body's length. */
export const signalDescriptions = {
  precision: 'share of the body that the block model expects to be right, log odds',
  recall: 'share of the expected text that the body holds, log odds',
  doubtful: 'share of blocks below .9',
  added: 'rules added blocks',
  gaps: 'share of other text between the blocks of the body',
  before: 'share of long text before the body',
  after: 'share of long text after the body',
  mainContainer: 'share of the long text in one container',
  articles: 'number of <article> elements with long text, log',
  repetition: 'share of runs of five words that occur twice',
  densestRun: 'agreement with the run that has the most text for its markup',
  description: "share of the description's words that are missing near the beginning",
} as const;

export type SignalName = keyof typeof signalDescriptions;
export type Signals = Readonly<Record<SignalName, number>>;

/** Probability below which a block of the body is doubtful. */
const sureFrom = 0.9;
/** A share of text outside the body counts up to this, or a long page would outweigh everything else. */
const maxShare = 1;

/** @param body what rules have left of the blocks that the model chose, and what they have added */
export function signalsOf(verdict: BlockVerdict, body: readonly Block[]): Signals {
  const { page, probabilities, isBody: isChosen } = verdict;
  const inBody = new Set(body);
  const isBody = page.tree.blocks.map((block) => inBody.has(block));
  const [first, last] = [isBody.indexOf(true), isBody.lastIndexOf(true)];
  const lengthWhere = (applies: (at: number) => boolean, weights?: readonly number[]): number => {
    let sum = 0;
    for (let at = 0; at < page.count; at++)
      if (applies(at)) sum += (page.lengths[at] ?? 0) * (weights === undefined ? 1 : (weights[at] ?? 0));
    return sum;
  };
  const length = Math.max(
    1,
    lengthWhere((at) => isBody[at] === true),
  );
  const right = lengthWhere((at) => isBody[at] === true, probabilities);
  const shareWhere = (applies: (at: number) => boolean): number => Math.min(maxShare, lengthWhere(applies) / length);
  const isOtherLong = (at: number): boolean => page.isLong[at] === true && !isBody[at];
  return {
    precision: logOdds(right / length),
    recall: logOdds(
      right /
        Math.max(
          1,
          lengthWhere(() => true, probabilities),
        ),
    ),
    doubtful: shareWhere((at) => isBody[at] === true && (probabilities[at] ?? 0) < sureFrom),
    added: Number(isBody.some((is, at) => is && !isChosen[at])),
    gaps: shareWhere((at) => at > first && at < last && !isBody[at]),
    before: shareWhere((at) => at < first && isOtherLong(at)),
    after: shareWhere((at) => at > last && isOtherLong(at)),
    ...shapeOf(page, isBody),
    ...checksOf(page, isBody),
  };
}

const logOdds = (share: number): number => {
  const bounded = clamp(share, 0.001, 0.999);
  return Math.log(bounded / (1 - bounded));
};

function shapeOf(page: MeasuredPage, isBody: readonly boolean[]) {
  const { tree, sums, isLong, containers, lengths } = page;
  const byContainer = new Map<number, number>();
  let long = 0;
  for (const [at, is] of isBody.entries()) {
    if (!is || !isLong[at]) continue;
    const container = containers[at] ?? 0;
    byContainer.set(container, (byContainer.get(container) ?? 0) + (lengths[at] ?? 0));
    long += lengths[at] ?? 0;
  }
  const hasLong = (element: number): boolean =>
    (sums.long[tree.ends[element] ?? 0] ?? 0) > (sums.long[tree.starts[element] ?? 0] ?? 0);
  const runs = wordNgrams(wordsOfBody(page, isBody), 5);
  return {
    mainContainer: long === 0 ? 0 : Math.max(...byContainer.values()) / long,
    articles: log1(tree.tags.filter((tag, element) => tag === 'article' && hasLong(element)).length),
    repetition: runs.length === 0 ? 0 : 1 - new Set(runs).size / runs.length,
  };
}

function checksOf(page: MeasuredPage, isBody: readonly boolean[]) {
  const { main, hints } = page;
  const [from, to] = main.densestRun;
  return {
    densestRun: agreementWith((at) => at >= from && at < to, page, isBody),
    description: missingOfDescription(wordsOfBody(page, isBody), hints.description),
  };
}

const wordsOfBody = (page: MeasuredPage, isBody: readonly boolean[]): readonly string[] =>
  isBody.flatMap((is, at) => (is ? page.words(at) : []));
