import type { LearnedWrapper, WrapperField } from '../../../model/wrapper/learned-wrapper.ts';
import type { PageProfile, ProfileBlock } from '../../../model/wrapper/page-profile.ts';
import type { JudgedWrapper, WrapperScores } from '../../../model/wrapper/wrapper-verdict.ts';
import { decideBlocks } from '../wrapper/decide-blocks.ts';
import { indexOf } from '../wrapper/wrapper-index.ts';
import { withoutCopies } from './copies.ts';
import { stylePages } from './learn-styles.ts';
import { learnWrapper } from './learn-wrapper.ts';

/** Parts into which the pages are divided: each is held back once. */
const maxFolds = 5;
/** Share of the text that the generic extractor is sure of, which a wrapper without corrections must keep: it has no evidence against it. */
const minCompleteness = 0.97;
/** Loss that is noise: the bodies of ten pages differ by that much from one draw to the next. */
const tolerance = 0.002;
/** Length of the bodies beside the generic ones, without corrections. */
const lengthBounds = [0.9, 1.1] as const;
/** Share of held-back pages on which a field's selector must give the value. */
const minFieldAgreement = 0.6;

/**
 * Learns a wrapper and judges it on pages that were held back: by cross-validation, beside the generic extractor and the live wrapper. It is accepted if it is at least
 * as good on corrected pages, keeps what the generic extractor is sure of on the others, and has no more lines that recur. Pure.
 * @param live the wrapper in use; null: none
 * @returns null where there are too few pages to learn from
 */
export function learnAndJudge(
  site: string,
  pages: readonly PageProfile[],
  live: LearnedWrapper | null,
): JudgedWrapper | null {
  const wrapper = learnWrapper(site, pages);
  if (wrapper === null) return null;
  const judge = new PageJudge(pages);
  const { scores, fields, pages: judged } = heldBackScores(site, pages, judge) ?? selfScores(wrapper, pages, judge);
  const generic = meanScores(pages.map((page) => judge.scoresOf(page, page.blocks.map(isGeneric))));
  const present = live === null ? null : meanScores(pages.map((page) => judge.scoresOf(page, keptBlocks(page, live))));
  // the live wrapper has seen the corrected pages: the new one is compared with it as one that has, too
  const own = selfScores(wrapper, pages, judge).scores.corrected;
  const reason = objection({ scores, own, generic, present, correctedPages: wrapper.correctedPages });
  return {
    wrapper: { ...wrapper, fields: confirmedFields(wrapper, fields) },
    verdict: {
      isAccepted: reason === null,
      reason: reason ?? 'no objection',
      judgedPages: judged,
      scores,
      generic,
      live: present,
    },
  };
}

interface Held {
  readonly scores: WrapperScores;
  readonly pages: number;
  /** By field: the share of held-back pages with a value on which the selector gives it. */
  readonly fields: ReadonlyMap<WrapperField, number>;
}

function heldBackScores(site: string, pages: readonly PageProfile[], judge: PageJudge): Held | null {
  // corrected pages are spread over the parts
  const order = [...pages].sort((a, b) => Number(b.isCorrected) - Number(a.isCorrected));
  const count = Math.min(maxFolds, order.length);
  const scores: PageScores[] = [];
  const tries = new Map<WrapperField, boolean[]>();
  for (let fold = 0; fold < count; fold++) {
    const rest = order.filter((_, at) => at % count !== fold);
    const wrapper = learnWrapper(site, rest);
    if (wrapper === null) continue;
    for (const page of order.filter((_, at) => at % count === fold)) {
      scores.push(judge.scoresOf(page, keptBlocks(page, wrapper)));
      noteFields(page, wrapper, tries);
    }
  }
  if (scores.length === 0) return null;
  const fields = new Map([...tries].map(([field, hits]) => [field, hits.filter(Boolean).length / hits.length]));
  return { scores: meanScores(scores), pages: scores.length, fields };
}

/** One or two pages: nothing can be held back. The wrapper must at least reproduce what it was told. */
const selfScores = (wrapper: LearnedWrapper, pages: readonly PageProfile[], judge: PageJudge): Held => ({
  scores: meanScores(pages.map((page) => judge.scoresOf(page, keptBlocks(page, wrapper)))),
  pages: 0,
  fields: new Map(),
});

function noteFields({ fields }: PageProfile, wrapper: LearnedWrapper, tries: Map<WrapperField, boolean[]>): void {
  for (const [field, rule] of Object.entries(wrapper.fields) as [
    WrapperField,
    LearnedWrapper['fields']['title'] & object,
  ][]) {
    const sample = fields[field];
    if (sample === undefined) continue;
    const place = rule.attribute === null ? rule.selector : `${rule.selector}@${rule.attribute}`;
    tries.set(field, [...(tries.get(field) ?? []), sample.places.includes(place)]);
  }
}

/** The fields that held-back pages confirm, and those that a correction gives. */
function confirmedFields(
  { fields }: LearnedWrapper,
  agreement: ReadonlyMap<WrapperField, number>,
): LearnedWrapper['fields'] {
  const entries = Object.entries(fields) as [WrapperField, NonNullable<LearnedWrapper['fields']['title']>][];
  return Object.fromEntries(
    entries.filter(([field, { overrides }]) => overrides || (agreement.get(field) ?? 1) >= minFieldAgreement),
  );
}

interface PageScores {
  /** F1 with the corrected body; null: the page is not corrected. */
  readonly corrected: number | null;
  readonly agreement: number;
  readonly completeness: number;
  /** Words of the body beside the words of the generic one, without lines that recur. */
  readonly length: number;
  /** Share of the body's words in lines that recur. */
  readonly boilerplate: number;
}

const isGeneric = ({ score }: ProfileBlock): boolean => score >= 0.5;

/** Which blocks of a page a wrapper keeps. */
export function keptBlocks(page: PageProfile, wrapper: LearnedWrapper): boolean[] {
  const index = indexOf(wrapper);
  const [styled] = stylePages([page], wrapper.names);
  const scored = page.blocks.map(({ words, score, isRemoved, line, code }, at) => ({
    paths: styled?.paths[at] ?? { two: '', three: '', full: '' },
    words,
    score,
    isRemoved,
    text: line,
    code: () => code,
  }));
  const kept = decideBlocks(scored, index).blocks.map(({ keep }) => keep);
  return kept.includes(true) ? kept : page.blocks.map(isGeneric);
}

/** Score above which the generic extractor is sure. */
const sureScore = 0.9;

/** Scores a choice of blocks on the pages of a site. A line that several of them have is no text of theirs, however sure the generic extractor is. */
class PageJudge {
  readonly #recurring: ReadonlySet<string>;

  constructor(pages: readonly PageProfile[]) {
    const counts = new Map<string, number>();
    for (const { blocks } of withoutCopies(pages))
      for (const code of new Set(blocks.map((block) => block.code))) counts.set(code, (counts.get(code) ?? 0) + 1);
    this.#recurring = new Set([...counts].flatMap(([code, count]) => (count > 1 ? [code] : [])));
  }

  scoresOf({ blocks, isCorrected }: PageProfile, kept: readonly boolean[]): PageScores {
    const words = (applies: (block: ProfileBlock, at: number) => boolean): number =>
      blocks.reduce((sum, block, at) => sum + (applies(block, at) ? block.words : 0), 0);
    const isKept = (_: ProfileBlock, at: number): boolean => kept[at] === true;
    const f1 = (isRight: (block: ProfileBlock) => boolean): number => {
      const [ours, theirs] = [words(isKept), words(isRight)];
      return ours + theirs === 0
        ? 1
        : (2 * words((block, at) => isKept(block, at) && isRight(block))) / (ours + theirs);
    };
    const isOwn = ({ code }: ProfileBlock): boolean => !this.#recurring.has(code);
    const isSure = (block: ProfileBlock): boolean => block.score > sureScore && isOwn(block);
    const sure = words(isSure);
    return {
      corrected: isCorrected ? f1(({ isArticle }) => isArticle === true) : null,
      agreement: f1(isGeneric),
      completeness: sure === 0 ? 1 : words((block, at) => isSure(block) && isKept(block, at)) / sure,
      length:
        words((block, at) => isKept(block, at) && isOwn(block)) /
        Math.max(
          1,
          words((block) => isGeneric(block) && isOwn(block)),
        ),
      boilerplate: words((block, at) => isKept(block, at) && !isOwn(block)) / Math.max(1, words(isKept)),
    };
  }
}

function meanScores(pages: readonly PageScores[]): WrapperScores {
  const mean = (values: readonly number[]): number =>
    Math.round((values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)) * 10_000) / 10_000;
  const corrected = pages.flatMap((page) => (page.corrected === null ? [] : [page.corrected]));
  const others = pages.filter((page) => page.corrected === null);
  return {
    corrected: corrected.length === 0 ? null : mean(corrected),
    agreement: mean(others.map(({ agreement }) => agreement)),
    completeness: others.length === 0 ? 1 : mean(others.map(({ completeness }) => completeness)),
    length: others.length === 0 ? 1 : mean(others.map(({ length }) => length)),
    boilerplate: mean(others.map(({ boilerplate }) => boilerplate)),
  };
}

interface Case {
  readonly scores: WrapperScores;
  /** F1 on the corrected pages, none of them held back. */
  readonly own: number | null;
  readonly generic: WrapperScores;
  readonly present: WrapperScores | null;
  readonly correctedPages: number;
}

/** Why a wrapper must not go live; null: it may. */
function objection({ scores, own, generic, present, correctedPages }: Case): string | null {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  if (scores.corrected !== null) {
    if (scores.corrected < (generic.corrected ?? 0) - tolerance)
      return `F1 ${scores.corrected} on corrected pages, without a wrapper ${generic.corrected}`;
    if (present?.corrected != null && own !== null && own < present.corrected - tolerance)
      return `F1 ${own} on corrected pages, the live wrapper ${present.corrected}`;
  }
  if (correctedPages > 0) return null;
  if (scores.completeness < minCompleteness)
    return `loses ${percent(1 - scores.completeness)} of the text that is surely part of the article`;
  if (scores.boilerplate > generic.boilerplate + tolerance)
    return `${percent(scores.boilerplate)} of the bodies are lines that recur, without a wrapper ${percent(generic.boilerplate)}`;
  if (scores.length < lengthBounds[0] || scores.length > lengthBounds[1])
    return `the bodies have ${percent(scores.length)} of the length that they have without a wrapper`;
  return null;
}
