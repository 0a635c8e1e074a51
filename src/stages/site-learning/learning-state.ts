import type { ContentHash } from '../../model/page/snapshot.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { WrapperEvidence } from '../../model/wrapper/learned-wrapper.ts';
import type {
  LayoutDrift,
  LearningSample,
  SiteBrief,
  SiteLearning,
  WrapperVersion,
} from '../../model/wrapper/site-learning.ts';
import type { JudgedWrapper, WrapperVerdict } from '../../model/wrapper/wrapper-verdict.ts';

// What is learned when, and when a layout has changed. Pure: times are arguments.

/** Pages that are kept to learn from: more change a wrapper by less than .001 of F1 on ten site-years of big9. */
export const maxSamples = 60;
/** Versions of a wrapper that are listed, and whose contents are kept. */
const maxVersions = 20;
/** Articles from which the first wrapper is learned; it needs three that are no copies. */
const firstLearning = 5;
/** Articles after which a wrapper is learned again, each time twice as many. */
const [secondLearning, lastLearning] = [15, 480] as const;
/** Share of the text under known styles below which a page lacks the wrapper's styles. Any value from .3 to .7 does on big9. */
export const minKnown = 0.5;
/** A layout has changed when this many of the newest pages of a format lack the wrapper's styles. Measured on 30 pairs of years of big9: docs/wrappers.md. */
export const driftRule = { pages: 5, strange: 4 } as const;
/** Articles of the new layout from which it is learned. */
const afterDrift = 5;
/** Formats whose newest pages are remembered. */
const maxFormats = 20;
/** Pages of formats that the wrapper was not learned from. */
export const otherFormats = '*';

export const newLearning = (site: string, at: Date): SiteLearning => ({
  site,
  live: null,
  isPinned: false,
  versions: [],
  nextVersion: 1,
  samples: [],
  pagesSince: 0,
  learnAfter: firstLearning,
  recent: {},
  drift: null,
  drifts: 0,
  updatedAt: at,
});

/** A page that was read, and where it is stored. */
export interface PageSample {
  readonly url: CanonicalUrl;
  readonly snapshot: ContentHash;
  readonly at: Date;
}

/** An article that was read. */
export interface ReadArticle {
  readonly sample: PageSample;
  /** Whether the page gave an article: others say something of the layout, and are not learned from. */
  readonly isArticle: boolean;
  /** URL format without section names. */
  readonly format: string;
  /** Null: no wrapper was used. */
  readonly evidence: WrapperEvidence | null;
  /** Formats that the live wrapper was learned from. */
  readonly knownFormats: readonly string[];
}

export interface NotedArticle {
  readonly learning: SiteLearning;
  /** The layout has changed with this page. */
  readonly hasDrifted: boolean;
}

/** The site after an article. */
export function noteArticle(learning: SiteLearning, article: ReadArticle): NotedArticle {
  const { isArticle, evidence } = article;
  const isStrange = learning.live !== null && evidence !== null && evidence.known < minKnown;
  const { url, at } = article.sample;
  const sample: LearningSample = { ...article.sample, isStrange };
  const noted: SiteLearning = isArticle
    ? {
        ...learning,
        samples: [...learning.samples.filter((other) => other.url !== url), sample].slice(-maxSamples),
        pagesSince: learning.pagesSince + 1,
        updatedAt: at,
      }
    : { ...learning, updatedAt: at };
  if (learning.live === null || evidence === null) return { learning: noted, hasDrifted: false };
  const key = article.knownFormats.includes(article.format) ? article.format : otherFormats;
  const newest = [...(learning.recent[key] ?? []), isStrange].slice(-driftRule.pages);
  const recent = withFormat(learning.recent, key, newest);
  const isAlarm = newest.filter(Boolean).length >= driftRule.strange;
  if (!isAlarm || hasOpenDrift(learning)) return { learning: { ...noted, recent }, hasDrifted: false };
  // pages of another format may be another template of the same site: it is learned, too
  const isOldLayoutSeen = Object.entries(recent).some(([name, pages]) => name !== key && pages.at(-1) === false);
  if (key === otherFormats && isOldLayoutSeen)
    return {
      learning: { ...noted, recent: withFormat(recent, key, []), learnAfter: noted.pagesSince },
      hasDrifted: false,
    };
  return { learning: drifted({ ...noted, recent }, url), hasDrifted: true };
}

/** Whether the layout has changed and no wrapper for the new one is live. */
export const hasOpenDrift = ({ drift }: SiteLearning | SiteBrief): boolean => drift !== null && drift.healedAt === null;

/** How many sites are learned, have a wrapper in use, and have changed their layout without one for the new layout. */
export const countWrappers = (sites: readonly SiteBrief[]) => ({
  sites: sites.length,
  live: sites.filter(({ live }) => live !== null).length,
  drifts: sites.filter(hasOpenDrift).length,
});

function withFormat(recent: SiteLearning['recent'], key: string, pages: readonly boolean[]): SiteLearning['recent'] {
  const others = Object.entries(recent).filter(([name]) => name !== key);
  return Object.fromEntries([...others.slice(1 - maxFormats), [key, pages]]);
}

/** The wrapper is suspended, unless a person has pinned it; what is learned next comes from the pages since. */
function drifted(learning: SiteLearning, url: CanonicalUrl): SiteLearning {
  const { live, isPinned, samples, updatedAt } = learning;
  const fresh = samples.filter(({ isStrange }) => isStrange).slice(-driftRule.pages);
  const drift: LayoutDrift = {
    at: updatedAt,
    since: new Date(Math.min(...fresh.map(({ at }) => at.getTime()), updatedAt.getTime())),
    url,
    version: live ?? 0,
    detail: `${driftRule.strange} of the newest ${driftRule.pages} pages lack the styles of its text`,
    healedAt: null,
  };
  return {
    ...learning,
    live: isPinned ? live : null,
    versions: isPinned ? learning.versions : endVersion(learning.versions, live, updatedAt),
    samples: fresh,
    pagesSince: fresh.length,
    learnAfter: afterDrift,
    recent: {},
    drift,
    drifts: learning.drifts + 1,
  };
}

const endVersion = (versions: readonly WrapperVersion[], version: number | null, at: Date): readonly WrapperVersion[] =>
  versions.map((one) => (one.version === version ? { ...one, validUntil: at } : one));

/** Whether a wrapper should be learned now. */
export const isLearningDue = ({ pagesSince, learnAfter, isPinned, samples }: SiteLearning): boolean =>
  !isPinned && samples.length > 0 && pagesSince >= learnAfter;

/** An attempt to learn; null: there were too few different articles. */
export interface LearningResult {
  readonly pages: number;
  readonly correctedPages: number;
  readonly verdict: WrapperVerdict;
}

/** What an attempt to learn gave. */
export const resultOf = (judged: JudgedWrapper | null): LearningResult | null =>
  judged === null
    ? null
    : { pages: judged.wrapper.pages, correctedPages: judged.wrapper.correctedPages, verdict: judged.verdict };

/** The site after an attempt to learn: an accepted wrapper goes live, with `nextVersion` as its version. */
export function afterLearning(learning: SiteLearning, result: LearningResult | null, at: Date): SiteLearning {
  const isFirst = learning.versions.every(({ verdict }) => !verdict.isAccepted) || hasOpenDrift(learning);
  const learnAfter = Math.min(lastLearning, isFirst ? secondLearning : learning.learnAfter * 2);
  if (result === null)
    return {
      ...learning,
      pagesSince: 0,
      learnAfter: Math.max(firstLearning, Math.ceil(learning.learnAfter / 2)),
      updatedAt: at,
    };
  const version: WrapperVersion = {
    version: learning.nextVersion,
    learnedAt: at,
    pages: result.pages,
    correctedPages: result.correctedPages,
    verdict: result.verdict,
    validFrom: null,
    validUntil: null,
  };
  const added: SiteLearning = {
    ...learning,
    versions: [...learning.versions, version].slice(-maxVersions),
    nextVersion: version.version + 1,
    pagesSince: 0,
    learnAfter,
    updatedAt: at,
  };
  return result.verdict.isAccepted && !learning.isPinned ? switchTo(added, version.version, at) : added;
}

/** The site without a wrapper in use. */
export const suspend = (learning: SiteLearning, at: Date): SiteLearning => ({
  ...learning,
  live: null,
  versions: endVersion(learning.versions, learning.live, at),
  recent: {},
  updatedAt: at,
});

/** The oldest version whose contents are kept: those of the listed versions and of the live one are. */
export const oldestKept = ({ versions, live, nextVersion }: SiteLearning): number =>
  Math.min(live ?? nextVersion, versions[0]?.version ?? nextVersion);

/** The site with another version in use. @throws nothing: the caller has checked that the version exists */
export function switchTo(learning: SiteLearning, version: number, at: Date): SiteLearning {
  const ended = endVersion(learning.versions, learning.live, at);
  return {
    ...learning,
    live: version,
    versions: ended.map((one) => (one.version === version ? { ...one, validFrom: at, validUntil: null } : one)),
    recent: {},
    drift: learning.drift === null ? null : { ...learning.drift, healedAt: learning.drift.healedAt ?? at },
    updatedAt: at,
  };
}
