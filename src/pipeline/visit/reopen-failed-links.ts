import { reopensAt, visitsForFreeTries } from '../../stages/schedule/retry.ts';
import type { FrontierEntry } from '../../storage/crawl/frontier-port.ts';
import type { OfflinePorts } from '../ports.ts';

/** At most this many failed pages per listing are reopened. */
const maxReopened = 50;

/** Retries failed pages that a listing still links to, if the cause may be over. They wait for hours (`reopensAt`), not for the next poll. */
export async function reopenFailedLinks(
  { store, clock, log }: OfflinePorts,
  links: readonly FrontierEntry[],
): Promise<void> {
  if (links.length === 0) return;
  const failed = await store.frontier.failed({ urls: links.map(({ url }) => url), limit: maxReopened });
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
