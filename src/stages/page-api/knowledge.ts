import type { ListApiSample } from '../../model/page/list-api.ts';
import {
  type ApiFinding,
  type ApiKnowledge,
  type ApiSample,
  agreementsMissing,
  type ComparedCosts,
  type LearnedApi,
  type LearningFinding,
  type PageApi,
  type RequestTemplate,
  requiredSamples,
} from '../../model/page/page-api.ts';
import { inferApi } from './infer.ts';
import type { Inferred } from './infer-most.ts';
import { namedKnowledge } from './named.ts';
import { shellPlaces } from './request-plan.ts';

/** What differs between kinds of APIs that are learned. */
export interface Learning<Sample, Api> {
  readonly infer: (samples: readonly Sample[]) => Inferred<Api>;
  /** Whether two samples are of one page: then the later one counts. */
  readonly isSame: (a: Sample, b: Sample) => boolean;
  /** Why a rendered page has no sample. */
  readonly miss: string;
}

type AnySample = ApiSample | ListApiSample;
interface AnyApi {
  readonly requests: readonly RequestTemplate[];
}

const articles: Learning<ApiSample, PageApi> = {
  infer: inferApi,
  isSame: (a, b) => a.url === b.url,
  miss: 'no answer to the scripts of the page has its text',
};

/** Comparisons that are remembered, and how many of them may differ. */
const comparisonsKept = 20;
const maxDifferences = 1;
/** Rendered articles without a sample before learning is given up. */
const maxMisses = 3;
/** Samples from which no template could be made before learning is given up. */
const maxSamples = 5;
/** What was refused is tried again after this time, ms: sites are rebuilt. */
const retryAfterMs = 7 * 24 * 3_600_000;

const nothingKnown = (now: Date): LearnedApi<never, never> => ({
  state: 'learning',
  reason: '',
  samples: [],
  misses: 0,
  api: null,
  shared: {},
  scripts: [],
  agreed: [],
  lastDifference: '',
  decidedAt: now,
});

/** The knowledge that still counts: what was refused is forgotten after a week. @param named the API that the scraper names now; null: none */
export function validKnowledge<Sample, Api>(
  knowledge: LearnedApi<Sample, Api> | null,
  now: Date,
  named: Api | null = null,
): LearnedApi<Sample, Api> | null {
  if (named !== null) return namedKnowledge(named, knowledge, now);
  if (knowledge?.isNamed === true) return null; // the scraper no longer names it
  const isOld = knowledge?.state === 'refused' && now.getTime() - knowledge.decidedAt.getTime() > retryAfterMs;
  return isOld ? null : knowledge;
}

/** Adds what a visit of an article found. @param named the API that the scraper names for the page; null: none @returns the same object where nothing changes */
export const addApiFinding = (
  before: ApiKnowledge | null,
  finding: ApiFinding,
  now: Date,
  named: PageApi | null = null,
): ApiKnowledge => addLearned(articles, validKnowledge(before, now, named), finding, now);

/** Adds what a visit found. @param before that still counts @returns the same object where nothing changes */
export function addLearned<Sample extends AnySample, Api extends AnyApi>(
  learning: Learning<Sample, Api>,
  before: LearnedApi<Sample, Api> | null,
  finding: LearningFinding<Sample>,
  now: Date,
): LearnedApi<Sample, Api> {
  const knowledge: LearnedApi<Sample, Api> = before ?? nothingKnown(now);
  if (finding.kind === 'sampled')
    return knowledge.state === 'learning' ? sampled(learning, knowledge, finding, now) : knowledge;
  if (finding.kind === 'unfit')
    return knowledge.state === 'learning' ? refused(knowledge, finding.reason, now) : knowledge;
  if (knowledge.api === null) return knowledge;
  if (finding.kind === 'renewed') return { ...knowledge, shared: { ...knowledge.shared, ...finding.shared } };
  return compared(knowledge, finding, now);
}

type Sampled<Sample> = Extract<LearningFinding<Sample>, { readonly kind: 'sampled' }>;

function sampled<Sample extends AnySample, Api extends AnyApi>(
  { infer, isSame, miss: reason }: Learning<Sample, Api>,
  knowledge: LearnedApi<Sample, Api>,
  { sample }: Sampled<Sample>,
  now: Date,
): LearnedApi<Sample, Api> {
  if (sample === null) {
    const misses = knowledge.misses + 1;
    return misses < maxMisses ? { ...knowledge, misses, reason } : refused(knowledge, reason, now);
  }
  const samples = [...knowledge.samples.filter((earlier) => !isSame(earlier, sample)), sample];
  const learning = {
    ...knowledge,
    samples,
    misses: 0,
    reason: `${samples.length} of ${requiredSamples} pages are known`,
  };
  if (samples.length < requiredSamples) return learning;
  const inferred = infer(samples);
  const proven = samples.flatMap((earlier) => earlier.proven);
  const why =
    'reason' in inferred ? inferred.reason : unprovenReason(inferred.unproven.filter((text) => !proven.includes(text)));
  if (why !== null || 'reason' in inferred)
    return samples.length < maxSamples ? { ...learning, reason: why ?? '' } : refused(knowledge, why ?? '', now);
  return {
    ...learning,
    state: 'trial',
    reason: `learned from ${samples.length} pages; it is compared with rendered pages`,
    samples: [],
    api: inferred.api,
    shared: sharedValues(inferred.api, samples),
    scripts: sample.scripts,
    decidedAt: now,
  };
}

const unprovenReason = ([text]: readonly string[]): string | null =>
  text === undefined
    ? null
    : `"${text.slice(0, 40)}" is neither in the page nor in its scripts: it may belong to one session`;

function refused<Sample, Api>(knowledge: LearnedApi<Sample, Api>, reason: string, now: Date): LearnedApi<Sample, Api> {
  return { ...knowledge, state: 'refused', reason, samples: [], misses: 0, api: null, shared: {}, decidedAt: now };
}

type Compared = Extract<LearningFinding<unknown>, { readonly kind: 'compared' }>;

function compared<Sample, Api>(
  knowledge: LearnedApi<Sample, Api>,
  { difference, scripts, renewed, costs }: Compared,
  now: Date,
): LearnedApi<Sample, Api> {
  const agreed = [...knowledge.agreed, difference === ''].slice(-comparisonsKept);
  const next = {
    ...knowledge,
    agreed,
    lastDifference: difference || knowledge.lastDifference,
    scripts: scripts ?? knowledge.scripts,
    shared: { ...knowledge.shared, ...renewed },
    ...(costs === undefined ? {} : { costs: meanCosts(knowledge.costs, costs) }),
  };
  if (knowledge.isNamed === true) return next; // a person decides
  const differences = agreed.filter((isSame) => !isSame).length;
  if (differences > maxDifferences)
    return {
      ...refused(
        next,
        `${differences} of the last ${agreed.length} comparisons differed: ${difference || next.lastDifference}`,
        now,
      ),
      agreed: [],
    };
  if (next.state === 'trial' && agreementsMissing(agreed) <= 0)
    return {
      ...next,
      state: 'learned',
      reason: `${agreed.filter(Boolean).length} pages were the same as rendered`,
      decidedAt: now,
    };
  return next;
}

function meanCosts(before: ApiKnowledge['costs'], added: ComparedCosts): NonNullable<ApiKnowledge['costs']> {
  if (before === undefined) return { ...added, pages: 1 };
  const pages = before.pages + 1;
  const weight = 1 / Math.min(pages, comparisonsKept);
  const mean = (name: keyof ComparedCosts) => before[name] + (added[name] - before[name]) * weight;
  return {
    pages,
    apiMs: mean('apiMs'),
    browserMs: mean('browserMs'),
    apiBytes: mean('apiBytes'),
    browserBytes: mean('browserBytes'),
  };
}

/** Values of the shell that all samples have in common. */
function sharedValues(api: AnyApi, samples: readonly AnySample[]): Readonly<Record<string, string>> {
  const values = shellPlaces(api).flatMap((place) => {
    const constants = samples.flatMap(({ requests }) =>
      requests.flatMap(({ parts }) =>
        Object.values(parts).flatMap((templates) => (templates.includes(`\${${place}}`) ? [templates[0] ?? ''] : [])),
      ),
    );
    return constants.length >= samples.length && new Set(constants).size === 1
      ? [[place, constants[0] ?? ''] as const]
      : [];
  });
  return Object.fromEntries(values);
}
