import type { LivePage } from '../../browser-port.ts';
import type { ListCutShort } from '../../model/crawl/visit.ts';
import { type FoundLink, isCutShort, type ListExpansion } from '../../model/page/list-expansion.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import { isPostAddress } from '../../stages/extract/page/known-addresses.ts';
import { isOfSite } from '../../stages/schedule/scope.ts';
import { nextLabel } from '../../text/more-words.ts';
import type { Crawl } from '../crawl.ts';
import { unknownLinks } from '../links/follow-links.ts';
import type { TaskVisit } from '../visit-result.ts';

/** A list in the browser. */
interface ExpandRequest {
  readonly visit: TaskVisit;
  readonly live: LivePage;
  /** All links of its first screen. */
  readonly links: readonly Link[];
  /** Whether the list was read before: then it is expanded only if its first screen has news. */
  readonly wasRead: boolean;
}

/** What a list showed beyond its first screen. */
export interface ExpandedList {
  readonly added: readonly Link[];
  readonly expansion: ListExpansion;
}

/**
 * Expands a list by scrolls and clicks, until nothing new comes, its new links are all known, or its budget is used up. A list that was cut short at its last
 * visit goes on behind known links. Null: it is not expanded, since nobody would follow its links, it links its next page, or its first screen has no news.
 */
export async function expandListing(crawl: Crawl, request: ExpandRequest): Promise<ExpandedList | null> {
  const { visit, live, links, wasRead } = request;
  const { task, site } = visit;
  const maxDepth = Math.min(task.maxDepth, crawl.run.maxDepth ?? Number.MAX_SAFE_INTEGER);
  if (crawl.config.listBudgetMs === 0 || task.depth >= maxDepth || live.steps.length > 0) return null;
  if (links.some(isNextPage)) return null;
  const wasCutShort = await wasCutShortBefore(crawl, task.url);
  if (wasRead && !wasCutShort && (await unknownLinks(crawl, visit, links)) === 0) return null;
  const before = new Set<CanonicalUrl>([task.url, live.finalUrl, ...links.map(({ url }) => url)]);
  const linkOf = (found: FoundLink): Link => linkFound(found, task.url);
  const expansion = await live.expandList({
    isNew: (url) => !before.has(url) && !isPostAddress(url) && isOfSite(new URL(url).host, site.host),
    maxLinks: crawl.config.linksPerPage,
    timeMs: crawl.config.listBudgetMs,
    ...(!wasCutShort && { hasUnknown: async (found) => (await unknownLinks(crawl, visit, found.map(linkOf))) > 0 }),
  });
  return { added: expansion.links.map(linkOf), expansion };
}

const next = new RegExp(nextLabel, 'iu');
const anyNumber = /\d/;
const pageNumber = /(?:pag(?:e|ed|ina)?|pg|seite|offset|start)[=/_-]?\d/i;

/** "Next" with a number in its address; an arrow, which may also lead to an article, with a page number. */
const isNextPage = ({ anchorText, url }: Link): boolean =>
  anchorText !== '' && next.test(anchorText) && (/\p{L}/u.test(anchorText) ? anyNumber : pageNumber).test(pathOf(url));

const pathOf = (url: CanonicalUrl): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

async function wasCutShortBefore({ store }: Crawl, url: CanonicalUrl): Promise<boolean> {
  const [last] = await store.visits.find({ url, limit: 1 });
  return last?.listCutShort !== undefined;
}

const linkFound = ({ text, context, ...address }: FoundLink, foundOn: CanonicalUrl): Link => ({
  ...address,
  foundOn,
  anchorText: text,
  context,
  region: 'content',
  publishedAt: null,
});

/** For the visit: a list that has more than was loaded. */
export const cutShortOf = (expansion: ListExpansion | null): { readonly listCutShort?: ListCutShort } => {
  if (expansion === null || !isCutShort(expansion)) return {};
  const { links, total, by, why } = expansion;
  return { listCutShort: { loaded: links.length, total, by: by.includes('scroll') ? 'scrolled' : 'clicked', why } };
};

const actions = { scroll: 'scrolled', click: '"load more" clicked', pager: 'page numbers clicked' } as const;

/** For the visit's detail; '' where the list showed all at once. @example "scrolled: 34 further links" */
export function describeExpansion(expansion: ListExpansion | null): string {
  if (expansion === null || expansion.links.length === 0) return '';
  const { links, by, ended, why, total } = expansion;
  const of = total === null ? '' : ` of a list of ${total}`;
  const end = ended === 'known' ? '; the next ones were known' : '';
  const cut = isCutShort(expansion) ? `; there may be more: ${why}` : end;
  return `${by.map((action) => actions[action]).join(', ')}: ${links.length} further links${of}${cut}`;
}
