import type { ArticleStatus } from './article.ts';
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

/** A copy shorter than this share of the canonical text is a cut one. */
const truncatedBelow = 0.8;
/** Texts as long as this share of the longest are all complete: a line of the agency's more makes no better copy. */
const completeFrom = 0.9;

/**
 * Judges a cluster: the canonical article is of the earliest day, complete, of the source with most weight, then the longest, then the first by address. It depends on the members only, not on the
 * order in which they were found, so that crawls that differ in timing end with the same store.
 */
export function judgeCluster(members: readonly ClusterMember[]): ReadonlyMap<string, MemberVerdict> {
  const canonical = canonicalOf(members);
  const verdicts = new Map<string, MemberVerdict>();
  if (canonical === undefined) return verdicts;
  for (const member of members) {
    const relation = member.id === canonical.id ? null : relationOf(member, canonical);
    const status = relation !== null ? 'duplicate' : member.onTopic ? 'published' : 'off-topic';
    verdicts.set(member.id, { canonicalId: canonical.id, relation, status });
  }
  return verdicts;
}

/** The id of a cluster when several are tied together: independent of the order too. */
export const mergedClusterId = (ids: readonly string[]): string => [...ids].sort()[0] ?? '';

function canonicalOf(members: readonly ClusterMember[]): ClusterMember | undefined {
  const firstDay = members.map(dayOf).sort()[0];
  const earliest = members.filter((member) => dayOf(member) === firstDay);
  const longest = earliest.reduce((length, member) => Math.max(length, member.bodyLength), 0);
  const complete = earliest.filter(({ bodyLength }) => bodyLength >= longest * completeFrom);
  return complete.sort(byPrecedence)[0];
}

/** Without a date: after all others. */
const dayOf = ({ publishedAt }: ClusterMember): string => publishedAt?.slice(0, 10) ?? '9999';

function byPrecedence(a: ClusterMember, b: ClusterMember): number {
  if (a.weight !== b.weight) return b.weight - a.weight;
  if (a.bodyLength !== b.bodyLength) return b.bodyLength - a.bodyLength;
  return a.url < b.url ? -1 : 1;
}

/** What is much longer than the canonical article came later: a complete one of its day would be canonical itself. */
function relationOf(member: ClusterMember, canonical: ClusterMember): Relation {
  if (member.bodyLength < canonical.bodyLength * truncatedBelow) return 'truncated';
  if (canonical.bodyLength < member.bodyLength * truncatedBelow) return 'update';
  return member.site === canonical.site ? 'same' : 'syndicated';
}
