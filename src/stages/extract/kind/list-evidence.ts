import type { ListEntries } from './list-entries.ts';
import type { PageEvidence } from './page-evidence.ts';

export const articleType =
  /^(?:NewsArticle|Article|BlogPosting|LiveBlogPosting|Report|ReportageNewsArticle|AnalysisNewsArticle|OpinionNewsArticle|BackgroundNewsArticle|ReviewNewsArticle|TechArticle|ScholarlyArticle|AdvertiserContentArticle|SatiricalArticle)$/;
/** Not `Blog`: themes write it on each page of one. */
export const listingType = /^(?:CollectionPage|ItemList|SearchResultsPage|ProfilePage)$/;
/** Whether JSON-LD declares an article. */
export const hasArticleType = (types: ReadonlySet<string>): boolean => hasType(types, articleType);
export function hasType(types: ReadonlySet<string>, pattern: RegExp): boolean {
  return [...types].some((type) => pattern.test(type));
}

/** Paths of lists: "/tag/…", "/page/2", "/category/…". The path of a list's later page is certain. */
const listPath =
  /\/(?:tags?|etiquetas?|topics?|category|categories|categorias?|kategorien?|rubrik|rubrique|section|archives?|archiv|authors?|auteurs?|autor(?:en|es)?|search|page)\/[^/]+\/?$|\/(?:index|list|default)(?:_\d+)?\.\w+$/i;
export const laterListPath =
  /\/(?:tags?|etiquetas?|topics?|category|categories|categorias?|kategorien?|rubrik|rubrique|section|archives?|archiv|authors?|auteurs?|autor(?:en|es)?)\/[^/]+\/page\/\d+\/?$/i;
/** "?page=3": a page of a list or of an article. */
const pageQuery = /[?&](?:page|paged)=\d{1,3}$/i;
/** "?cat=3", "?tag=news": a list of a blog without readable addresses. */
const listQuery = /^\?(?:paged=\d+&)?(?:cat|category|tag|author|m)=[^&]+(?:&paged=\d+)?$/i;
/** Paths of articles: with a date, a long number or a slug of at least five words. */
export const articlePath = /\/(?:19|20)\d\d[/_-]?[01]?\d[/_-]|\d{6,}|\/[^/]*(?:-[^/-]+){4,}\/?(?:\.\w+)?$/;

/** Whether an address has the form of a list's. */
export function isListUrl(url: string): boolean {
  const { pathname, search } = new URL(url);
  return listPath.test(pathname) || listQuery.test(search) || (pageQuery.test(url) && !articlePath.test(pathname));
}

/** Whether an address has the form of an index: "/categories/", "/blog/tags". */
export const isIndexUrl = (url: string): boolean => indexPath.test(new URL(url).pathname);
const indexPath =
  /^(?:\/[^/]+)?\/(?:tags?|categor(?:y|ies)|kategorien?|categorias?|archives?|archiv|authors?|topics?)(?:\/|\.\w+)?$/i;

/** Whether an address is that of a site's front page. */
export const isRoot = (url: string): boolean =>
  /^\/(?:index\.\w+|home|[a-z]{2})?\/?$/i.test(new URL(url).pathname) && new URL(url).search === '';

/** "/2026/11/": the list of a month. */
export const datePath = /\/(?:19|20)\d\d(?:[/_-]\d\d?){0,2}\/?$/;

/** JSON-LD types of applications. */
export const applicationType = /^(?:WebApplication|SoftwareApplication|MobileApplication)$/;
/** Whether metadata or address say that the page is an article. Then a missing text means a broken layout. */
export const claimsArticle = ({ types, ogType, isArticleUrl, url, isSource, isNotFoundPage }: PageEvidence): boolean =>
  !isSource &&
  !isNotFoundPage &&
  (isArticleUrl ??
    (hasType(types, articleType) ||
      ogType === 'article' ||
      (articlePath.test(new URL(url).pathname) &&
        !isListUrl(url) &&
        !datePath.test(new URL(url).pathname) &&
        !hasType(types, applicationType))));

/** Letters in the entries of a list, as a multiple of the page's other text, at least. */
const entriesShare = { several: 2, one: 3 };
/** Share of one entry in the text of all, at most: an article between links to others looks like one long entry. */
const largestShare = { two: 0.85, more: 0.6, teasers: 0.35 };
/** Latin letters of a list's only entry. */
const minOneEntry = 100;
/** Entries with text among many without, at least. */
const minTeasers = 4;
/** Entries without text, at least: an index. */
const minIndexEntries = 3;
/** Latin letters of text in an entry of an index, at most. */
const maxIndexText = 250;

/**
 * Whether the page's text stands in entries that link to other pages of the site. A page that declares itself an article in structured data is one; `og:type` article stands
 * on lists, too. Measured on 1,324 pages of articles of six corpora (6 have such entries) and on 700 lists of 19 recorded sites.
 */
export function consistsOfEntries(page: PageEvidence): boolean {
  const { entries, claim } = page;
  const { count, letters, ownLetters, hasOwnDate, isThread } = entries;
  const isNamedList = namesItselfList(page);
  if (isThread || hasOwnDate || claim === 'data' || count === 0 || (claim === 'meta' && !isNamedList)) return false;
  if (count === 1) return letters >= Math.max(isNamedList ? 1 : minOneEntry, entriesShare.one * ownLetters);
  return letters >= entriesShare.several * ownLetters && (isNamedList || isIndex(entries) || hasEvenTexts(entries));
}

/** Whether a page with a video is a list, one of whose entries has it. A video's page has an index of other videos beside it. */
export const isListWithVideo = (page: PageEvidence): boolean =>
  consistsOfEntries(page) && (namesItselfList(page) || hasEvenTexts(page.entries));

/** By its address, its data, or the class names of `body`. */
const namesItselfList = (page: PageEvidence): boolean =>
  page.hasListName || isListUrl(page.url) || hasType(page.types, listingType);

const isIndex = ({ count, letters, text, largest }: ListEntries): boolean =>
  count >= minIndexEntries && text < 0.5 * letters && largest <= maxIndexText;

const hasEvenTexts = ({ count, withText, text, largest }: ListEntries): boolean =>
  (withText >= 0.5 * count && largest <= (count === 2 ? largestShare.two : largestShare.more) * text) ||
  // teasers and, below them, headlines alone
  (withText >= minTeasers && largest <= largestShare.teasers * text);

/** Articles with a date on a front page, at least; scripts may open them, so that they have no links. */
const minFrontArticles = 5;

/** Whether a page has several articles, each with a date. */
export const consistsOfArticles = ({ articles, dates }: PageEvidence['about']): boolean =>
  Math.expm1(Math.min(articles, dates)) >= minFrontArticles - 0.5;
