import type { Language } from './words.ts';

/** How a site's list shows a post: `cards` are links as a whole, `titles` an archive, `flat` headings and paragraphs without boxes. */
export type ListStyle = 'excerpts' | 'full' | 'cards' | 'titles' | 'flat';
/** How further pages of the list are reached. `numbers`: rel=next and /page/N/; `older`: one link by its text alone; `scroll` and `button` need a browser. */
export type Paging = 'numbers' | 'paged-query' | 'index-n' | 'older' | 'scroll' | 'button' | 'none';
/** `dated`: /2024/05/slug/; `html`: /slug.html; `query`: /?p=N; `numbered`: /posts/N. */
export type Addresses = 'dated' | 'html' | 'query' | 'numbered';
/** `landing`: no posts, the menu names /blog/; `latest`: the newest post in full, the others are behind a link. */
export type StartPage = 'list' | 'landing' | 'latest';
export type ArchiveKind = 'tag' | 'category' | 'author' | 'month';

/** A site as a point on these axes. */
export interface SitePlan {
  readonly name: string;
  /** Of the posts' number, titles and texts. */
  readonly seed: number;
  readonly language: Language;
  readonly list: ListStyle;
  readonly paging: Paging;
  readonly addresses: Addresses;
  readonly start: StartPage;
  /** Lists beside the main one: none of them has a post that the main list lacks. */
  readonly archives: readonly ArchiveKind[];
  readonly meta: 'none' | 'og' | 'json-ld';
  /** The third post: behind a password, or for members after its first sentence. */
  readonly locked: 'password' | 'members' | null;
  /** Has the newest four posts. */
  readonly feed: boolean;
  readonly sitemap: boolean;
}

const sitePlan = (
  seed: number,
  name: string,
  axes: readonly [Language, ListStyle, Paging, Addresses, StartPage, SitePlan['meta']],
  beside: Partial<SitePlan> = {},
): SitePlan => {
  const [language, list, paging, addresses, start, meta] = axes;
  const none = { archives: [], locked: null, feed: false, sitemap: false };
  return { ...none, seed, name, language, list, paging, addresses, start, meta, ...beside };
};

/** Most pairs of values of two axes come together on some site. What fails on a site stays on it: its floor says how much of it is found. */
export const sitePlans: readonly SitePlan[] = [
  sitePlan(0, 'excerpts in numbered pages', ['en', 'excerpts', 'numbers', 'dated', 'list', 'og'], {
    archives: ['tag', 'category', 'author', 'month'],
    locked: 'password',
    feed: true,
    sitemap: true,
  }),
  sitePlan(1, 'full posts, addresses by query', ['de', 'full', 'paged-query', 'query', 'list', 'none'], {
    archives: ['category', 'month'],
    feed: true,
  }),
  sitePlan(2, 'cards in index-N.html', ['he', 'cards', 'index-n', 'html', 'list', 'json-ld'], {
    archives: ['tag'],
    sitemap: true,
  }),
  sitePlan(3, 'latest post in front of an archive', ['en', 'titles', 'none', 'dated', 'latest', 'none'], {
    archives: ['category', 'month'],
    feed: true,
  }),
  sitePlan(4, 'flat list with older posts', ['zh', 'flat', 'older', 'numbered', 'list', 'og'], {
    archives: ['author', 'tag'],
  }),
  sitePlan(5, 'landing page, older posts', ['en', 'excerpts', 'older', 'html', 'landing', 'json-ld'], {
    archives: ['tag', 'category'],
    locked: 'members',
    feed: true,
  }),
  sitePlan(6, 'landing page, cards', ['de', 'cards', 'numbers', 'numbered', 'landing', 'none'], {
    locked: 'members',
    sitemap: true,
  }),
  sitePlan(7, 'full posts in index-N.html', ['he', 'full', 'index-n', 'dated', 'list', 'og'], {
    archives: ['tag', 'month'],
    locked: 'password',
    feed: true,
  }),
  sitePlan(8, 'landing page, titles', ['zh', 'titles', 'paged-query', 'html', 'landing', 'none'], {
    archives: ['author', 'category'],
    sitemap: true,
  }),
  sitePlan(9, 'flat list on one page', ['de', 'flat', 'none', 'query', 'list', 'json-ld'], {
    archives: ['month'],
    locked: 'password',
    feed: true,
  }),
  sitePlan(10, 'latest post in front of pages', ['zh', 'excerpts', 'numbers', 'numbered', 'latest', 'og'], {
    archives: ['tag', 'category', 'author', 'month'],
    feed: true,
    sitemap: true,
  }),
  sitePlan(11, 'cards that load when scrolled', ['en', 'cards', 'scroll', 'dated', 'list', 'og'], {
    archives: ['tag'],
  }),
  sitePlan(12, 'excerpts behind a button', ['de', 'excerpts', 'button', 'numbered', 'list', 'none']),
];
