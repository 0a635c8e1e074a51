import {
  type ApiFinding,
  type ApiKnowledge,
  type ApiSample,
  agreementsMissing,
  type PageApi,
  requiredSamples,
} from '../../model/page/page-api.ts';
import { inferApi, shellPlaces } from './infer.ts';

/** Comparisons that are remembered, and how many of them may differ. */
const comparisonsKept = 20;
const maxDifferences = 1;
/** Rendered articles without a sample before learning is given up. */
const maxMisses = 3;
/** Samples from which no template could be made before learning is given up. */
const maxSamples = 5;
/** What was refused is tried again after this time, ms: sites are rebuilt. */
const retryAfterMs = 7 * 24 * 3_600_000;

const nothingKnown = (now: Date): ApiKnowledge => ({
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

/** The knowledge that still counts: what was refused is forgotten after a week. */
export const validKnowledge = (knowledge: ApiKnowledge | null, now: Date): ApiKnowledge | null =>
  knowledge?.state === 'refused' && now.getTime() - knowledge.decidedAt.getTime() > retryAfterMs ? null : knowledge;

/** Adds what a visit found. @returns the same object where nothing changes */
export function addApiFinding(before: ApiKnowledge | null, finding: ApiFinding, now: Date): ApiKnowledge {
  const knowledge = validKnowledge(before, now) ?? nothingKnown(now);
  if (finding.kind === 'sampled') return knowledge.state === 'learning' ? sampled(knowledge, finding, now) : knowledge;
  if (finding.kind === 'unfit')
    return knowledge.state === 'learning' ? refused(knowledge, finding.reason, now) : knowledge;
  if (knowledge.api === null) return knowledge;
  if (finding.kind === 'renewed') return { ...knowledge, shared: { ...knowledge.shared, ...finding.shared } };
  return compared(knowledge, finding, now);
}

type Sampled = Extract<ApiFinding, { readonly kind: 'sampled' }>;

function sampled(knowledge: ApiKnowledge, { sample }: Sampled, now: Date): ApiKnowledge {
  if (sample === null) {
    const misses = knowledge.misses + 1;
    const reason = 'no answer to the scripts of the page has its text';
    return misses < maxMisses ? { ...knowledge, misses, reason } : refused(knowledge, reason, now);
  }
  const samples = [...knowledge.samples.filter(({ url }) => url !== sample.url), sample];
  const learning = {
    ...knowledge,
    samples,
    misses: 0,
    reason: `${samples.length} of ${requiredSamples} pages are known`,
  };
  if (samples.length < requiredSamples) return learning;
  const inferred = inferApi(samples);
  const proven = samples.flatMap((one) => one.proven);
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

function refused(knowledge: ApiKnowledge, reason: string, now: Date): ApiKnowledge {
  return { ...knowledge, state: 'refused', reason, samples: [], misses: 0, api: null, shared: {}, decidedAt: now };
}

type Compared = Extract<ApiFinding, { readonly kind: 'compared' }>;

function compared(knowledge: ApiKnowledge, { difference, scripts, renewed }: Compared, now: Date): ApiKnowledge {
  const agreed = [...knowledge.agreed, difference === ''].slice(-comparisonsKept);
  const next = {
    ...knowledge,
    agreed,
    lastDifference: difference || knowledge.lastDifference,
    scripts: scripts ?? knowledge.scripts,
    shared: { ...knowledge.shared, ...renewed },
  };
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

/** Values of the shell that all samples have in common. */
function sharedValues(api: PageApi, samples: readonly ApiSample[]): Readonly<Record<string, string>> {
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
