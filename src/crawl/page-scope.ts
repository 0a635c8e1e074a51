import type { DateValue, Reading } from '../model/article/draft.ts';
import type { CrawlScope } from '../model/crawl/crawl-scope.ts';
import type { DropReason } from '../model/crawl/outcome.ts';
import type { Site } from '../model/crawl/site.ts';
import type { OfflineCrawl } from './crawl.ts';
import type { PageVisit } from './visit-result.ts';
import type { VisitedPage } from './visited-page.ts';

/** The page as far as the run, and its site's scraper, store it: without its article where they refuse it. Its links and records stay. */
export function withinScope(
  { run }: OfflineCrawl,
  { site }: PageVisit,
  page: VisitedPage,
): { readonly read: VisitedPage; readonly refused: DropReason | null } {
  const why = refusalByScope(run.scope, site, page.reading);
  if (why === null) return { read: page, refused: null };
  const reading = { ...page.reading, draft: null, detail: why };
  return { read: { ...page, snapshot: { ...page.snapshot, media: [] }, reading }, refused: 'out-of-scope' };
}

/** Why the run, or its site's scraper, does not store what the page gives; null: it does, or the page gives nothing. */
function refusalByScope(scope: CrawlScope, site: Site, { draft, pageType }: Reading): string | null {
  if (draft === null) return null;
  const isOnlyArticles = scope.articlesOnly || site.articlesOnly;
  if (isOnlyArticles && pageType !== 'article')
    return `page type: ${pageType}; ${scope.articlesOnly ? '--articles-only' : "the scraper's articlesOnly"} stores only articles`;
  const { since } = scope;
  if (since !== null && draft.publishedAt !== null && endOf(draft.publishedAt) < since.getTime())
    return `published before ${dayOrTime(since)} (--since)`;
  return null;
}

/** A list that did not fail. */
export const isListing = ({ reading, failedAs }: VisitedPage): boolean =>
  failedAs === null && reading.pageType === 'listing';

/** Other pages showed that it is a list: its links are followed as those of one. */
export const asList = (page: VisitedPage): VisitedPage => ({
  ...page,
  reading: {
    ...page.reading,
    pageType: 'listing',
    draft: null,
    reason: 'list',
    detail: 'its paragraphs are those of stored articles that it links to',
  },
});

const dayMs = 24 * 3_600_000;

/** The last moment that a date may mean, ms. */
const endOf = ({ value, precision }: DateValue): number => Date.parse(value) + (precision === 'day' ? dayMs - 1 : 0);

/** `2026-01-01`, or with its time where it is not midnight. */
const dayOrTime = (at: Date): string => at.toISOString().replace(/T00:00:00\.000Z$|(?<=:\d\d)\.\d+(?=Z$)/, '');
