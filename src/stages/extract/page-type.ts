import type { PageType } from '../../model/draft.ts';

/** What is known of a page when its type is judged. */
export interface PageEvidence {
  readonly url: string;
  /** JSON-LD types of the page's own nodes. */
  readonly types: ReadonlySet<string>;
  readonly ogType: string;
  /** The scraper's article pattern matches; null where the site has none. */
  readonly isArticleUrl: boolean | null;
  /** The address is a source of the site. */
  readonly isSource: boolean;
  /** A site script or wrapper found the body. */
  readonly bodyByRule: boolean;
  /** Letters of the body found, a CJK character 2.5; share of them in links. */
  readonly bodyLength: number;
  readonly bodyLinkShare: number;
  /** Lines of the body found that are one link, long enough for a headline. */
  readonly bodyHeadlines: number;
  /** Letters of full paragraphs (80 letters and more, few links) in the whole page. */
  readonly paragraphLength: number;
  /** Share of all letters of the page that stand in links. */
  readonly linkShare: number;
  /** Content links whose words are long enough for a headline. */
  readonly headlineLinks: number;
  readonly hasHeadline: boolean;
  readonly hasDate: boolean;
  readonly hasVideo: boolean;
}

export interface PageTypeFinding {
  readonly type: PageType;
  readonly rule: string;
  readonly why: string;
}

interface PageTypeRule {
  readonly name: string;
  readonly type: PageType;
  readonly why: string;
  readonly applies: (evidence: PageEvidence) => boolean;
}

const article =
  /^(?:NewsArticle|Article|BlogPosting|LiveBlogPosting|Report|ReportageNewsArticle|AnalysisNewsArticle|OpinionNewsArticle|BackgroundNewsArticle|ReviewNewsArticle|TechArticle|ScholarlyArticle|AdvertiserContentArticle|SatiricalArticle)$/;
const listing = /^(?:CollectionPage|ItemList|SearchResultsPage|ProfilePage|Blog)$/;
const some = (types: ReadonlySet<string>, pattern: RegExp): boolean => [...types].some((type) => pattern.test(type));

/** "/tag/…", "/page/2", "?page=3", "/category/…": a list by its address. */
const listPath =
  /\/(?:tags?|topics?|category|categories|kategorie|section|archive|archiv|author|search|page)\/[^/]+\/?$|[?&](?:page|paged|p)=\d{1,3}$|\/(?:index|list|default)(?:_\d+)?\.\w+$/i;
/** A date, a long number or a slug of five words and more: an article by its address. */
export const articlePath = /\/(?:19|20)\d\d[/_-]?[01]?\d[/_-]|\d{6,}|\/[^/]*(?:-[^/-]+){4,}\/?(?:\.\w+)?$/;

/** A full article; a brief has one paragraph. */
const fullText = 600;
const brief = 200;
/** A teaser with its headline, at most. */
const teaserLength = 400;

const rules: readonly PageTypeRule[] = [
  {
    name: 'source',
    type: 'listing',
    why: "the address is one of the site's sources",
    applies: ({ isSource }) => isSource,
  },
  {
    name: 'video',
    type: 'video',
    why: 'a video is the matter, the text is its description',
    applies: (page) =>
      (page.types.has('VideoObject') || page.hasVideo || page.ogType.startsWith('video')) &&
      !some(page.types, article) &&
      page.bodyLength < 2 * fullText &&
      (page.ogType.startsWith('video') || page.types.has('VideoObject') || page.hasHeadline) &&
      page.headlineLinks < 30,
  },
  {
    name: 'scraper-rule',
    type: 'article',
    why: "the scraper's rules find a body",
    applies: (page) =>
      page.bodyByRule &&
      (page.isArticleUrl ?? (page.bodyLinkShare < 0.5 && !isRoot(page.url) && !page.ogType.startsWith('video'))),
  },
  {
    name: 'product',
    type: 'product',
    why: 'JSON-LD Product',
    applies: (page) => page.types.has('Product') && !some(page.types, article),
  },
  {
    name: 'forum',
    type: 'forum',
    why: 'JSON-LD forum or question page',
    applies: (page) => some(page.types, /^(?:DiscussionForumPosting|QAPage)$/) && !some(page.types, article),
  },
  {
    name: 'json-ld-article',
    type: 'article',
    why: 'JSON-LD article',
    applies: (page) =>
      some(page.types, article) && (page.paragraphLength >= brief || page.linkShare < 0.6) && !isRoot(page.url),
  },
  {
    name: 'json-ld-listing',
    type: 'listing',
    why: 'JSON-LD list',
    applies: (page) => some(page.types, listing) && page.paragraphLength < 4 * fullText,
  },
  {
    name: 'front-page',
    type: 'listing',
    why: 'the root of a site',
    applies: (page) => isRoot(page.url) && page.headlineLinks >= 5,
  },
  {
    name: 'list-address',
    type: 'listing',
    why: "the address is a list's",
    applies: (page) => listPath.test(page.url) && page.headlineLinks >= 5 && page.paragraphLength < 2 * fullText,
  },
  {
    name: 'scraper-address',
    type: 'article',
    why: "the scraper's pattern matches the address",
    applies: (page) => page.isArticleUrl === true,
  },
  {
    name: 'og-article',
    type: 'article',
    why: 'og:type article with text',
    applies: (page) => page.ogType === 'article' && page.bodyLength >= brief && page.bodyLinkShare < 0.4,
  },
  {
    name: 'teasers',
    type: 'listing',
    why: 'headlines in links outweigh the text',
    applies: (page) => page.headlineLinks >= 8 && page.linkShare > 0.45 && page.paragraphLength < 2 * fullText,
  },
  {
    name: 'linked-headlines',
    type: 'listing',
    why: 'what is found is linked headlines with a few lines each',
    applies: (page) =>
      page.bodyHeadlines >= 5 && page.headlineLinks >= 8 && page.bodyLength / page.bodyHeadlines < teaserLength,
  },
  {
    name: 'full-text',
    type: 'article',
    why: 'full paragraphs with few links',
    applies: (page) => page.bodyLength >= fullText && page.bodyLinkShare < 0.35 && page.hasHeadline,
  },
  {
    name: 'brief',
    type: 'article',
    why: 'a headline, a date and a paragraph',
    applies: (page) =>
      page.bodyLength >= brief &&
      page.bodyLinkShare < 0.35 &&
      page.hasHeadline &&
      (page.hasDate || articlePath.test(new URL(page.url).pathname)),
  },
  {
    name: 'link-list',
    type: 'listing',
    why: 'mostly links',
    applies: (page) => page.headlineLinks >= 4 && page.linkShare > 0.35,
  },
];

/** What kind of page it is: the first rule that applies. */
export function judgePageType(evidence: PageEvidence): PageTypeFinding {
  const rule = rules.find(({ applies }) => applies(evidence));
  if (rule === undefined) return { type: 'other', rule: 'page-type-none', why: 'neither text nor a list' };
  return { type: rule.type, rule: `page-type-${rule.name}`, why: `${rule.type}: ${rule.why}` };
}

/** Whether something but the text says that this is an article: then a missing text is a broken layout. */
export const claimsArticle = ({ types, ogType, isArticleUrl, url, isSource }: PageEvidence): boolean =>
  !isSource &&
  (isArticleUrl ??
    (some(types, article) || ogType === 'article' || (articlePath.test(new URL(url).pathname) && !listPath.test(url))));

const isRoot = (url: string): boolean =>
  /^\/(?:index\.\w+|home|[a-z]{2})?\/?$/i.test(new URL(url).pathname) && new URL(url).search === '';
