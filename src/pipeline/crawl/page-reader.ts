import type { LivePage, PlayerPage, PlayerPlan } from '../../browser-port.ts';
import { NewshawkError, withEvidence } from '../../errors.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { Page, ResolvedPage } from '../../model/page/page.ts';
import { siteKey } from '../../model/web/site-key.ts';
import type { IdentityRoute } from '../../ports.ts';
import { type MediaDecision, playOnTrial, resolveMedia } from '../../stages/media/resolve-media.ts';
import { isOfSite } from '../../stages/schedule/scope.ts';
import { takeSnapshot } from '../../stages/snapshot/take-snapshot.ts';
import type { PagePorts } from '../ports.ts';
import type { Crawl } from './crawl.ts';
import { requestsOf } from './fetch/open-page.ts';
import { confidentReading } from './site/confident-reading.ts';
import type { TaskVisit } from './visit-result.ts';
import type { VisitedPage } from './visited-page.ts';
import { newlyRead } from './visited-page.ts';

// A fetched page -> its media -> its snapshot -> its reading.

/** Who reads a page, and how its media may be looked for. */
interface MediaSearchRequest {
  readonly site: Site;
  readonly identity: IdentityRoute;
  /** Whether a page with media may be opened in the browser for them. */
  readonly plays: boolean;
  /** Whether a page with this address, after redirects, belongs to the crawl. */
  readonly isAllowed: (url: string) => boolean;
}

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
  const budget = { totalMs, adMs: Math.min(longestAdMs, totalMs) };
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

/** The longest wait for an advertisement, ms; never longer than the play. */
const longestAdMs = 8_000;

export const mediaPorts = (
  ports: PagePorts,
  { site, identity, plays, isAllowed }: MediaSearchRequest,
): MediaDecision => ({
  site,
  isAllowed,
  isGenericOn: ports.config.media === 'generic',
  budget: { totalMs: ports.config.mediaBudgetMs, adMs: Math.min(longestAdMs, ports.config.mediaBudgetMs) },
  reader: ports.reader,
  http: ports.http,
  identity,
  openPlayer: plays ? (plan) => openPlayer(ports, plan) : null,
  adLists: ports.adLists,
});

async function openPlayer({ browsers, turns }: PagePorts, plan: PlayerPlan): Promise<PlayerPage> {
  await turns?.free(plan.url); // before it takes a place in the browser
  return await (await browsers()).openPlayer({ ...plan, turns });
}
