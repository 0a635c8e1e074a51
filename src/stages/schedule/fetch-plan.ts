import { createHash } from 'node:crypto';
import type { Comparison, FormatEvidence } from '../../model/page/format-evidence.ts';

/**
 * How a page of a format is fetched where the scraper leaves it open. `both`: static and in the browser, compared after extraction; `static-first`: the
 * browser only where the static fetch gives too little; `browser`: at once.
 */
export interface FetchPlan {
  readonly ways: 'both' | 'static-first' | 'browser';
  readonly reason: string;
  /** How many pages of an unknown format should still be compared; null for a known one. */
  readonly comparisonsMissing: number | null;
}

/** An unknown format is fetched both ways so often. */
export const requiredComparisons = 3;
/** A known one on this share of its pages: a change of the site is seen after 50 pages on the average. */
export const recheckShare = 0.02;
/** Comparisons that contradict one another are settled sooner. */
const doubtShare = 0.2;
/** Static fetches looked back at. A render costs about eight static fetches, so one useful answer in eight pays for asking first. */
const fetchesKept = 8;
const comparisonsKept = 5;

/** @param chance 0 to 1, the page's own (`chanceOf`): which pages are re-checked */
export function planFetch(evidence: FormatEvidence | null, chance: number): FetchPlan {
  const compared = evidence?.compared ?? 0;
  if (evidence === null || compared < requiredComparisons)
    return {
      ways: 'both',
      reason: `unknown format: ${compared} of ${requiredComparisons} comparisons are made`,
      comparisonsMissing: requiredComparisons - compared,
    };
  const learned = learnedPlan(evidence);
  const share = learned.isDoubtful ? doubtShare : recheckShare;
  if (chance >= share) return { ways: learned.ways, reason: learned.reason, comparisonsMissing: null };
  return {
    ways: 'both',
    reason: `re-check of ${share * 100} % of the pages; ${learned.reason}`,
    comparisonsMissing: null,
  };
}

interface KnownPlan extends Pick<FetchPlan, 'ways' | 'reason'> {
  readonly isDoubtful: boolean;
}

/**
 * A static article that differs is not seen as wrong when it comes alone, so one of the last comparisons that differed sends the format to the browser.
 * A static fetch without an article is seen on the spot: such pages fall back, and only where none of the last ones gave anything is the browser asked at once.
 */
function learnedPlan({ comparisons, staticGave, compared, enough }: FormatEvidence): KnownPlan {
  const last = comparisons.slice(-requiredComparisons);
  const differing = last.findLast(({ result }) => result === 'differs');
  if (differing !== undefined) {
    const count = last.filter(({ result }) => result === 'differs').length;
    const reason = `browser: ${count} of the last ${last.length} comparisons differed (${differing.detail})`;
    return { ways: 'browser', reason, isDoubtful: count < last.length };
  }
  if (staticGave.length >= requiredComparisons && !staticGave.includes(true)) {
    const why = last.at(-1)?.detail ?? 'nothing useful';
    const reason = `browser: the last ${staticGave.length} static fetches gave too little (${why})`;
    return { ways: 'browser', reason, isDoubtful: false };
  }
  const reason = `static: it was enough in ${enough} of ${compared} comparisons`;
  return { ways: 'static-first', reason, isDoubtful: false };
}

/** What a visit found out: null where it did not ask. */
export interface FetchFinding {
  /** Whether the static fetch gave what it should. */
  readonly staticGave: boolean | null;
  readonly comparison: Comparison | null;
}

/** The evidence with a visit's finding; null where that adds nothing worth a write: one more good static fetch of a format that has no others. */
export function addFinding(
  evidence: FormatEvidence | null,
  { host, format }: Pick<FormatEvidence, 'host' | 'format'>,
  { staticGave, comparison }: FetchFinding,
  now: Date,
): FormatEvidence | null {
  const before = evidence ?? { host, format, compared: 0, enough: 0, comparisons: [], staticGave: [], updatedAt: now };
  const addsEvidence =
    comparison !== null || (staticGave !== null && (!staticGave || before.staticGave.includes(false)));
  if (!addsEvidence) return null;
  const isEnough = comparison !== null && (comparison.result === 'same' || comparison.result === 'browser-lacks');
  return {
    host: before.host,
    format: before.format,
    compared: before.compared + Number(comparison !== null),
    enough: before.enough + Number(isEnough),
    comparisons: [...before.comparisons, ...(comparison === null ? [] : [comparison])].slice(-comparisonsKept),
    staticGave: [...before.staticGave, ...(staticGave === null ? [] : [staticGave])].slice(-fetchesKept),
    updatedAt: now,
  };
}

/** A page's own chance in [0, 1): uniform over pages and visits, and the same again after a crash. */
export const chanceOf = (url: string, visit: number): number =>
  createHash('sha256').update(`${url}\n${visit}`).digest().readUInt32BE() / 2 ** 32;
