import { NewshawkError, withEvidence } from '../../../errors.ts';
import type { Reading } from '../../../model/article/draft.ts';
import type { ListExpansion } from '../../../model/page/list-expansion.ts';
import type { StepTaken } from '../../../model/page/page-step.ts';
import { siteKey } from '../../../model/web/site-key.ts';
import type { FetchFinding } from '../../../stages/schedule/fetch-plan.ts';
import { isOfSite } from '../../../stages/schedule/scope.ts';
import type { Crawl } from '../../crawl/crawl.ts';
import { type ExtractedPage, extractPage, type MediaSearchRequest } from '../../crawl.ts';
import type { PageResult } from '../page-result.ts';
import type { PageVisit } from '../page-visit.ts';
import { expandListing } from './expand-listing.ts';
import { type OpenedPage, openPage, requestsOf } from './open-page.ts';

/** The result of a page, and what its fetches say of its format. */
export interface FetchResult extends FetchFinding {
  readonly page: PageResult;
  /** What became of the chosen ways, for the visit's `renderReason`; may be empty. */
  readonly outcome: string;
  /** Bytes over the network for a page that was not kept. */
  readonly otherBytes: number;
  /** What a list showed beyond its first screen; null: it was not expanded. */
  readonly expansion: ListExpansion | null;
  /** Steps on the page that was opened last. */
  readonly steps: readonly StepTaken[];
  /** Whether a browser ran the page's scripts in this visit: what they send must not be sent again. */
  readonly ranScripts: boolean;
}

/** A result that says nothing of the page's format. */
export const noFinding = {
  staticGave: null,
  comparison: null,
  outcome: '',
  otherBytes: 0,
  expansion: null,
  steps: [],
  ranScripts: true,
} as const;

/** Opens a page in one way. @param keepsAnswers whether the answers to its scripts are kept, for `LivePage.answers` @throws NewshawkError */
export async function openWay(
  services: Crawl,
  visit: PageVisit,
  way: 'static' | 'browser',
  keepsAnswers = false,
): Promise<OpenedPage> {
  const { task, site, identity } = visit;
  const opened = await openPage(services, way, {
    task,
    site,
    identity,
    keepAnswers: keepsAnswers,
    headers: conditionalHeaders(visit),
  });
  services.stepNotes.logMisses(services.log, task, stepsOn(opened));
  return opened;
}

/** The steps that were taken on a page. */
export const stepsOn = ({ live }: OpenedPage): readonly StepTaken[] => live?.steps ?? [];

/** How the media of a visit's page are looked for: only pages of the site or of the task's host are played. */
export const mediaRequest = ({ task, site, identity }: PageVisit): MediaSearchRequest => ({
  site,
  identity,
  plays: site.render !== 'static',
  isAllowed: (url) => isOfSite(siteKey(url), site.host) || siteKey(url) === task.host,
});

/** Extracts an open page. An error keeps the page: a scraper that throws is mended on it. @param earlier the same page in the other way */
export async function extractOpened(
  services: Crawl,
  visit: PageVisit,
  opened: OpenedPage,
  earlier: ExtractedPage | null = null,
): Promise<ExtractedPage> {
  const { page, live } = opened;
  try {
    return await extractPage(services, page, mediaRequest(visit), earlier);
  } catch (error) {
    if (!(error instanceof NewshawkError) || error.evidence !== null || !isOfReading(error)) throw error;
    const screenshot = (await live?.screenshot()) ?? null;
    throw withEvidence(error, { page, screenshot, requests: requestsOf(opened) });
  }
}

/** A list in the browser with all that it showed. Other pages stay as they are: articles load comments, or other articles. */
export async function withExpansion(
  services: Crawl,
  visit: PageVisit,
  { live }: OpenedPage,
  extracted: ExtractedPage,
): Promise<{ readonly extracted: ExtractedPage; readonly expansion: ListExpansion | null }> {
  const { reading } = extracted;
  if (live === null || !mayBeList(visit, reading)) return { extracted, expansion: null };
  const wasRead = visit.state !== null;
  const expanded = await expandListing(services, { visit, live, links: reading.links, wasRead });
  if (expanded === null) return { extracted, expansion: null };
  const { added, expansion } = expanded;
  return { extracted: { ...extracted, reading: { ...reading, links: [...reading.links, ...added] } }, expansion };
}

/** Content links that a short list has at least. */
const fewestLinks = 3;

/** A list, or another page without an article that links some pages: a short list may look like one. Of pages that should be articles only those that a person named. */
function mayBeList({ task }: Pick<PageVisit, 'task'>, { draft, reason, pageType, links }: Reading): boolean {
  if (draft !== null || reason === 'blocked' || (reason !== 'list' && reason !== 'not-an-article' && task.depth > 0))
    return false;
  return pageType === 'listing' || links.filter(({ region }) => region === 'content').length >= fewestLinks;
}

const isOfReading = ({ kind }: NewshawkError): boolean =>
  kind === 'misconfigured' || kind === 'timed-out' || kind === 'too-large' || kind === 'bug';

function conditionalHeaders({ state, task }: PageVisit): Record<string, string> {
  if (!task.revisit || state === null) return {};
  return {
    ...(state.etag === null ? {} : { 'if-none-match': state.etag }),
    ...(state.lastModified === null ? {} : { 'if-modified-since': state.lastModified }),
  };
}
