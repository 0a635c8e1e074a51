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
  readonly onTopic: boolean;
}

export interface MemberVerdict {
  readonly canonicalId: string;
  readonly relation: Relation | null;
  readonly status: ArticleStatus;
}

/** A copy shorter than this share of the canonical text is a cut one. */
const truncatedBelow = 0.8;

/**
 * Judges a cluster: the canonical article is the earliest, then the most complete, then the first by address. It depends on the members only, not on the
 * order in which they were found, so that crawls that differ in timing end with the same store.
 */
export function judgeCluster(members: readonly ClusterMember[]): ReadonlyMap<string, MemberVerdict> {
  const [canonical] = [...members].sort(byPrecedence);
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

function byPrecedence(a: ClusterMember, b: ClusterMember): number {
  const [dayA, dayB] = [a.publishedAt?.slice(0, 10) ?? '9999', b.publishedAt?.slice(0, 10) ?? '9999'];
  if (dayA !== dayB) return dayA < dayB ? -1 : 1;
  if (a.bodyLength !== b.bodyLength) return b.bodyLength - a.bodyLength;
  return a.url < b.url ? -1 : 1;
}

function relationOf(member: ClusterMember, canonical: ClusterMember): Relation {
  if (member.bodyLength < canonical.bodyLength * truncatedBelow) return 'truncated';
  return member.site === canonical.site ? 'same' : 'syndicated';
}
