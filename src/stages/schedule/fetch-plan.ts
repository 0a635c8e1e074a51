import { createHash } from 'node:crypto';
import type { Comparison, FormatEvidence } from '../../model/page/format-evidence.ts';
import type { ListFinding } from '../../model/page/list-api.ts';
import { type ApiFinding, type LearnedApi, pagesMissing } from '../../model/page/page-api.ts';
import type { PlayerTrial } from '../../model/page/player-evidence.ts';
import type { UrlFormat } from './url-format.ts';

/**
 * How a page of a format is fetched with `render: auto`. `both`: static and in the browser, compared after extraction; `static-first`: the browser only where
 * the static fetch gives too little; `browser`: the browser only; `api`: by the API behind the page, in the browser only where that fails; `api-compared`: by the API and
 * in the browser, compared.
 */
export interface FetchPlan {
  readonly ways: 'both' | 'static-first' | 'browser' | 'api' | 'api-compared';
  readonly reason: string;
  /** Pages of the format that are still to be compared or sampled until its way is known; null: it is known. Others wait for them. */
  readonly comparisonsMissing: number | null;
}

/** Pages of an unknown format that are fetched both ways. */
export const requiredComparisons = 3;
/** As before, for a further format of a host whose formats agree: one page shows a template that is filled by scripts. */
const comparisonsAfterAgreement = 1;
/** Share of a known format's pages that are fetched both ways again: a change of the site shows after 50 pages on average. */
const recheckShare = 0.02;
/** The same share while comparisons contradict each other. */
const doubtShare = 0.2;
/** Static fetches that are remembered. A render costs about eight of them, so one useful answer in eight pays for the static fetch. */
const fetchesKept = 8;
const comparisonsKept = 5;

/** How far an API is known. */
export type ApiStanding = LearnedApi<unknown, unknown>;

/**
 * Whether the articles of a host are the same in both ways: three that were compared were, and no page of any format differed. Pages that lack something do not
 * count, since that is noticed without a comparison. Lists prove little of articles.
 */
export function agree(formats: readonly FormatEvidence[]): boolean {
  if (formats.some(({ comparisons }) => comparisons.some(({ result }) => result === 'differs'))) return false;
  const ofArticles = formats.filter(({ comparisons }) => !comparisons.some(({ isList }) => isList));
  return ofArticles.reduce((sum, { enough }) => sum + enough, 0) >= requiredComparisons;
}

/** Lists of a format that were the same in both ways, from which its short lists count as complete. */
const sameLists = 2;

/** Whether all comparisons of a format were the same, enough lists among them. */
export const listsAreSame = ({ comparisons }: FormatEvidence): boolean =>
  comparisons.filter(({ isList }) => isList).length >= sameLists &&
  comparisons.every(({ result }) => result === 'same');

/** What is known of a page beside its format. */
export interface KnownBeside {
  /** Of the page; default: that of the format's articles. */
  readonly api?: ApiStanding | null;
  /** Whether the formats of the host agree (`agree`). */
  readonly hostAgrees?: boolean;
}

/**
 * Chooses how to fetch a page.
 * @param chance 0 to 1, from `chanceOf`: selects the pages that are re-checked
 */
export function planFetch(
  evidence: FormatEvidence | null,
  chance: number,
  { api = evidence?.api ?? null, hostAgrees = false }: KnownBeside = {},
): FetchPlan {
  if (api?.isNamed === true) return readyApiPlan(api, chance);
  const compared = evidence?.compared ?? 0;
  const isAlike = hostAgrees && (evidence?.comparisons ?? []).every(({ result }) => result === 'same');
  const required = isAlike ? comparisonsAfterAgreement : requiredComparisons;
  if (evidence === null || compared < required)
    return {
      ways: 'both',
      reason: `unknown format: ${compared} of ${required} comparisons are made${isAlike ? ', since others of the host were the same' : ''}`,
      comparisonsMissing: required - compared,
    };
  const learned = learnedPlan(evidence);
  const byApi = learned.ways === 'browser' ? apiPlan(api, learned, chance) : null;
  if (byApi !== null) return byApi;
  const share = learned.isDoubtful ? doubtShare : recheckShare;
  if (chance >= share) return { ways: learned.ways, reason: learned.reason, comparisonsMissing: null };
  return {
    ways: 'both',
    reason: `re-check of ${share * 100} % of the pages; ${learned.reason}`,
    comparisonsMissing: null,
  };
}

/** Chooses how to fetch a page that needs the browser for a reason that no comparison can change. */
export const planRendered = (reason: string, chance: number, api: ApiStanding | null): FetchPlan =>
  apiPlan(api, { ways: 'browser', reason, isDoubtful: false }, chance) ?? {
    ways: 'browser',
    reason,
    comparisonsMissing: null,
  };

/** Null: nothing is known of an API, or it is refused. */
function apiPlan(api: ApiStanding | null, { reason }: LearnedFetch, chance: number): FetchPlan | null {
  if (api === null || api.state === 'refused') return null;
  const because = `${reason}; api: ${api.reason}`;
  if (api.state === 'learning') return { ways: 'browser', reason: because, comparisonsMissing: pagesMissing(api) };
  if (api.state === 'trial') return { ways: 'api-compared', reason: because, comparisonsMissing: pagesMissing(api) };
  return readyApiPlan(api, chance);
}

/** Whether pages come by the API: it is learned, or named by a scraper. */
export const isReady = (api: ApiStanding | null): boolean => api?.state === 'learned' || api?.isNamed === true;

/** The comparisons of a trial count for this long, ms. */
const trialCountsMs = 3_600_000;

/** The chance with which the visits of a ready API begin: right after its trial, the next comparison can wait. @param own of the visit */
export const firstChance = (api: ApiStanding | null, own: number, now: Date): number =>
  api?.state === 'learned' && api.isNamed !== true && now.getTime() - api.decidedAt.getTime() < trialCountsMs
    ? recheckShare
    : own;

/** Of an API that is ready. */
function readyApiPlan(api: ApiStanding, chance: number): FetchPlan {
  const isCompared = chance < recheckShare;
  const why = isCompared
    ? `comparison of ${recheckShare * 100} % of the pages; api: ${api.reason}`
    : `api: ${api.reason}`;
  return { ways: isCompared ? 'api-compared' : 'api', reason: why, comparisonsMissing: null };
}

/** How a known format is fetched. */
interface LearnedFetch {
  readonly ways: FetchPlan['ways'];
  readonly reason: string;
  readonly isDoubtful: boolean;
}

/**
 * A wrong static article can't be detected alone: one different result in the last comparisons sends the format to the browser. A static fetch without an
 * article is detected at once and falls back to the browser: only when all remembered ones gave nothing is the static fetch skipped.
 */
function learnedPlan({ comparisons, staticGave, compared, enough }: FormatEvidence): LearnedFetch {
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

/** Evidence from one visit; null: not fetched in that way. */
export interface FetchFinding {
  /** Whether the static fetch gave enough. */
  readonly staticGave: boolean | null;
  readonly comparison: Comparison | null;
  /** Undefined: the visit says nothing of an API. */
  readonly api?: ApiFinding | undefined;
  /** Undefined: the poll says nothing of an API behind its list. */
  readonly list?: ListFinding | undefined;
  /** Undefined: the visit says nothing of players that scripts build. */
  readonly players?: PlayerTrial | undefined;
}

/** The evidence of a format of which nothing is known. */
export const emptyEvidence = ({ host, format }: UrlFormat, now: Date): FormatEvidence => ({
  host,
  format,
  compared: 0,
  enough: 0,
  comparisons: [],
  staticGave: [],
  updatedAt: now,
});

/** Adds a visit's finding to the evidence. @returns null where nothing needs to be written: one more good static fetch of a format without bad ones */
export function addFinding(
  evidence: FormatEvidence | null,
  format: UrlFormat,
  { staticGave, comparison }: FetchFinding,
  now: Date,
): FormatEvidence | null {
  const before = evidence ?? emptyEvidence(format, now);
  const addsEvidence =
    comparison !== null || (staticGave !== null && (!staticGave || before.staticGave.includes(false)));
  if (!addsEvidence) return null;
  const isEnough = comparison !== null && (comparison.result === 'same' || comparison.result === 'browser-lacks');
  return {
    ...before,
    compared: before.compared + Number(comparison !== null),
    enough: before.enough + Number(isEnough),
    comparisons: [...before.comparisons, ...(comparison === null ? [] : [comparison])].slice(-comparisonsKept),
    staticGave: [...before.staticGave, ...(staticGave === null ? [] : [staticGave])].slice(-fetchesKept),
    updatedAt: now,
  };
}

/** A number in [0, 1) derived from page and visit: uniform, and the same again after a crash. */
export const chanceOf = (url: string, visit: number): number =>
  createHash('sha256').update(`${url}\n${visit}`).digest().readUInt32BE() / 2 ** 32;
