import type { Task } from '../model/crawl/task.ts';
import type { IdentityRoute } from '../ports.ts';
import type { VisitResult } from '../storage/port.ts';
import { judgeArticle } from './copies.ts';
import type { Crawl, OfflineCrawl } from './crawl.ts';
import type { Fetched } from './fetch/fetch-modes.ts';
import { evidenceAfter, type ModeChoice } from './fetch/format-evidence.ts';
import { addFurtherPages } from './fetch/further-pages.ts';
import { fetchPage } from './fetch/page-modes.ts';
import { tryForPlayer } from './fetch/try-for-player.ts';
import { followLinks } from './links/follow-links.ts';
import { resultOfList } from './links/linked-list.ts';
import { reopenFailedLinks } from './links/reopen-links.ts';
import { withoutSamePage } from './links/same-page.ts';
import { linkedPageOf } from './page-addresses.ts';
import { resultOfPage, withFetch } from './page-result.ts';
import { schedulePage } from './page-schedule.ts';
import { asList, isListing, withinScope } from './page-scope.ts';
import type { EndedPage } from './page-status.ts';
import { withFeedDate } from './reading/feed-date.ts';
import { noteForLearning } from './reading/note-for-learning.ts';
import { recordSightingOf } from './reading/own-data.ts';
import { withRuleTallies } from './reading/own-rules.ts';
import { noteYield, skipBeforeFetch } from './skip-before-fetch.ts';
import { joined, type PageVisit, startVisit } from './visit-result.ts';
import type { VisitedPage } from './visited-page.ts';

// The whole life of a page: its mode is chosen, it is fetched, its media are found, it is read, its further pages are added. Then it waits for its turn: its
// copies are found, its topics judged, its links followed, its next visit scheduled, and run-task.ts commits the result.

/** A page that was fetched, when its turn comes. */
interface FetchedVisit {
  readonly visit: PageVisit;
  readonly choice: ModeChoice;
  readonly fetched: Fetched<VisitedPage | EndedPage>;
}

/**
 * Everything of a page's visit that needs the network; `concludeVisit` does the rest in the page's turn.
 * @returns the result of a page that need not be fetched
 * @throws NewshawkError for what should be retried or needs a person
 */
export async function visitPage(crawl: Crawl, task: Task, identity: IdentityRoute): Promise<Visited> {
  const state = await crawl.store.pages.get(task.url);
  const visit = { ...startVisit(crawl, task, identity), state, plan: await crawl.revisitPlans.now() };
  const skipped = await skipBeforeFetch(crawl, visit);
  if (skipped !== null) return skipped;
  const choice = await crawl.modeChooser.choose({ task, site: visit.site, visit: state?.visits ?? 0 });
  const read = await fetchPage(crawl, visit, choice); // media, snapshot and reading while the page is open
  const fetched = await tryForPlayer(crawl, visit, read);
  const page = fetched.result;
  if ('result' in page) return { visit, choice, fetched }; // unchanged, gone, elsewhere, or a feed
  return { visit, choice, fetched: { ...fetched, result: await addFurtherPages(crawl, visit, page) } };
}

type Visited = FetchedVisit | VisitResult;

/** One page at a time in a process, right before its commit: copies that arrive together must see each other. */
export async function concludeVisit(crawl: Crawl, visited: Visited): Promise<VisitResult> {
  if (!('fetched' in visited)) return visited;
  const { visit, choice, fetched } = visited;
  const page = fetched.result;
  const judged = 'result' in page ? await resultOfList(crawl, visit, page) : await judgeWithLists(crawl, visit, page);
  const result = await withoutSamePage(crawl, judged);
  await noteForLearning(crawl, visit, page, result);
  await noteYield(crawl, result);
  return { ...withFetch(result, choice, fetched), format: await evidenceAfter(crawl, choice, fetched) };
}

/** The page, the lists that it names, and the own rules of its site. */
async function judgeWithLists(crawl: Crawl, visit: PageVisit, page: VisitedPage): Promise<VisitResult> {
  await crawl.autodiscovery.openSources(page.lists, crawl.log);
  const result = await judgePage(crawl, visit, page);
  const detail = joined(result.visit.detail, page.lists.summary);
  return await withRuleTallies(crawl, visit, { ...result, visit: { ...result.visit, detail } }, page.ownRules);
}

/** copies -> topics -> links -> schedule, of a page that was read. No network. */
export async function judgePage(crawl: OfflineCrawl, visit: PageVisit, page: VisitedPage): Promise<VisitResult> {
  const dated = { ...page, reading: withFeedDate(page.reading, visit.task.publishedAt) };
  const { read, refused } = withinScope(crawl, visit, dated);
  const article = await judgeArticle(crawl, visit, read);
  const kept = article === null && read.reading.draft !== null ? asList(read) : read; // other pages showed that it is a list
  const links = await followLinks(crawl, visit, linkedPageOf(kept, article));
  if (article === null && isListing(kept)) await reopenFailedLinks(crawl, links.links);
  const records = recordSightingOf(visit.site, kept.snapshot, kept.reading.ownData);
  const schedule = await schedulePage(crawl, visit, kept, { article, records, hasLinksLeft: links.left !== null });
  return resultOfPage(crawl, visit, { read: kept, article, refused, records, links, schedule });
}
