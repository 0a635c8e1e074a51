import { z } from 'zod';
import type { ArticleStatus } from './article.ts';
import type { ArticleBrief } from './article-brief.ts';
import type { Relation } from './story.ts';

/** One article of a story cluster, as far as the verdict needs it. */
export interface ClusterMember {
  readonly id: string;
  readonly url: string;
  readonly site: string;
  /** ISO 8601, or null. */
  readonly publishedAt: string | null;
  readonly bodyLength: number;
  /** Weight of its source; default 1. */
  readonly weight: number;
  readonly onTopic: boolean;
}

export interface MemberVerdict {
  readonly canonicalId: string;
  readonly relation: Relation | null;
  readonly status: ArticleStatus;
}

/** The rule that chose the canonical article: the last one that was needed. */
export const canonicalRuleSchema = z.enum(['only', 'earliest', 'more-complete', 'source-weight', 'longest', 'address']);
export type CanonicalRule = z.infer<typeof canonicalRuleSchema>;

export interface ClusterDecision {
  readonly canonicalId: string;
  readonly rule: CanonicalRule;
}

/** A copy shorter than this share of another text counts as truncated. */
const truncatedBelow = 0.8;
/** Texts of one time that have this share of the longest one's length all count as complete: an agency line more makes no better copy. */
const completeFrom = 0.9;
const dayMs = 24 * 3_600_000;

/**
 * Judges a cluster. The earliest published member is canonical, unless another one of the first day is clearly more complete. Among those that may be the earliest,
 * the source's weight decides, then the length, then the address. The verdict depends on the members only, not on their order of arrival: crawls that differ in
 * timing end with the same store.
 */
export function judgeCluster(members: readonly ClusterMember[]): ReadonlyMap<string, MemberVerdict> {
  const decision = chooseCanonical(members);
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

/** Members of a cluster that are read, at most: more are a mistake of dedupe. */
export const maxMembers = 100;

/** A member as a person sees it, with what the rules of the canonical article need. */
export type MemberBrief = Pick<
  ArticleBrief,
  | 'id'
  | 'url'
  | 'canonicalUrl'
  | 'site'
  | 'title'
  | 'status'
  | 'relation'
  | 'publishedAt'
  | 'bodyLength'
  | 'weight'
  | 'onTopic'
>;

/** The rule that chose the canonical article among stored members; null without members. */
export const canonicalRuleOf = (members: readonly MemberBrief[]): CanonicalRule | null =>
  chooseCanonical(
    members.map((member) => ({
      ...member,
      publishedAt: member.publishedAt?.value ?? null,
    })),
  )?.rule ?? null;

/** The id of the cluster that several are merged into: the same in any order. */
export const mergedClusterId = (ids: readonly string[]): string => [...ids].sort()[0] ?? '';

/** The canonical member and the rule that chose it; null without members. */
export function chooseCanonical(members: readonly ClusterMember[]): ClusterDecision | null {
  const dated = members.map((member) => ({ member, ...timesOf(member) }));
  const start = Math.min(...dated.map(({ latest }) => latest));
  // a more complete text of a later day is an update, not the original
  const isNew = dated.filter(({ earliest }) => earliest < start + dayMs);
  const completeLength = longestBody(isNew) * truncatedBelow;
  const complete = isNew.filter(({ member }) => member.bodyLength >= completeLength);
  const first = possiblyEarliest(complete);
  const [decided, ...others] = first.filter(({ member }) => member.bodyLength >= longestBody(first) * completeFrom);
  if (decided === undefined) return null;
  const { member, rule } = heaviest([decided, ...others].map((candidate) => candidate.member));
  const byTime = possiblyEarliest(dated).includes(decided) ? 'earliest' : 'more-complete';
  const byRest = first.length > 1 ? (rule ?? 'longest') : byTime;
  return { canonicalId: member.id, rule: members.length === 1 ? 'only' : byRest };
}

interface DatedMember {
  readonly member: ClusterMember;
  /** ms. A date without a time may be any time of its day; no date counts as later than all others. */
  readonly earliest: number;
  readonly latest: number;
}

function timesOf({ publishedAt }: ClusterMember): Omit<DatedMember, 'member'> {
  const at = publishedAt === null ? Number.NaN : Date.parse(publishedAt);
  if (Number.isNaN(at)) return { earliest: Number.MAX_SAFE_INTEGER, latest: Number.MAX_SAFE_INTEGER };
  const isDay = publishedAt?.length === '2026-11-20'.length;
  return { earliest: at, latest: isDay ? at + dayMs - 1 : at };
}

/** The members that may be the earliest: no other one is certainly older. */
function possiblyEarliest(members: readonly DatedMember[]): readonly DatedMember[] {
  const start = Math.min(...members.map(({ latest }) => latest));
  return members.filter(({ earliest }) => earliest <= start);
}

const longestBody = (members: readonly DatedMember[]): number =>
  members.reduce((length, { member }) => Math.max(length, member.bodyLength), 0);

/** The first by weight, length and address; `rule` is the one that put it before the second, null for a single member. */
function heaviest(members: readonly ClusterMember[]): {
  readonly member: ClusterMember;
  readonly rule: CanonicalRule | null;
} {
  const [member, second] = members.toSorted(byPrecedence);
  if (member === undefined) throw new RangeError('a cluster has no members');
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

/** A member much longer than the canonical article is an update: had it come on the first day, it would be canonical. */
function relationOf(member: ClusterMember, canonical: ClusterMember): Relation {
  if (member.bodyLength < canonical.bodyLength * truncatedBelow) return 'truncated';
  if (canonical.bodyLength < member.bodyLength * truncatedBelow) return 'update';
  return member.site === canonical.site ? 'same' : 'syndicated';
}
