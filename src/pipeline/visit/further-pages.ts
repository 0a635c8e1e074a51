import { kindOf, NewshawkError, policies, TurnsEnded } from '../../errors.ts';
import type { Draft, Reading, TraceLine } from '../../model/article/draft.ts';
import { taskAt } from '../../model/crawl/task.ts';
import type { Page } from '../../model/page/page.ts';
import type { CanonicalUrl, WebAddress } from '../../model/web/canonical-url.ts';
import { topicTerms } from '../../stages/classify/keywords.ts';
import { joinPages, whyNotSameArticle } from '../../stages/extract/text/join-pages.ts';
import type { ReadPage } from '../crawl.ts';
import { openPage } from './open-page.ts';
import type { PageVisit } from './visiting.ts';
import { wholeTextOf } from './whole-text.ts';

/** An article with all its pages, and what these cost. */
export interface WholeArticle {
  readonly read: ReadPage;
  /** What came over the network for the further pages. */
  readonly bytes: number;
}

/** Letters of a text to which no more pages are added: no article has so many. */
const longestBody = 1_000_000;
/** A host that wants to be left alone for longer gets no further page in the same visit. */
const longestWaitMs = 10_000;

/**
 * An article that is spread over several pages: the others are fetched one after the other, in the way of the first, and put together. It ends where the site's
 * `articlePages` are reached, where robots.txt forbids a page, or where a page is none of this article (another headline or host, a text or an address seen before).
 * No page of it may be open: each takes a place in the browser.
 * @throws NewshawkError throttled, blocked, proxy: the article is to be tried again as a whole
 */
export async function withFurtherPages(visit: PageVisit, page: Page, first: ReadPage): Promise<WholeArticle> {
  const { draft } = first.reading;
  let next = nextOf(first.reading);
  if (draft === null || next === null || visit.site.articlePages < 2) return { read: first, bytes: 0 };
  const pages: Draft[] = [draft];
  const trace: TraceLine[] = [];
  const seen = new Set<CanonicalUrl>([visit.task.url, page.finalUrl]);
  let bytes = 0;
  while (next !== null) {
    const further = await furtherPage(visit, page, { address: next, pages, seen });
    bytes += further.bytes;
    const { url }: WebAddress = next;
    if (typeof further.found === 'string') {
      trace.push({ rule: 'pages-end', why: `${url}: ${further.found}` });
      break;
    }
    seen.add(url);
    const { reading, snapshot }: ReadPage = further.found;
    pages.push(reading.draft as Draft);
    trace.push({ rule: 'further-page', why: `page ${pages.length}: ${url}, snapshot ${snapshot.hash}` });
    next = nextOf(reading);
  }
  return { read: await joined(visit, first, { pages, trace, seen }), bytes };
}

/** Page by page it is the link that says how the address is written. */
function nextOf({ nextPage, links }: Pick<Reading, 'nextPage' | 'links'>): WebAddress | null {
  if (nextPage === null) return null;
  const asWritten = links.find(({ url }) => url === nextPage)?.asWritten;
  return asWritten === undefined ? { url: nextPage } : { url: nextPage, asWritten };
}

interface Further {
  readonly address: WebAddress;
  readonly pages: readonly Draft[];
  readonly seen: ReadonlySet<CanonicalUrl>;
}

/** The page, or why there is none that belongs to the article. */
async function furtherPage(
  visit: PageVisit,
  { via, finalUrl }: Page,
  { address, pages, seen }: Further,
): Promise<{ readonly found: ReadPage | string; readonly bytes: number }> {
  const { url } = address;
  const nothing = (found: string, bytes = 0) => ({ found, bytes });
  if (seen.has(url)) return nothing('was there before');
  if (pages.length >= visit.site.articlePages) return nothing(`the site's articlePages are ${visit.site.articlePages}`);
  if (pages.reduce((sum, { body }) => sum + body.length, 0) > longestBody) return nothing('the text is long enough');
  if (new URL(url).host !== new URL(finalUrl).host) return nothing('another host');
  const { io, task, site, identity } = visit;
  const { host } = new URL(url);
  const { allowed } = await io.robots.check({ ...address, site: task.site }, identity, io.turns);
  if (!allowed) return nothing('robots.txt forbids it');
  if (visit.gate.waitMs(host, io.clock.monotonicMs()) > longestWaitMs) return nothing('the host wants a longer pause');
  try {
    await using opened = await openPage(io, via, { task: taskAt(task, address), site, identity, headers: {} });
    const { page } = opened;
    if (page.status >= 400) return nothing(`the site answered ${page.status}`, page.bytes);
    if (page.finalUrl !== url && seen.has(page.finalUrl)) return nothing(`leads back to ${page.finalUrl}`, page.bytes);
    const outcome = await visit.toReading({ site, identity, plays: false, isAllowed: () => true })(opened);
    if (outcome.kind !== 'kept') throw new NewshawkError('bug', `reading ended as ${outcome.kind}`);
    const { draft, detail } = outcome.value.reading;
    const why = draft === null ? detail || 'no article' : whyNotSameArticle(pages, draft);
    return why === null ? { found: outcome.value, bytes: page.bytes } : nothing(why, page.bytes);
  } catch (error) {
    // what costs the article no attempt is tried again as a whole; else what there is of it is better than nothing
    if (error instanceof TurnsEnded) throw error;
    const kind = kindOf(error);
    if (kind === 'bug' || kind === 'blocked' || !policies[kind].costsAttempt) throw error;
    io.log.warn('article.page-missing', { url: task.url, page: url, kind });
    return nothing(`${kind}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface Found {
  readonly pages: readonly Draft[];
  readonly trace: readonly TraceLine[];
  readonly seen: ReadonlySet<CanonicalUrl>;
}

/** The reading of the whole; its pages are no links to other pages. */
async function joined({ io }: PageVisit, { reading, snapshot, media }: ReadPage, found: Found): Promise<ReadPage> {
  const [first, ...further] = found.pages;
  const trace = [...reading.trace, ...found.trace];
  if (first === undefined || further.length === 0) return { snapshot, media, reading: { ...reading, trace } };
  const draft = joinPages(first, further);
  const weighed = await io.reader.weigh({
    ...wholeTextOf(draft, snapshot.finalUrl),
    terms: topicTerms(io.topics),
    categories: io.categories,
    grown: io.grown,
  });
  const links = reading.links.filter(({ url }) => !found.seen.has(url));
  return { snapshot, media, reading: { ...reading, ...weighed, draft, links, trace } };
}
