import { NewshawkError } from '../errors.ts';
import type { Article, Judgement } from '../model/article/article.ts';
import { articleId } from '../model/article/article-id.ts';
import type { Reading } from '../model/article/draft.ts';
import type { Neighbour } from '../model/article/neighbour.ts';
import type { Story } from '../model/article/story.ts';
import type { Page, ResolvedPage } from '../model/page/page.ts';
import type { StoredSnapshot } from '../model/page/snapshot.ts';
import { type ClassifiedText, classify } from '../stages/classify/classify.ts';
import { newsTerms } from '../stages/classify/news-terms.ts';
import { topicMarks } from '../stages/classify/topic-marks.ts';
import { dedupe } from '../stages/dedupe/dedupe.ts';
import type { PreparedTexts } from '../stages/dedupe/prepared-texts.ts';
import { playOnTrial, resolveMedia } from '../stages/media/resolve-media.ts';
import { takeSnapshot } from '../stages/snapshot/take-snapshot.ts';
import type { SiteLearner } from './learning/site-learner.ts';
import { isListOfStored, related, removeListsOf, type StoredListPorts } from './lists/stored-lists.ts';
import { longestAdMs, type MediaSearchPorts, type MediaSearchRequest, mediaPorts } from './media-ports.ts';
import type { CrawlPorts } from './ports.ts';
import { preparedBySite } from './topics/site-topics.ts';
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

export interface ExtractionPorts extends MediaSearchPorts, Pick<CrawlPorts, 'grown' | 'categories' | 'log'> {
  /** Terms of all topics: extraction weighs them. */
  readonly topicTerms: readonly string[];
  readonly siteLearner: Pick<SiteLearner, 'wrapperFor'>;
  readonly store: Pick<CrawlPorts['store'], 'blobs'>;
}

/** media -> snapshot -> extract. @param earlier the same page, fetched in the other way: a page is played once */
export async function extractPage(
  io: ExtractionPorts,
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
  io: ExtractionPorts,
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
  io: ExtractionPorts,
  page: Page,
  request: MediaSearchRequest,
  { snapshot, mediaSearch }: ExtractedPage,
): Promise<ExtractedPage> => readResolved(io, { page, media: snapshot.media, ...mediaSearch }, request);

async function readResolved(
  io: ExtractionPorts,
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
async function findMedia(io: ExtractionPorts, page: Page, request: MediaSearchRequest): Promise<ResolvedPage> {
  const resolved = await resolveMedia({ ...mediaPorts(io, request), withPictures: true })({ page });
  const { trace } = resolved;
  if (trace?.steps.length === 0) io.log.warn('media.not-played', { url: page.task.url, detail: trace.endedBy });
  return resolved;
}

export interface JudgingPorts {
  readonly store: StoredListPorts['store'] & {
    readonly articles: Pick<CrawlPorts['store']['articles'], 'textsWritten' | 'neighbours' | 'get'>;
  };
  readonly log: CrawlPorts['log'];
  readonly preparedTexts: PreparedTexts;
  readonly topicJudge: TopicJudge;
}

/**
 * dedupe -> classify. One page at a time, or two copies would not see each other. Stored articles that this one shows to be lists are removed.
 * @param weight of the page's source @returns null: the page is a list of stored articles
 */
export async function judgeArticle(io: JudgingPorts, page: ExtractedPage, weight: number): Promise<Article | null> {
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

async function findCopies(io: JudgingPorts, page: ExtractedPage): Promise<Story | null> {
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

/** Judges a text by the topics of its site: of a page that was just read, or of an article in the store. */
export class TopicJudge {
  readonly #judgeFor: (host: string) => (text: ClassifiedText) => Judgement;

  constructor(io: Pick<CrawlPorts, 'topics' | 'siteOf'>) {
    this.#judgeFor = preparedBySite(io, (topics) => {
      const classifyText = classify(topics);
      const judgedBy = topicMarks(topics);
      return (text) => ({ ...classifyText(text), judgedBy });
    });
  }

  judge(host: string, text: ClassifiedText): Judgement {
    return this.#judgeFor(host)(text);
  }
}
