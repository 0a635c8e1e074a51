import { reopensAt, visitsForFreeTries } from '../../stages/schedule/retry.ts';
import type { FrontierEntry } from '../../storage/frontier-port.ts';
import type { CrawlPorts } from '../ports.ts';

/** Failed pages that one listing may bring back at a time. */
const mostAtATime = 50;

/** A page that failed for good by what may have passed since, and that a listing still names, is tried again: not at every poll, but hours later (`reopensAt`). */
export async function reopenSeenAgain(
  { store, clock, log }: Pick<CrawlPorts, 'store' | 'clock' | 'log'>,
  links: readonly FrontierEntry[],
): Promise<void> {
  if (links.length === 0) return;
  const failed = await store.frontier.failed({ urls: links.map(({ url }) => url), limit: mostAtATime });
  const now = clock.now();
  const due = new Set<string>();
  for (const { url } of failed) {
    const at = reopensAt(await store.visits.find({ url, limit: visitsForFreeTries }));
    if (at !== null && at <= now) due.add(url);
  }
  if (due.size === 0) return;
  await store.frontier.reopen(
    links.filter(({ url }) => due.has(url)),
    { revisit: false, now },
  );
  for (const url of due) log.info('page.reopened', { url, why: 'linked again' });
}
