import type { Article } from '../model/article/article.ts';
import type { RecordSighting } from '../model/data/stored-record.ts';
import type { Page } from '../model/page/page.ts';
import type { PageState } from '../model/page/page-state.ts';
import {
  isForLinks,
  noText,
  stateForLinks,
  stateWithLinksLeft,
  stateWithLinksTaken,
} from '../stages/schedule/revisits/links-left.ts';
import {
  endRevisits,
  type PageObservation,
  stateAfterFirstVisit,
  stateAfterVisit,
} from '../stages/schedule/revisits/revisit.ts';
import type { OfflineCrawl } from './crawl.ts';
import { admitAddress } from './page-addresses.ts';
import { dataHash, declaresData } from './reading/own-data.ts';
import type { PageVisit } from './visit-result.ts';
import type { VisitedPage } from './visited-page.ts';

/** When a page is visited again. */
export interface PageSchedule {
  /** Null: as before. */
  readonly state: PageState | null;
  /** Whether the page has changed since its last visit; null: it was not compared. */
  readonly changed: boolean | null;
}

/** What the visit found, as far as the next one depends on it. */
interface FoundOnPage {
  readonly article: Article | null;
  /** Null: none are declared. */
  readonly records: RecordSighting | null;
  /** Whether links of the page are left for later. */
  readonly hasLinksLeft: boolean;
}

/** A page that failed keeps its schedule; its task may be tried again. */
export async function schedulePage(
  crawl: OfflineCrawl,
  visit: PageVisit,
  read: VisitedPage,
  found: FoundOnPage,
): Promise<PageSchedule> {
  if (read.failedAs !== null) return { state: null, changed: null };
  if (found.article === null) return await withoutArticle(crawl, visit, read, found);
  const sight = {
    simhash: found.article.fingerprint.simhash,
    publishedAt: found.article.publishedAt?.value ?? null,
  };
  const { state, changed } = await scheduleOf(crawl, visit, read, sight);
  return { state: found.hasLinksLeft ? stateWithLinksLeft(state, visit.plan) : state, changed };
}

/** A page is visited again while it gives data or records, as long as it has a schedule of them, and while links of it are left out. */
async function withoutArticle(
  crawl: OfflineCrawl,
  visit: PageVisit,
  read: VisitedPage,
  { records, hasLinksLeft }: FoundOnPage,
): Promise<PageSchedule> {
  const hasRecords = records !== null && records.records.length > 0;
  const { state: before, plan, task } = visit;
  const wasForLinks = before !== null && isForLinks(before);
  if (hasRecords || (before !== null && !wasForLinks && declaresData(visit.site))) {
    const sight = { simhash: before?.simhash ?? noText, publishedAt: null };
    const { state, changed } = await scheduleOf(crawl, visit, read, sight);
    return { state: hasLinksLeft ? stateWithLinksLeft(state, plan) : state, changed };
  }
  const now = crawl.clock.now();
  if (hasLinksLeft && (before === null || wasForLinks))
    return { state: stateForLinks(task, before, now, plan), changed: null };
  return { state: wasForLinks ? stateWithLinksTaken(before, now) : null, changed: null };
}

/**
 * The schedule of a stored page: one for all its addresses, kept under the address after redirects. A task that has a schedule keeps it, unless the address
 * after redirects has one too: then the task is not visited again.
 */
async function scheduleOf(
  crawl: OfflineCrawl,
  visit: PageVisit,
  { page, reading }: VisitedPage,
  text: Pick<PageObservation, 'simhash' | 'publishedAt'>,
): Promise<{ readonly state: PageState; readonly changed: boolean | null }> {
  const { task, state, plan, site } = visit;
  const sight = { now: crawl.clock.now(), ...text, data: dataHash(site, reading.ownData), ...validatorsOf(page) };
  const isMoved = page.finalUrl !== task.url && admitAddress(crawl, visit, page.finalUrl).kind === 'kept';
  const stateThere = isMoved ? await crawl.store.pages.get(page.finalUrl) : null;
  const before = state ?? stateThere;
  if (before === null) {
    const url = isMoved ? page.finalUrl : task.url;
    return { state: stateAfterFirstVisit({ url, site: task.site }, sight, plan), changed: null };
  }
  const after = stateAfterVisit(before, sight, plan);
  const isTwice = state !== null && stateThere !== null;
  return isTwice ? { ...after, state: endRevisits(after.state) } : after;
}

/** For conditional requests of later visits. A rendered page has none: its first response may be an empty shell that never changes. */
const validatorsOf = ({ via, headers }: Page): Pick<PageState, 'etag' | 'lastModified'> =>
  via === 'static'
    ? { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null }
    : { etag: null, lastModified: null };
