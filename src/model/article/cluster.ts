import type { ArticleStatus } from './article.ts';
import type { ArticleBrief } from './article-brief.ts';
import type { Relation } from './story.ts';

/** What the verdict over a story cluster needs of each member. */
export interface ClusterMember {
  readonly id: string;
  readonly url: string;
  readonly site: string;
  /** ISO 8601, or null. */
  readonly publishedAt: string | null;
  readonly bodyLength: number;
  /** Of its source: 1 is usual. */
  readonly weight: number;
  readonly onTopic: boolean;
}

export interface MemberVerdict {
  readonly canonicalId: string;
  readonly relation: Relation | null;
  readonly status: ArticleStatus;
}

/** Why a member stands for its story: the last rule that was needed to tell. */
export type CanonicalRule = 'only' | 'earliest' | 'more-complete' | 'source-weight' | 'longest' | 'address';

export interface ClusterDecision {
  readonly canonicalId: string;
  readonly rule: CanonicalRule;
}

/** A copy shorter than this share of another text is a cut one: the other is clearly more complete. */
const truncatedBelow = 0.8;
/** Of texts of one time those as long as this share of the longest are all complete: a line of the agency's more makes no better copy. */
const completeFrom = 0.9;
const dayMs = 24 * 3_600_000;

/**
 * Judges a cluster: the earliest published is canonical, unless another of its first day is clearly more complete; of those that may be the earliest the one of the
 * source with most weight, then the longest, then the first by address. It depends on the members only, not on the order in which they were found, so that crawls
 * that differ in timing end with the same store.
 */
export function judgeCluster(members: readonly ClusterMember[]): ReadonlyMap<string, MemberVerdict> {
  const decision = decisionOf(members);
  const canonical = members.find(({ id }) => id === decision?.canonicalId);
  const verdicts = new Map<string, MemberVerdict>();
  if (canonical === undefined) return verdicts;
  for (const member of members) {
    const relation = member.id === canonical.id ? null : relationOf(member, canonical);
    const status = relation !== null ? 'duplicate' : member.onTopic ? 'published' : 'off-topic';
    verdicts.set(member.id, { canonicalId: canonical.id, relation, status });
  }
  return verdicts;
}

/** More members are a mistake of dedupe, not something to read. */
export const mostMembers = 100;

/** By which rule the canonical article of stored members was chosen; null without members. */
export const canonicalBy = (members: readonly ArticleBrief[]): CanonicalRule | null =>
  decisionOf(
    members.map((member) => ({
      ...member,
      publishedAt: member.publishedAt?.value ?? null,
    })),
  )?.rule ?? null;

/** The id of a cluster when several are tied together: independent of the order too. */
export const mergedClusterId = (ids: readonly string[]): string => [...ids].sort()[0] ?? '';

/** Which member stands for the story, and by which rule; null without members. */
export function decisionOf(members: readonly ClusterMember[]): ClusterDecision | null {
  const dated = members.map((member) => ({ member, ...timesOf(member) }));
  const start = Math.min(...dated.map(({ latest }) => latest));
  // what is more complete and comes later is an update of the story
  const isNew = dated.filter(({ earliest }) => earliest < start + dayMs);
  const whole = longestOf(isNew) * truncatedBelow;
  const complete = isNew.filter(({ member }) => member.bodyLength >= whole);
  const first = firstOf(complete);
  const [decided, ...others] = first.filter(({ member }) => member.bodyLength >= longestOf(first) * completeFrom);
  if (decided === undefined) return null;
  const { member, rule } = mostWeighty([decided, ...others].map((one) => one.member));
  const byTime = firstOf(dated).includes(decided) ? 'earliest' : 'more-complete';
  const byRest = first.length > 1 ? (rule ?? 'longest') : byTime;
  return { canonicalId: member.id, rule: members.length === 1 ? 'only' : byRest };
}

interface DatedMember {
  readonly member: ClusterMember;
  /** A day may be any time of it, ms; infinite without a date: after all others. */
  readonly earliest: number;
  readonly latest: number;
}

function timesOf({ publishedAt }: ClusterMember): Omit<DatedMember, 'member'> {
  const at = publishedAt === null ? Number.NaN : Date.parse(publishedAt);
  if (Number.isNaN(at)) return { earliest: Number.MAX_SAFE_INTEGER, latest: Number.MAX_SAFE_INTEGER };
  const isDay = publishedAt?.length === '2026-11-20'.length;
  return { earliest: at, latest: isDay ? at + dayMs - 1 : at };
}

/** Those that may be the earliest: begun before any other was certainly out. */
function firstOf(members: readonly DatedMember[]): readonly DatedMember[] {
  const start = Math.min(...members.map(({ latest }) => latest));
  return members.filter(({ earliest }) => earliest <= start);
}

const longestOf = (members: readonly DatedMember[]): number =>
  members.reduce((length, { member }) => Math.max(length, member.bodyLength), 0);

/** The first by weight, length and address, and which of these told it from the second. */
function mostWeighty(members: readonly ClusterMember[]): {
  readonly member: ClusterMember;
  readonly rule: CanonicalRule | null;
} {
  const [member, second] = members.toSorted(byPrecedence);
  if (member === undefined) throw new RangeError('a cluster has members');
  if (second === undefined) return { member, rule: null };
  const rule =
    member.weight !== second.weight ? 'source-weight' : member.bodyLength !== second.bodyLength ? 'longest' : 'address';
  return { member, rule };
}

function byPrecedence(a: ClusterMember, b: ClusterMember): number {
  if (a.weight !== b.weight) return b.weight - a.weight;
  if (a.bodyLength !== b.bodyLength) return b.bodyLength - a.bodyLength;
  return a.url < b.url ? -1 : 1;
}

/** What is much longer than the canonical article came later: a complete one of its first day would be canonical itself. */
function relationOf(member: ClusterMember, canonical: ClusterMember): Relation {
  if (member.bodyLength < canonical.bodyLength * truncatedBelow) return 'truncated';
  if (canonical.bodyLength < member.bodyLength * truncatedBelow) return 'update';
  return member.site === canonical.site ? 'same' : 'syndicated';
}
