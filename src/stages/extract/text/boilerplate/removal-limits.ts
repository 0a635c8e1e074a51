import { type Block, isLong, lettersIn } from '../../page/blocks.ts';
import type { RulesOff } from '../../rules-off.ts';
import { certainText } from '../layout-outliers.ts';

/** A rule that removes chosen blocks, as far as the limits are concerned. */
export interface RemovalRule {
  readonly name: string;
  /** The rule removes copies only: no text is lost, so no limit applies. */
  readonly isCopy?: boolean;
  /** The rule has several kinds of evidence, and removes text that is another article's: no limit applies. */
  readonly isSure?: boolean;
  /** The rule knows a box by its name: such a rule never removes most of a text. */
  readonly isByName?: boolean;
  /** The rule has one kind of evidence, such as the words of the block. Text that the model is certain of needs a second one. */
  readonly isOneKind?: boolean;
}

interface ChosenText {
  readonly body: readonly Block[];
  /** The model's probability that a block is text. */
  readonly probabilityOf: (block: Block) => number;
  readonly hasUnusualMarkup: (block: Block) => boolean;
  readonly off: RulesOff;
}

/** Share of the certain text that one rule, or all rules together, may remove. Beyond it the article itself matches the rule. */
const maxCertainShare = 0.35;
/** Probability from which a long paragraph is likely text. Below it stand notices with full sentences: consent forms, terms of use. */
const likelyText = 0.9;
/** Share of all chosen text that a rule by names may remove, if that is more than `minTextLetters`. */
const maxRuleShare = 0.5;
/** Latin letters: a notice may be longer than the first paragraph of a paid article. */
const minTextLetters = 1_000;
/** Share of the likely long paragraphs that all rules together may remove, each weighted by its probability. */
const maxLongShare = 0.5;

/**
 * Ignores a rule where it removes too much: the rule is wrong about this page. Certain text needs two kinds of evidence, and no rule, nor all rules together,
 * remove more than a share of it, or most of the long paragraphs. Rules that remove copies have no limit.
 */
export function limitRemovals<Rule extends RemovalRule>(
  matches: readonly (Rule | null)[],
  text: ChosenText,
): (Rule | null)[] {
  const limited = limitLongText(limitCertainText(limitNameRules(withSecondKind(matches, text), text), text), text);
  const isLimited = limited.some((rule, at) => rule !== matches[at]);
  return isLimited && text.off.has('boilerplate-limit') ? [...matches] : limited;
}

const isUnlimited = (rule: RemovalRule | null): boolean => rule?.isCopy === true || rule?.isSure === true;

/** Long paragraphs at the beginning and at the end beside which notices stand: a standfirst, terms of use. Between the others, a place speaks for the text. */
const edgeParagraphs = 2;

/** Keeps certain blocks that a rule with one kind of evidence removes, unless their place, links or markup differ from those of the text. */
function withSecondKind<Rule extends RemovalRule>(
  matches: readonly (Rule | null)[],
  { body, probabilityOf, hasUnusualMarkup }: ChosenText,
): (Rule | null)[] {
  const long = [...body.keys()].filter((at) => isLong(body[at] as Block));
  const [from, to] = [long[edgeParagraphs - 1] ?? body.length, long.at(-edgeParagraphs) ?? 0];
  return matches.map((rule, at) => {
    const block = body[at] as Block;
    if (rule?.isOneKind !== true || probabilityOf(block) < certainText) return rule;
    const isWithinText = at > from && at < to;
    return isWithinText && block.linkLength === 0 && !hasUnusualMarkup(block) ? null : rule;
  });
}

/** Ignores a rule by names that would remove most of the text, however unsure the model is of it. */
function limitNameRules<Rule extends RemovalRule>(
  matches: readonly (Rule | null)[],
  { body }: ChosenText,
): (Rule | null)[] {
  const total = lettersIn(body);
  const removedBy = new Map<Rule, number>();
  for (const [at, { length }] of body.entries()) {
    const rule = matches[at] ?? null;
    if (rule?.isByName === true) removedBy.set(rule, (removedBy.get(rule) ?? 0) + length);
  }
  return matches.map((rule) => {
    const removed = rule === null ? 0 : (removedBy.get(rule) ?? 0);
    return removed > minTextLetters && removed > maxRuleShare * total ? null : rule;
  });
}

function limitCertainText<Rule extends RemovalRule>(
  matches: readonly (Rule | null)[],
  { body, probabilityOf }: ChosenText,
): (Rule | null)[] {
  const certainLengths = body.map((block) => (probabilityOf(block) >= certainText ? block.length : 0));
  let total = 0;
  const removedBy = new Map<Rule | null, number>();
  for (const [at, length] of certainLengths.entries()) {
    const rule = matches[at] ?? null;
    removedBy.set(rule, (removedBy.get(rule) ?? 0) + length);
    if (!isUnlimited(rule)) total += length;
  }
  const limit = maxCertainShare * total;
  const limited = [...removedBy].filter(([rule]) => rule !== null && !isUnlimited(rule));
  const ignored = new Set(limited.filter(([, length]) => length > limit).map(([rule]) => rule));
  const others = limited.filter(([rule]) => !ignored.has(rule));
  const isTooMuch = others.reduce((sum, [, length]) => sum + length, 0) > limit;
  return matches.map((rule, at) => {
    if (rule === null || isUnlimited(rule)) return rule;
    return ignored.has(rule) || (isTooMuch && certainLengths[at] !== 0) ? null : rule;
  });
}

/** Where the rules would remove most of the likely long paragraphs, they remove none of them. */
function limitLongText<Rule extends RemovalRule>(
  matches: readonly (Rule | null)[],
  { body, probabilityOf }: ChosenText,
): (Rule | null)[] {
  const isLikely = (block: Block): boolean => isLong(block) && probabilityOf(block) >= likelyText;
  let [total, removed] = [0, 0];
  for (const [at, block] of body.entries()) {
    const rule = matches[at] ?? null;
    if (!isLikely(block) || isUnlimited(rule)) continue;
    const expectedLength = block.length * probabilityOf(block);
    total += expectedLength;
    if (rule !== null) removed += expectedLength;
  }
  if (removed <= maxLongShare * total) return [...matches];
  return matches.map((rule, at) => (!isUnlimited(rule) && isLikely(body[at] as Block) ? null : rule));
}
