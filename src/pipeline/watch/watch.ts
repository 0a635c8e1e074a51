import type { Source } from '../../model/crawl/source.ts';
import type { PageState } from '../../model/page/page-state.ts';
import { dueSources, notDue, skipToWindow } from '../../stages/schedule/polling.ts';
import type { FrontierEntry } from '../../storage/crawl/frontier-port.ts';
import { isPolled } from '../lists/autodiscovery.ts';
import { pollEntry } from '../lists/targets.ts';
import type { CrawlPorts } from '../ports.ts';
import { seedRounds } from '../seeds/seed-rounds.ts';
import { garbageRounds } from '../upkeep/garbage-rounds.ts';

/** Due pages per pass, at most. */
const pagesPerPass = 1_000;
/** A re-visit that was queued and did not end is due again after this time, ms. */
const revisitLeaseMs = 60 * 60_000;
/** Re-visits go after new pages. */
const revisitPriority = 0.1;

/** Opens the due tasks: sources by weight and overdue time, pages by their own schedule. The run calls it once a second. */
export function dueWork(
  io: Pick<CrawlPorts, 'store' | 'clock' | 'log' | 'config' | 'siteOf'>,
  sites: readonly string[] | null,
): () => Promise<void> {
  return async () => {
    const now = io.clock.now();
    const sources = (await io.store.sources.list())
      .filter(({ site }) => sites === null || sites.includes(site))
      .filter(isPolled(io));
    for (const source of sources.filter((candidate) => notDue(candidate, now) === 'outside-window')) {
      const skipped = skipToWindow(source, now);
      await io.store.sources.save(skipped);
      io.log.info('source.skipped', { source: source.url, reason: 'outside-window', nextPollAt: skipped.nextPollAt });
    }
    const polls = pollsInTurn(dueSources(sources, now), now);
    if (polls.length > 0) await io.store.frontier.reopen(polls, { revisit: false, now });
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
export function watchWork(io: CrawlPorts, sites: readonly string[] | null): () => Promise<void> {
  const [open, collect, search] = [dueWork(io, sites), garbageRounds(io), seedRounds(io)];
  return async () => {
    collect();
    search();
    await open();
  };
}

/** The entries of polls. The frontier claims tasks of equal priority by the time they are due: 1 ms between them keeps the order of the turns. */
const pollsInTurn = (sources: readonly Source[], now: Date): FrontierEntry[] =>
  sources.map((source, turn) => pollEntry(source, new Date(now.getTime() - (sources.length - turn))));

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
