import { importance } from '../../model/article/importance.ts';
import type { LinkedTask } from '../../model/crawl/task.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import { isListAddress } from './links/article-links.ts';

/** Facts about a link when it enters the frontier. */
export interface LinkFacts {
  /** The date in a feed or sitemap; null: none. */
  readonly publishedAt: string | null;
  /** Distance from the source in links; 1: the source itself links to it. */
  readonly depth: number;
  readonly now: Date;
  /** Cosine between topic and anchor text with its context, 0 to 1; undefined: not scored, depth and freshness are used instead. */
  readonly relevance?: number;
  /** Number of known links to this address, and the largest such number of any address. */
  readonly inLinks?: number;
  readonly maxInLinks?: number;
  /** m1, between 0 and 1. */
  readonly relevanceShare: number;
}

/** Half-life of the freshness. */
const halfLifeMs = 24 * 3_600_000;
/** Freshness of a link without a date: as if it were a day old. */
const undatedFreshness = 0.5;

/** Priority of a page that was not read yet: 0 to 1, higher first. */
export function priorityOf({ publishedAt, depth, now, inLinks = 0, maxInLinks = 0, ...known }: LinkFacts): number {
  const relevance = known.relevance ?? (1 / Math.max(1, depth) + freshness(publishedAt, now)) / 2;
  return importance({ relevance, inLinks }, { relevanceShare: known.relevanceShare, maxInLinks: maxInLinks });
}

/** Archives by tag, author and month name what other lists name: they come last (crawl/links/list-yields.ts). */
const archiveShare = 0.3;

/** Priority of the task of a link: `priorityOf`, less for a list. */
export const linkPriority = (url: CanonicalUrl, facts: LinkFacts): number =>
  (isListAddress(url) ? archiveShare : 1) * priorityOf(facts);

/**
 * The priority of a task by the present Cmax. At its entry Cmax was smaller, and its hub share higher. Only that share can be too high: the result is never below the
 * stored priority without it, and never above the stored one.
 */
export function priorityNow(
  task: LinkedTask,
  { relevanceShare, hasTopics }: { readonly relevanceShare: number; readonly hasTopics: boolean },
): number {
  const { url, depth, priority, publishedAt, dueAt, inLinks, relevance, maxInLinks } = task;
  if (maxInLinks === 0) return priority;
  const facts = { publishedAt, depth, now: dueAt, inLinks, maxInLinks, relevanceShare };
  const now = linkPriority(url, { ...facts, ...(hasTopics && { relevance: relevance ?? 0 }) });
  const lowest = priority - (1 - relevanceShare) * (1 - Math.min(1, inLinks / maxInLinks));
  return Math.min(priority, Math.max(now, lowest));
}

function freshness(publishedAt: string | null, now: Date): number {
  const published = publishedAt === null ? Number.NaN : Date.parse(publishedAt);
  if (Number.isNaN(published)) return undatedFreshness;
  // a date in the future (a wrong time zone, an embargo) counts as now
  return 2 ** -(Math.max(0, now.getTime() - published) / halfLifeMs);
}
