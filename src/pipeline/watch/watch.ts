import type { PageState } from '../../model/page/page-state.ts';
import type { FrontierEntry } from '../../storage/crawl/frontier-port.ts';
import type { CrawlPorts } from '../ports.ts';
import { seedRounds } from '../seeds/seed-rounds.ts';
import { garbageRounds } from '../upkeep/garbage-rounds.ts';
import { PollRounds, type RoundOptions } from './poll-rounds.ts';

/** Due pages per pass, at most. */
const pagesPerPass = 1_000;
/** A re-visit that was queued and did not end is due again after this time, ms. */
const revisitLeaseMs = 60 * 60_000;
/** Re-visits go after new pages. */
const revisitPriority = 0.1;

/** Opens the due tasks: polls in rounds, pages by their own schedule. The run calls it once a second. */
export function dueWork(
  io: Pick<CrawlPorts, 'store' | 'clock' | 'log' | 'config' | 'siteOf'>,
  options: RoundOptions,
): () => Promise<void> {
  const rounds = new PollRounds(io, options);
  const { sites } = options;
  return async () => {
    await rounds.next();
    const now = io.clock.now();
    const pages = await io.store.pages.claimDue({
      now,
      limit: pagesPerPass,
      sites,
      claimUntil: new Date(now.getTime() + revisitLeaseMs),
    });
    if (pages.length > 0)
      await io.store.frontier.reopen(
        pages.map((page) => revisitEntry(page, now)),
        { revisit: true, now },
      );
  };
}

/** What `watch` does beside its tasks: it opens due tasks, and now and then collects garbage and searches for new sites. */
export function watchWork(io: CrawlPorts, options: RoundOptions): () => Promise<void> {
  const [open, collect, search] = [dueWork(io, options), garbageRounds(io), seedRounds(io)];
  return async () => {
    collect();
    search();
    await open();
  };
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
