import { comesThrough } from '../../model/crawl/failure.ts';
import type { Source } from '../../model/crawl/source.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import { siteKey } from '../../model/web/site-key.ts';
import type { OfflinePorts } from '../../services.ts';
import { compareEntries, entriesOf } from '../../stages/discover/feed-entries.ts';
import { reopensAt, visitsForFreeTries } from '../../stages/schedule/retry.ts';
import type { FrontierEntry } from '../../storage/crawl/frontier-port.ts';

/** A page is not visited again for its feed entry within this time after its last visit, ms: some feeds say something new at each poll. */
const minAgeMs = 5 * 60_000;
/** After new pages at the top of the list, before pages that are visited again by their rate. */
const priority = 0.5;

export interface RevisitedEntries {
  /** To be kept with the source; undefined: it is no feed. */
  readonly entries: readonly string[] | undefined;
  /** For the poll's detail; '' without any. */
  readonly summary: string;
}

/**
 * Makes stored pages due whose entry in a feed has changed since its last poll, or has left the feed although older ones stay: an edit is seen at once, and a deleted
 * post is asked for. An entry whose page was visited a moment ago is looked at again by the next poll.
 */
export async function revisitEntries(
  ports: OfflinePorts,
  source: Source,
  links: readonly Link[],
): Promise<RevisitedEntries> {
  if (source.kind !== 'feed') return { entries: undefined, summary: '' };
  const { changed, vanished } = compareEntries(source.entries ?? [], links);
  const [due, early] = await stored(ports, [...changed, ...vanished]);
  const now = ports.clock.now();
  if (due.length > 0)
    await ports.store.frontier.reopen(
      due.map((url) => revisitEntry(source, url, now)),
      { revisit: true, now },
    );
  for (const url of due)
    ports.log.info('page.due', { url, why: vanished.includes(url) ? 'it left the feed' : 'its feed entry changed' });
  const before = new Map((source.entries ?? []).map((entry) => [entry.slice(11), entry]));
  const asBefore = (url: string) => before.get(url) ?? [];
  // an entry that has left stays at the top, as one that is newer than those that are there
  const gone = vanished.filter((url) => early.has(url)).flatMap(asBefore);
  const entries = entriesOf(links).map((entry) => (early.has(entry.slice(11)) ? asBefore(entry.slice(11)) : entry));
  return {
    entries: [...gone, ...entries.flat()],
    summary: due.length === 0 ? '' : `${due.length} changed or deleted posts are due`,
  };
}

/** Pages that came through at their last visit, and which of the others did so a moment ago. */
async function stored(
  { store, clock }: OfflinePorts,
  urls: readonly CanonicalUrl[],
): Promise<[due: CanonicalUrl[], early: Set<string>]> {
  const [due, early] = [[] as CanonicalUrl[], new Set<string>()];
  for (const url of urls) {
    const [last] = await store.visits.find({ url, limit: 1 });
    if (last === undefined || !comesThrough(last) || last.reason === 'gone') continue;
    if (clock.now().getTime() - last.startedAt.getTime() < minAgeMs) early.add(url);
    else due.push(url);
  }
  return [due, early];
}

/** The page's task keeps its source, site and depth; these are for a page without one. */
const revisitEntry = ({ site, id, maxDepth }: Source, url: CanonicalUrl, dueAt: Date) =>
  ({
    url,
    kind: 'page',
    host: siteKey(url),
    site,
    sourceId: id,
    depth: 1,
    maxDepth,
    linkTitle: null,
    priority,
    dueAt,
  }) as const;

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
