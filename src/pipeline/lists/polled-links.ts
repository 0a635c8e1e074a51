import type { Link } from '../../model/web/link.ts';
import { listingLinks } from '../../stages/discover/source-links.ts';
import { pagesOfList } from '../../stages/schedule/links/list-pages.ts';

/**
 * The links of a list that a poll follows: those to its entries (`listingLinks`), and those to its further pages, whose pager often is a menu by its markup.
 * Each address once. Pure.
 * @param url of the list, after redirects
 * @param fruitful places from which articles came
 */
export function polledLinks(url: string, links: readonly Link[], fruitful?: ReadonlySet<string>): Link[] {
  const entries = listingLinks(links, fruitful);
  const known = new Set(entries.map((link) => link.url));
  const pages = furtherPages(url, links).filter((link) => !known.has(link.url));
  return [...entries, ...pages];
}

/** The links of a list to its further pages, wherever they stand, each address once. Pure. */
export function furtherPages(url: string, links: readonly Link[]): Link[] {
  const pages = links.filter(pagesOfList(url));
  return [...new Map(pages.map((link) => [link.url, link])).values()];
}
