import type { Reading } from '../../model/article/draft.ts';
import type { ListExpansion } from '../../model/page/list-expansion.ts';
import type { Page } from '../../model/page/page.ts';
import type { StepTaken } from '../../model/page/page-step.ts';
import type { Link } from '../../model/web/link.ts';
import { listingLinks } from '../../stages/discover/source-links.ts';
import { pagesOfList } from '../../stages/schedule/links/list-pages.ts';

/** What a reading says of a list beyond its links. */
/** What a reading says of its page as a list. */
export type ListFacts = Pick<Reading, 'feeds' | 'pageType' | 'loadsMore' | 'ownData' | 'ownRules'>;

/** A page of links in one of its modes. */
export interface LinkList {
  readonly page: Page;
  readonly links: readonly Link[];
  /** All links of its first screen, those of menus too. */
  readonly shown: readonly Link[];
  readonly reading: ListFacts;
  readonly steps: readonly StepTaken[];
  /** What it showed beyond its first screen; null: it was not expanded. */
  readonly expansion: ListExpansion | null;
}

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
