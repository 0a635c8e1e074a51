import type { Link } from '../../model/link.ts';

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
}

/** m1 and m2 of scheduling, section 4: they sum to 1. */
const relevanceShare = 0.7;
const hubShare = 0.3;
/** After so long a piece of news is half as urgent. */
const halfLifeMs = 24 * 3_600_000;
/** For a link that carries no date: as if it were a day old. */
const undatedFreshness = 0.5;

/** A source that is due goes before every page: it is what finds new pages. */
export const sourcePriority = 1;

/** p(u) = m1 * cos + m2 * Hub(u), with Hub(u) = CL(u) / Cmax: 0 to 1, higher goes first. */
export function priorityOf({ link, depth, now, relevance, inLinks = 0, maxInLinks = 0 }: LinkFacts): number {
  const hub = maxInLinks > 0 ? Math.min(1, inLinks / maxInLinks) : 0;
  const cos = relevance ?? (1 / Math.max(1, depth) + freshness(link.publishedAt, now)) / 2;
  return relevanceShare * clampUnit(cos) + hubShare * hub;
}

function freshness(publishedAt: string | null, now: Date): number {
  const published = publishedAt === null ? Number.NaN : Date.parse(publishedAt);
  if (Number.isNaN(published)) return undatedFreshness;
  // A date in the future is a wrong time zone or an embargo: as fresh as can be.
  return 2 ** -(Math.max(0, now.getTime() - published) / halfLifeMs);
}

const clampUnit = (value: number): number => Math.min(1, Math.max(0, value));
