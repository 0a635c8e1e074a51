import type { LivePage } from '../browser-port.ts';
import { NewshawkError, withEvidence } from '../errors.ts';
import type { NoDraftReason } from '../model/article/draft.ts';
import type { Failure } from '../model/crawl/failure.ts';
import type { Site } from '../model/crawl/site.ts';
import type { Page, ResolvedPage } from '../model/page/page.ts';
import { siteKey } from '../model/web/site-key.ts';
import { playOnTrial, resolveMedia } from '../stages/media/resolve-media.ts';
import { isOfSite } from '../stages/schedule/scope.ts';
import { takeSnapshot } from '../stages/snapshot/freeze.ts';
import type { Crawl } from './crawl.ts';
import { chosenRegions } from './failure/chosen-regions.ts';
import { failureBundle, ruleVersions } from './failure/failure-bundle.ts';
import { requestsOf } from './fetch/open-page.ts';
import { longestAdWaitMs, type MediaSearchRequest, mediaPorts } from './media-ports.ts';
import { confidentReading } from './reading/confident-reading.ts';
import { lackingRecords } from './reading/own-data.ts';
import { driftingRules, driftText, findingsOnPage } from './reading/own-rules.ts';
import type { PageVisit, TaskVisit } from './visit-result.ts';
import { newlyRead, type OwnRuleCheck, type ReadingFailure, type VisitedPage } from './visited-page.ts';

// A fetched page -> its media -> its snapshot -> its reading.

/** How the media of a visit's page are looked for: only pages of the site or of the task's host are played. */
export const mediaRequest = ({ task, site, identity }: TaskVisit): MediaSearchRequest => ({
  site,
  identity,
  plays: site.render !== 'static',
  isAllowed: (url) => isOfSite(siteKey(url), site.host) || siteKey(url) === task.host,
});

/** Reads an open page. An error keeps the page: a scraper that throws is fixed on it. @param earlier the same page in the other mode */
export async function extractOpened(
  crawl: Crawl,
  visit: TaskVisit,
  opened: { readonly page: Page; readonly live: LivePage | null },
  earlier: VisitedPage | null = null,
): Promise<VisitedPage> {
  const { page, live } = opened;
  try {
    return await extractPage(crawl, page, mediaRequest(visit), earlier);
  } catch (error) {
    if (!(error instanceof NewshawkError) || error.evidence !== null || !isOfReading(error)) throw error;
    const screenshot = (await live?.screenshot()) ?? null;
    throw withEvidence(error, { page, screenshot, requests: requestsOf(opened) });
  }
}

const isOfReading = ({ kind }: NewshawkError): boolean =>
  kind === 'misconfigured' || kind === 'timed-out' || kind === 'too-large' || kind === 'bug';

/** media -> snapshot -> extract. @param earlier the same page, fetched in the other mode: a page is played once */
export async function extractPage(
  crawl: Crawl,
  page: Page,
  request: MediaSearchRequest,
  earlier: VisitedPage | null = null,
): Promise<VisitedPage> {
  const played = earlier === null ? null : playedBefore(page, earlier);
  return await readResolved(crawl, played ?? (await findMedia(crawl, page, request)), request.site);
}

/** How a page is played on trial. */
interface TrialRequest extends MediaSearchRequest {
  /** A browser ran its scripts before. */
  readonly readsOnly: boolean;
  /** At most, ms. */
  readonly limitMs: number;
}

/** As `extractPage`, of a page whose source shows no media; null: it has none when it is played. @throws NewshawkError no-browser */
export async function extractByTrial(
  crawl: Crawl,
  page: Page,
  { readsOnly, limitMs, ...request }: TrialRequest,
): Promise<VisitedPage | null> {
  const ports = mediaPorts(crawl, request);
  const totalMs = Math.min(limitMs, crawl.config.mediaBudgetMs);
  const budget = { totalMs, adMs: Math.min(longestAdWaitMs, totalMs) };
  const resolved = await playOnTrial({ ...ports, budget, readsOnly, withPictures: true })({ page });
  return resolved === null ? null : await readResolved(crawl, resolved, request.site);
}

/** A page with the media of the same page, fetched in the other mode. */
export const extractWithMediaOf = (
  crawl: Crawl,
  page: Page,
  request: MediaSearchRequest,
  { snapshot, mediaSearch }: VisitedPage,
): Promise<VisitedPage> => readResolved(crawl, { page, media: snapshot.media, ...mediaSearch }, request.site);

async function readResolved(crawl: Crawl, resolved: ResolvedPage, site: Site): Promise<VisitedPage> {
  const snapshot = await takeSnapshot(crawl.store.blobs)(resolved);
  const { topicTerms: terms, grown, categories } = crawl;
  const learned = await crawl.siteLearner.wrapperFor(snapshot.site);
  const reading = await crawl.reader.read(snapshot, { terms, grown, categories, learned });
  const { page, noMedia, playLinks, trace } = resolved;
  return newlyRead(page, snapshot, confidentReading(reading, site), { noMedia, playLinks, trace });
}

/** Null: the page was not played. */
const playedBefore = (page: Page, { snapshot, mediaSearch }: VisitedPage): ResolvedPage | null =>
  mediaSearch.trace === null ? null : { page, media: snapshot.media, ...mediaSearch };

/** A play that fails is logged; the page keeps its text. */
async function findMedia(crawl: Crawl, page: Page, request: MediaSearchRequest): Promise<ResolvedPage> {
  const resolved = await resolveMedia({ ...mediaPorts(crawl, request), withPictures: true })({ page });
  const { trace } = resolved;
  if (trace?.steps.length === 0) crawl.log.warn('media.not-played', { url: page.task.url, detail: trace.endedBy });
  return resolved;
}

/**
 * Whether a page that was read should have given more: its failure with pictures, and the own rules of its site. The page is still open.
 * @param live null: a static page
 * @throws NewshawkError blocked
 */
export async function checkReading(
  crawl: Crawl,
  visit: PageVisit,
  read: VisitedPage,
  live: LivePage | null,
): Promise<VisitedPage> {
  const { reason, detail } = read.reading;
  if (reason === 'blocked') {
    const screenshot = (await live?.screenshot()) ?? null;
    const requests = requestsOf({ page: read.page, live });
    throw new NewshawkError('blocked', detail, { evidence: { page: read.page, screenshot, requests } });
  }
  const failedAs = isReadingFailure(reason) ? reason : null;
  const lacking = isSilentVideo(read) ? noMediaIn(read) : lackingRecords(read.reading.ownData);
  const bundle =
    failedAs !== null
      ? await bundleOf(crawl, visit, read, live, { reason: failedAs, detail })
      : lacking === ''
        ? null
        : await bundleOf(crawl, visit, read, live, asChange(lacking));
  return { ...read, bundle, failedAs, ownRules: await checkOwnRules(crawl, visit, read, live) };
}

const isReadingFailure = (reason: NoDraftReason | null): reason is ReadingFailure =>
  reason === 'layout-changed' || reason === 'low-confidence' || reason === 'too-short';

const asChange = (detail: string) => ({ reason: 'layout-changed', detail }) as const;

/** A page about a video that was played and gave no media. */
const isSilentVideo = ({ reading, mediaSearch }: VisitedPage): boolean =>
  reading.pageType === 'video' && mediaSearch.noMedia === 'no-media' && mediaSearch.trace !== null;

const noMediaIn = ({ mediaSearch }: VisitedPage): string =>
  `a video page without media (ended by: ${mediaSearch.trace?.endedBy ?? ''})`;

async function checkOwnRules(
  crawl: Crawl,
  visit: PageVisit,
  read: VisitedPage,
  live: LivePage | null,
): Promise<OwnRuleCheck> {
  const findings = findingsOnPage(visit.site, read, live);
  const drifting = await driftingRules(crawl.store, visit.site, findings);
  const driftFailure =
    drifting.length === 0 ? null : await bundleOf(crawl, visit, read, live, asChange(driftText(drifting)));
  return { findings, driftFailure };
}

async function bundleOf(
  crawl: Crawl,
  { task, site }: PageVisit,
  read: VisitedPage,
  live: LivePage | null,
  { reason, detail }: { readonly reason: ReadingFailure; readonly detail: string },
): Promise<Failure> {
  const { page, reading, snapshot, mediaSearch } = read;
  const { run, clock, store, log } = crawl;
  await live?.showAll();
  const facts = {
    task,
    run: run.runId,
    at: clock.now(),
    reason,
    detail,
    snapshot: snapshot.hash,
    trace: reading.trace,
    versions: await ruleVersions(store, site, task.site),
    logs: { requests: requestsOf({ page, live }), console: live?.console() ?? page.console },
    extractor: site.file === null ? 'generic' : site.host,
    screenshot: live === null ? null : () => live.screenshot(),
    regions: await chosenRegions(live, snapshot, crawl),
    mediaSearch,
  } as const;
  return await failureBundle(facts, store.blobs, log);
}
