import { importance } from '../../model/article/importance.ts';
import type { Link } from '../../model/web/link.ts';

/** What is known of a link when it is put into the frontier. */
export interface LinkFacts {
  readonly link: Pick<Link, 'publishedAt'>;
  /** Links away from the source; 1 is named by the source itself. */
  readonly depth: number;
  readonly now: Date;
  /** Cosine between topic and anchor text with its context, 0 to 1; undefined: not judged, nearness and freshness stand in. */
  readonly relevance?: number;
  /** Links found so far that point here, and the largest such number of any address. */
  readonly inLinks?: number;
  readonly maxInLinks?: number;
  /** m1, between 0 and 1. */
  readonly relevanceShare: number;
}

/** After so long a piece of news is half as urgent. */
const halfLifeMs = 24 * 3_600_000;
/** For a link that carries no date: as if it were a day old. */
const undatedFreshness = 0.5;

/** A source that is due goes before every page: it is what finds new pages. */
export const sourcePriority = 1;

/** Importance of a page that was not read yet: 0 to 1, higher goes first. */
export function priorityOf({ link, depth, now, inLinks = 0, maxInLinks = 0, ...known }: LinkFacts): number {
  const relevance = known.relevance ?? (1 / Math.max(1, depth) + freshness(link.publishedAt, now)) / 2;
  return importance({ relevance, inLinks }, { relevanceShare: known.relevanceShare, maxInLinks: maxInLinks });
}

function freshness(publishedAt: string | null, now: Date): number {
  const published = publishedAt === null ? Number.NaN : Date.parse(publishedAt);
  if (Number.isNaN(published)) return undatedFreshness;
  // A date in the future is a wrong time zone or an embargo: as fresh as can be.
  return 2 ** -(Math.max(0, now.getTime() - published) / halfLifeMs);
}
