import type { PlayerPage, PlayerPlan } from '../browser-port.ts';
import { NewshawkError } from '../errors.ts';
import type { Article } from '../model/article/article.ts';
import { articleId } from '../model/article/article-id.ts';
import type { Reading } from '../model/article/draft.ts';
import type { Neighbour } from '../model/article/neighbour.ts';
import type { Story } from '../model/article/story.ts';
import type { Site } from '../model/crawl/site.ts';
import type { Page, ResolvedPage } from '../model/page/page.ts';
import type { StoredSnapshot } from '../model/page/snapshot.ts';
import type { IdentityRoute } from '../ports.ts';
import { newsTerms } from '../stages/classify/news-terms.ts';
import { dedupe } from '../stages/dedupe/dedupe.ts';
import { type MediaDecision, playOnTrial, resolveMedia } from '../stages/media/resolve-media.ts';
import { takeSnapshot } from '../stages/snapshot/take-snapshot.ts';
import type { Crawl, OfflineCrawl } from './crawl/crawl.ts';
import { isListOfStored, related, removeListsOf } from './lists/stored-lists.ts';
import type { CrawlPorts, PagePorts } from './ports.ts';
import { confidentReading } from './visit/confident-reading.ts';

// The life of a story: fetch -> media -> snapshot -> extract -> dedupe -> classify -> store.
// visit/visit-page.ts fetches and calls `extractPage`, then `judgeArticle` in the page's turn. Store.commit writes the article and its visit in one transaction.

/** A snapshot with what extraction made of it. */
export interface ExtractedPage {
  readonly snapshot: StoredSnapshot;
  readonly reading: Reading;
  readonly mediaSearch: MediaSearch;
}

/** How media were looked for, without the media. */
export type MediaSearch = Pick<ResolvedPage, 'noMedia' | 'playLinks' | 'trace'>;

/** Who reads a page, and how its media may be looked for. */
export interface MediaSearchRequest {
  readonly site: Site;
  readonly identity: IdentityRoute;
  /** Whether a page with media may be opened in the browser for them. */
  readonly plays: boolean;
  /** Whether a page with this address, after redirects, belongs to the crawl. */
  readonly isAllowed: (url: string) => boolean;
}

/** media -> snapshot -> extract. @param earlier the same page, fetched in the other way: a page is played once */
export async function extractPage(
  io: Crawl,
  page: Page,
  request: MediaSearchRequest,
  earlier: ExtractedPage | null = null,
): Promise<ExtractedPage> {
  return await readResolved(
    io,
    (earlier && playedBefore(page, earlier)) ?? (await findMedia(io, page, request)),
    request,
  );
}

/** How a page is played on trial. */
export interface TrialRequest extends MediaSearchRequest {
  /** A browser ran its scripts before. */
  readonly readsOnly: boolean;
  /** At most, ms. */
  readonly limitMs: number;
}

/** As `extractPage`, of a page whose source shows no media; null: it has none when it is played. @throws NewshawkError no-browser */
export async function extractByTrial(
  io: Crawl,
  page: Page,
  { readsOnly, limitMs, ...request }: TrialRequest,
): Promise<ExtractedPage | null> {
  const ports = mediaPorts(io, request);
  const totalMs = Math.min(limitMs, io.config.mediaBudgetMs);
  const budget = { totalMs, adMs: Math.min(longestAdMs, totalMs) };
  const resolved = await playOnTrial({ ...ports, budget, readsOnly, withPictures: true })({ page });
  return resolved === null ? null : await readResolved(io, resolved, request);
}

/** A page with the media of the same page, fetched in the other way. */
export const extractWithMediaOf = (
  io: Crawl,
  page: Page,
  request: MediaSearchRequest,
  { snapshot, mediaSearch }: ExtractedPage,
): Promise<ExtractedPage> => readResolved(io, { page, media: snapshot.media, ...mediaSearch }, request);

async function readResolved(
  io: Crawl,
  resolved: ResolvedPage,
  request: Pick<MediaSearchRequest, 'site'>,
): Promise<ExtractedPage> {
  const snapshot = await takeSnapshot(io.store.blobs)(resolved);
  const terms = io.topicTerms;
  const learned = await io.siteLearner.wrapperFor(snapshot.site);
  const reading = await io.reader.read(snapshot, { terms, grown: io.grown, categories: io.categories, learned });
  const { noMedia, playLinks, trace } = resolved;
  return { snapshot, reading: confidentReading(reading, request.site), mediaSearch: { noMedia, playLinks, trace } };
}

/** Null: the page was not played. */
const playedBefore = (page: Page, { snapshot, mediaSearch }: ExtractedPage): ResolvedPage | null =>
  mediaSearch.trace === null ? null : { page, media: snapshot.media, ...mediaSearch };

/** A play that fails is logged; the page keeps its text. */
async function findMedia(io: Crawl, page: Page, request: MediaSearchRequest): Promise<ResolvedPage> {
  const resolved = await resolveMedia({ ...mediaPorts(io, request), withPictures: true })({ page });
  const { trace } = resolved;
  if (trace?.steps.length === 0) io.log.warn('media.not-played', { url: page.task.url, detail: trace.endedBy });
  return resolved;
}

/** The longest wait for an advertisement, ms; never longer than the play. */
const longestAdMs = 8_000;

export const mediaPorts = (io: PagePorts, { site, identity, plays, isAllowed }: MediaSearchRequest): MediaDecision => ({
  site,
  isAllowed,
  isGenericOn: io.config.media === 'generic',
  budget: { totalMs: io.config.mediaBudgetMs, adMs: Math.min(longestAdMs, io.config.mediaBudgetMs) },
  reader: io.reader,
  http: io.http,
  identity,
  openPlayer: plays ? (plan) => openPlayer(io, plan) : null,
  adLists: io.adLists,
});

async function openPlayer({ browsers, turns }: PagePorts, plan: PlayerPlan): Promise<PlayerPage> {
  await turns?.free(plan.url); // before it takes a place in the browser
  return await (await browsers()).openPlayer({ ...plan, turns });
}

/**
 * dedupe -> classify. One page at a time, or two copies would not see each other. Stored articles that this one shows to be lists are removed.
 * @param weight of the page's source @returns null: the page is a list of stored articles
 */
export async function judgeArticle(io: OfflineCrawl, page: ExtractedPage, weight: number): Promise<Article | null> {
  const { snapshot, reading } = page;
  const comparedUpTo = await io.store.articles.textsWritten();
  const story = await findCopies(io, page);
  if (story === null) return null;
  const { site, lang } = story.draft;
  const judgement = io.topicJudge.judge(site, { terms: story.terms, lang, grown: reading.grown });
  return {
    ...story.draft,
    url: snapshot.finalUrl,
    id: articleId(snapshot.finalUrl),
    snapshot: snapshot.hash,
    via: snapshot.via,
    fingerprint: story.fingerprint,
    joins: story.joins,
    comparedUpTo,
    evidence: story.evidence,
    newsTerms: newsTerms(story.draft),
    weight,
    ...judgement,
    category: reading.category,
    firstSeenAt: snapshot.takenAt,
    fetchedAt: snapshot.takenAt,
  };
}

/** More candidates than this share boilerplate; they are not copies. */
export const maxNeighbours = 32;

async function findCopies(io: OfflineCrawl, page: ExtractedPage): Promise<Story | null> {
  const { store, preparedTexts } = io;
  const { draft, fingerprint, terms } = page.reading;
  if (draft === null || fingerprint === null || terms === null)
    throw new NewshawkError('bug', 'a page without an article was judged');
  const id = articleId(page.snapshot.finalUrl);
  const article = { ...draft, id, fingerprint };
  const found = await neighboursOf(store.articles, article);
  const links = page.reading.links.map((link) => link.url);
  const linking = { ...article, url: page.snapshot.finalUrl, links };
  const near = related(linking, found.neighbours);
  if (await isListOfStored(io, linking, near)) return null;
  const removed = await removeListsOf(io, linking, near);
  // what a removed list had swallowed is in a cluster of its own now
  const { neighbours, namedId } = removed.size === 0 ? found : await neighboursOf(store.articles, article);
  return dedupe(draft, fingerprint, terms, neighbours, { prepare: (text) => preparedTexts.get(text), namedId });
}

/** Stored articles that may be copies of this one, and the id of the article that its canonical link names. */
export async function neighboursOf(
  articles: Pick<CrawlPorts['store']['articles'], 'neighbours' | 'get'>,
  { id, canonicalUrl, fingerprint }: Pick<Article, 'id' | 'canonicalUrl' | 'fingerprint'>,
): Promise<{ readonly neighbours: readonly Neighbour[]; readonly namedId: string }> {
  const namedId = articleId(canonicalUrl);
  const similar = await articles.neighbours(fingerprint, id, maxNeighbours);
  // a page that names another address as its own (print, AMP) belongs to that article, if it is stored
  const isAmongThem = namedId === id || similar.some((neighbour) => neighbour.id === namedId);
  const named = isAmongThem ? null : await articles.get(namedId);
  return { neighbours: named === null ? similar : [...similar, named], namedId };
}
