import type { PageState } from '../model/page/page-state.ts';
import type { StorePorts } from '../services.ts';
import type { FrontierEntry } from '../storage/crawl/frontier-port.ts';

/** A re-visit that was queued and did not end is due again after this time, ms. */
const revisitLeaseMs = 60 * 60_000;
/** Re-visits go after new pages. */
const revisitPriority = 0.1;

/**
 * One pass over the due pages: the first `limit` by their next visit are claimed and queued. A claim is a lease: the page of a process that dies before the visit is due again
 * after an hour. @param sites hosts of the run's sites; null: all @returns how many were queued
 */
export async function queueDuePages(
  { store, clock }: StorePorts,
  sites: readonly string[] | null,
  limit: number,
): Promise<number> {
  const now = clock.now();
  const claimUntil = new Date(now.getTime() + revisitLeaseMs);
  const pages = await store.pages.claimDue({ now, limit, sites, claimUntil });
  const entries = pages.map((page) => revisitEntry(page, now));
  if (entries.length > 0) await store.frontier.reopen(entries, { revisit: true, now });
  return entries.length;
}

/** The entry of a re-visit. If the frontier has the page's task, its source and depth stay; these values are for a page without one. */
const revisitEntry = ({ url, site }: PageState, now: Date): FrontierEntry => ({
  url,
  kind: 'page',
  host: new URL(url).host,
  site,
  sourceId: null,
  depth: 1,
  maxDepth: 1,
  linkTitle: null,
  priority: revisitPriority,
  dueAt: now,
});
