import { findSameTitle, keywordsOfTitle } from '../stages/dedupe/title.ts';
import { isListAddress } from '../stages/schedule/links/article-links.ts';
import type { VisitResult } from '../storage/port.ts';
import type { Crawl } from './crawl.ts';
import { declaresData } from './reading/own-data.ts';
import { type PageVisit, visitResult } from './visit-result.ts';

/**
 * The result of a page that need not be fetched; null: fetch it. A page is always fetched if a person named it or if it was visited before.
 */
export async function skipBeforeFetch(crawl: Crawl, visit: PageVisit): Promise<VisitResult | null> {
  const { task, state } = visit;
  if (task.depth === 0 || task.revisit || state !== null) return null;
  return (await knownByTitle(crawl, visit)) ?? unproductive(crawl, visit);
}

/** At most this many articles with the keywords of a title are compared. */
const maxNamesakes = 16;

/** A page whose link has the title of a stored article: a copy, unless that article's page is gone. */
async function knownByTitle(crawl: Crawl, visit: PageVisit): Promise<VisitResult | null> {
  const { task, site, startedAt } = visit;
  const { linkTitle } = task;
  // its data may differ from those of a page with the same title
  if (crawl.config.titleDrop === 'off' || linkTitle === null || declaresData(site)) return null;
  const { articles, pages } = crawl.store;
  const namesakes = await articles.namesakes(keywordsOfTitle(linkTitle), maxNamesakes);
  const original = findSameTitle({ title: linkTitle, site: task.site }, namesakes, startedAt);
  if (original === null) return null;
  const page = await pages.get(original.url);
  if (page !== null && page.goneCount > 0) return null;
  const detail = `keyword-rank: its link has the title of ${original.url} (${original.id}), read ${original.fetchedAt.toISOString()}: not fetched`;
  return visitResult(crawl, { ...visit, page: null }, { visit: { outcome: 'dropped', reason: 'duplicate', detail } });
}

/** A list, because lists like it have no new links; or an address whose parameter changes nothing. */
function unproductive(crawl: Crawl, visit: PageVisit): VisitResult | null {
  const { url } = visit.task;
  const parameter = crawl.sameParameters.nameOf(url);
  const why = parameter === null ? crawl.listYields.whySkipped(url) : null;
  if (parameter === null && why === null) return null;
  return visitResult(
    crawl,
    { ...visit, page: null },
    {
      visit:
        parameter === null
          ? { outcome: 'dropped', reason: 'unproductive', detail: why ?? '' }
          : { outcome: 'dropped', reason: 'duplicate', detail: `not fetched: ${parameter} changes nothing here` },
    },
  );
}

/** Right before the commit: what the page's links bring is still unknown to the frontier. */
export async function noteYield({ listYields, store }: Crawl, { task, visit, links }: VisitResult): Promise<void> {
  if (visit.outcome === 'stored' || visit.reason === 'duplicate') return listYields.note(task.url, null);
  if (visit.outcome !== 'listed' || visit.status === null) return;
  const named = links.map(({ url }) => url).filter((url) => !isListAddress(url));
  const unknown = named.length === 0 ? 0 : (await store.frontier.unknown(named)).size;
  listYields.note(task.url, unknown);
}
