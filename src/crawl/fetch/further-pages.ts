import { kindOf, policies, TurnsEnded } from '../../errors.ts';
import type { Draft, Reading, TraceLine } from '../../model/article/draft.ts';
import { taskAt } from '../../model/crawl/task.ts';
import type { Page } from '../../model/page/page.ts';
import type { ContentHash } from '../../model/page/snapshot.ts';
import type { CanonicalUrl, WebAddress } from '../../model/web/canonical-url.ts';
import { joinPages, whyNotSameArticle } from '../../stages/extract/text/join-pages.ts';
import type { Crawl } from '../crawl.ts';
import { extractPage } from '../page-reader.ts';
import type { PageVisit } from '../visit-result.ts';
import type { VisitedPage } from '../visited-page.ts';
import { openPage } from './open-page.ts';
import { wholeTextOf } from './whole-text.ts';

/** Letters. No page is added to a longer text: articles are shorter. */
const longestBody = 1_000_000;
/** ms. A host with a longer pause gets no request for a further page in the same visit. */
const longestWaitMs = 10_000;

/**
 * Adds the lists that the page names (autodiscovery), and the further pages of an article: fetched one after the other, in the way of the first page. It stops at
 * the site's `articlePages`, where robots.txt forbids a page, and at a page that does not belong to the article (another headline or host, a text or an address
 * that was there before). No page of the article may be open: each takes a place in the browser.
 * @throws NewshawkError throttled, blocked, proxy: the article is retried as a whole
 */
export async function addFurtherPages(crawl: Crawl, visit: PageVisit, first: VisitedPage): Promise<VisitedPage> {
  const { page, reading } = first;
  const named = {
    task: visit.task,
    url: page.finalUrl,
    reading,
    isArticle: reading.draft !== null,
    log: crawl.log,
  };
  const lists = await crawl.autodiscovery.discover(crawl.run, named, visit.identity);
  const { draft } = reading;
  let next = nextOf(reading);
  if (draft === null || next === null || visit.site.articlePages < 2) return { ...first, lists };
  const drafts: Draft[] = [draft];
  const trace: TraceLine[] = [];
  const seenUrls = new Set<CanonicalUrl>([visit.task.url, page.finalUrl]);
  let { bytes } = page;
  while (next !== null) {
    const further = await fetchFurtherPage(crawl, visit, page, { address: next, drafts, seenUrls });
    bytes += further.bytes;
    const { url }: WebAddress = next;
    if (further.kind === 'end') {
      trace.push({ rule: 'pages-end', why: `${url}: ${further.why}` });
      break;
    }
    seenUrls.add(url);
    drafts.push(further.draft);
    trace.push({ rule: 'further-page', why: `page ${drafts.length}: ${url}, snapshot ${further.snapshot}` });
    next = further.next;
  }
  const whole = await joinedReading(crawl, first, { drafts, trace, seenUrls });
  return { ...first, lists, reading: whole, page: { ...page, bytes } };
}

/** As the page's link writes it. */
function nextOf({ nextPage, links }: Reading): WebAddress | null {
  if (nextPage === null) return null;
  const asWritten = links.find(({ url }) => url === nextPage)?.asWritten;
  return asWritten === undefined ? { url: nextPage } : { url: nextPage, asWritten };
}

interface FurtherRequest {
  readonly address: WebAddress;
  /** Of the pages so far. */
  readonly drafts: readonly Draft[];
  readonly seenUrls: ReadonlySet<CanonicalUrl>;
}

interface FurtherPage {
  readonly kind: 'page';
  readonly draft: Draft;
  readonly snapshot: ContentHash;
  readonly next: WebAddress | null;
  readonly bytes: number;
}

/** No page, or none that belongs to the article. */
interface NoFurtherPage {
  readonly kind: 'end';
  readonly why: string;
  readonly bytes: number;
}

const noPage = (why: string, bytes = 0): NoFurtherPage => ({ kind: 'end', why, bytes });

async function fetchFurtherPage(
  crawl: Crawl,
  visit: PageVisit,
  first: Page,
  request: FurtherRequest,
): Promise<FurtherPage | NoFurtherPage> {
  const { address, drafts, seenUrls } = request;
  const { url } = address;
  const why = await whyNotFetched(crawl, visit, first, request);
  if (why !== null) return noPage(why);
  const { task, site, identity } = visit;
  try {
    await using opened = await openPage(crawl, first.via, {
      task: taskAt(task, address),
      site,
      identity,
      headers: {},
    });
    const { page } = opened;
    if (page.status >= 400) return noPage(`the site answered ${page.status}`, page.bytes);
    if (page.finalUrl !== url && seenUrls.has(page.finalUrl))
      return noPage(`leads back to ${page.finalUrl}`, page.bytes);
    // the first page is judged: a further one may be a few lines long
    const media = { site: { ...site, minConfidence: 0 }, identity, plays: false, isAllowed: () => true };
    const { reading, snapshot } = await extractPage(crawl, page, media);
    const { draft, detail } = reading;
    if (draft === null) return noPage(detail || 'no article', page.bytes);
    const difference = whyNotSameArticle(drafts, draft);
    if (difference !== null) return noPage(difference, page.bytes);
    return { kind: 'page', draft, snapshot: snapshot.hash, next: nextOf(reading), bytes: page.bytes };
  } catch (error) {
    // errors that cost no attempt retry the whole article; after others it is stored without this page
    if (error instanceof TurnsEnded) throw error;
    const kind = kindOf(error);
    if (kind === 'bug' || kind === 'blocked' || !policies[kind].costsAttempt) throw error;
    crawl.log.warn('article.page-missing', { url: task.url, page: url, kind });
    return noPage(`${kind}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Null: fetch it. */
async function whyNotFetched(
  { robots, turns, gate, clock }: Crawl,
  { task, site, identity }: PageVisit,
  { finalUrl }: Page,
  { address, drafts, seenUrls }: FurtherRequest,
): Promise<string | null> {
  const { host } = new URL(address.url);
  if (seenUrls.has(address.url)) return 'was there before';
  if (drafts.length >= site.articlePages) return `the site's articlePages are ${site.articlePages}`;
  if (drafts.reduce((sum, { body }) => sum + body.length, 0) > longestBody) return 'the text is long enough';
  if (host !== new URL(finalUrl).host) return 'another host';
  const { allowed } = await robots.check({ ...address, site: task.site }, identity, turns);
  if (!allowed) return 'robots.txt forbids it';
  return gate.waitMs(host, clock.monotonicMs()) > longestWaitMs ? 'the host wants a longer pause' : null;
}

interface Pages {
  readonly drafts: readonly Draft[];
  readonly trace: readonly TraceLine[];
  readonly seenUrls: ReadonlySet<CanonicalUrl>;
}

/** The whole article. Links between its pages are left out. */
async function joinedReading(
  { reader, topicTerms, grown, categories }: Crawl,
  { reading, snapshot }: VisitedPage,
  pages: Pages,
): Promise<Reading> {
  const [first, ...further] = pages.drafts;
  const trace = [...reading.trace, ...pages.trace];
  if (first === undefined || further.length === 0) return { ...reading, trace };
  const draft = joinPages(first, further);
  const text = wholeTextOf(draft, snapshot.finalUrl);
  const weighed = await reader.weigh({ ...text, terms: topicTerms, categories, grown });
  const links = reading.links.filter(({ url }) => !pages.seenUrls.has(url));
  return { ...reading, ...weighed, draft, links, trace };
}
