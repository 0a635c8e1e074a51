import { getDomain } from 'tldts';
import { type CrawlScope, isUnder } from '../../model/crawl/crawl-scope.ts';
import { dropped, kept, type Outcome } from '../../model/crawl/outcome.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import { claimsSite, hostAndPort } from '../../model/web/site-key.ts';
import type { AddressVerdict } from '../../model/web/url-pattern.ts';
import { isListLink, isOtherLink, whyNoArticle } from './links/article-links.ts';
import { isOlder } from './links/link-date.ts';

export interface LinkCandidate {
  readonly link: Link;
  readonly site: Site;
  /** Distance from the source in links. */
  readonly depth: number;
  readonly maxDepth: number;
  /** Of the run; absent: the whole site. */
  readonly scope?: CrawlScope | undefined;
  /** Default: all. */
  readonly taken?: TakenLinks;
  /** By what is known of the site's addresses; null or absent: not asked. */
  readonly verdict?: AddressVerdict | null | undefined;
}

/** Which links of a page are followed, where its place in the run or its scraper decides it. */
export type TakenLinks = 'all' | 'articles-and-lists' | 'articles';

/**
 * Which links are followed at this depth: at the last one that `--depth` allows, and without lists in `--discover`, only those that may be articles.
 * @param runDepth of `--depth`; null: none is given
 */
export function takenLinks(
  { discover, articlesOnly }: CrawlScope,
  site: Site,
  depth: number,
  runDepth: number | null,
): TakenLinks {
  if (discover !== null && !discover.includes('lists')) return 'articles';
  if (runDepth !== null && runDepth > 0 && depth >= runDepth) return 'articles';
  return articlesOnly || site.articlesOnly ? 'articles-and-lists' : 'all';
}

/** A rule that excludes links. The outcome names the first one that applies. */
interface ScopeRule {
  readonly name: string;
  readonly why: string;
  readonly applies: (candidate: LinkCandidate, url: URL) => boolean;
}

/** Characters of an address, at most: longer ones are generated (session ids, filters, traps). */
const maxUrlLength = 2_000;
const fileExtension =
  /\.(jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|pdf|docx?|xlsx?|pptx?|odt|epub|zip|gz|tgz|bz2|xz|rar|7z|dmg|exe|apk|iso|mp4|m4v|webm|mov|avi|mkv|flv|ts|m3u8|mpd|mp3|m4a|aac|ogg|wav|flac|css|m?js|json|xml|rss|atom|txt|csv|ics|md|markdown|rst|adoc|yaml|yml|sql|woff2?|ttf|eot|swf|torrent)$/i;

const alwaysRules: readonly ScopeRule[] = [
  { name: 'depth', why: 'too many links away from its source', applies: ({ depth, maxDepth }) => depth > maxDepth },
  {
    name: 'other-site',
    why: 'belongs to another site',
    applies: ({ site }, url) => !isOfSite(url.host, site.host),
  },
  { name: 'ignored', why: 'the scraper ignores it', applies: ({ site }, url) => matches(site.ignoreUrls, url.href) },
  { name: 'file-type', why: 'a file, no page', applies: (_, url) => fileExtension.test(url.pathname) },
  {
    name: 'too-long',
    why: `longer than ${maxUrlLength} characters`,
    applies: (_, url) => url.href.length > maxUrlLength,
  },
  { name: 'trap', why: 'a path that repeats itself', applies: (_, url) => repeatsItself(url.pathname) },
];

/** What the run takes of the site. */
const runRules: readonly ScopeRule[] = [
  {
    name: 'under',
    why: 'outside of the paths of --under',
    applies: ({ scope }, url) => scope !== undefined && !isUnder(scope.under, url.href),
  },
  {
    name: 'since',
    why: 'older than --since',
    applies: ({ scope, link }) => scope?.since != null && isOlder(link, scope.since),
  },
  {
    name: 'not-named',
    why: "the scraper's articlesOnly takes the addresses of links.article and lists only",
    applies: ({ site, link }) =>
      site.articlesOnly &&
      site.articleUrls.length > 0 &&
      !isNamedArticle(site, link.url) &&
      !isNamedList(site, link.url),
  },
  {
    name: 'no-article',
    why: 'a list, a menu or another page that is no article, where only articles are taken',
    applies: ({ taken, site, link, verdict = null }) =>
      taken === 'articles' &&
      (isNamedList(site, link.url) || (!isNamedArticle(site, link.url) && whyNoArticle({ link, verdict }) !== null)),
  },
  {
    name: 'neither',
    why: 'neither an article nor a list',
    applies: ({ taken, site, link, verdict = null }) =>
      taken === 'articles-and-lists' &&
      !isNamedArticle(site, link.url) &&
      !isNamedList(site, link.url) &&
      !isListLink({ link, verdict }) &&
      isOtherLink({ link, verdict }),
  },
];

/** Path words of pages that are no news. They don't apply to addresses that the scraper names. */
const nonArticleRules: readonly ScopeRule[] = [
  byPath(
    'login',
    'for members',
    /\/(log-?in|log-?out|sign-?in|sign-?up|sign-?out|register|registration|oauth2?|sso|password)(\/|\.\w+|$)/i,
  ),
  byPath(
    'account',
    "a reader's own page",
    /\/(my-?account|account|profile|user|users|member|cart|basket|checkout|wishlist|subscribe|unsubscribe)\//i,
  ),
  byPath('share', 'hands a page on', /\/(share|sharer|sendto|email-?this|tell-?a-?friend)(\/|\.\w+|$)/i),
  byPath('print', 'the same page for the printer', /\/(print|printable|printer-friendly)(\/|\.\w+|$)/i),
  byQuery('print', 'the same page for the printer', /[?&](print|printable|output=print|format=(print|pdf))(=|&|$)/i),
  byQuery('share', 'hands a page on', /[?&](share|replytocom|add-to-cart)=/i),
  byQuery(
    'wiki-action',
    'a form, a history or an old version of a page',
    /[?&](?:action|do)=(?:edit|history|info|raw|delete|protect|unprotect|watch|unwatch|purge|submit|diff|revisions|login|register|rollback)\b|[?&](?:oldid|diff|undo|redlink|veaction)=/i,
  ),
  {
    name: 'page-action',
    why: 'a form or the history of a page',
    applies: ({ link }, url) => link.foundOn !== null && isActionOf(url, new URL(link.foundOn)),
  },
  byPath('tag-cloud', 'an index of tags', /\/(tags?|tag-cloud|keywords?)\/?$/i),
  byPath('search', 'a search form', /\/(search|suche|recherche)(\/|\.\w+|$)/i),
  byPath(
    'machine',
    'made for programs',
    /\/(wp-json|wp-admin|wp-login\.php|xmlrpc\.php|cgi-bin|cdn-cgi|feed|rss|amp-proxy)(\/|$)/i,
  ),
];

/**
 * Decides whether a link may become a task.
 * @returns kept; or dropped as `out-of-scope`, with the rule and its reason in `detail`
 */
export function admit(candidate: LinkCandidate): Outcome<Link> {
  const { link, site } = candidate;
  const isNamed = isNamedArticle(site, link.url) || isNamedList(site, link.url);
  const rules = [...alwaysRules, ...runRules, ...(isNamed ? [] : nonArticleRules)];
  const url = new URL(link.url);
  const rule = rules.find(({ applies }) => applies(candidate, url));
  return rule === undefined ? kept(link) : dropped('out-of-scope', `${rule.name}: ${rule.why}`);
}

/** Whether the scraper names the address as an article's. */
export const isNamedArticle = (site: Site, url: CanonicalUrl): boolean => matches(site.articleUrls, url);

/** Whether the scraper names the address as a list's. */
export const isNamedList = ({ listUrls }: Site, url: CanonicalUrl): boolean => matches(listUrls, url);

/** Whether an address may be a page: neither a file nor a generated address. */
export function isPageAddress(address: CanonicalUrl): boolean {
  return address.length <= maxUrlLength && !fileExtension.test(new URL(address).pathname);
}

/**
 * Whether a URL's host is of the scraper's site: its host, sub-domains, and all hosts of the same registrable domain (by the public suffix list, private suffixes such as
 * github.io included), on the same port. Both are site keys (`siteKey`).
 */
export function isOfSite(host: string, siteHost: string): boolean {
  if (claimsSite(siteHost, host)) return true;
  const [other, own] = [hostAndPort(host), hostAndPort(siteHost)];
  const domain = other.port === own.port ? getDomain(other.name, { allowPrivateDomains: true }) : null;
  return domain !== null && domain === getDomain(own.name, { allowPrivateDomains: true });
}

/** Uses `search`, as `test` keeps its position for patterns with the flag g. */
const matches = (patterns: readonly RegExp[], url: string): boolean =>
  patterns.some((pattern) => url.search(pattern) >= 0);

/** Whether an address is that of a page with the name of an action behind it: `/Some_page/history`. */
function isActionOf(action: URL, page: URL): boolean {
  const path = page.pathname.replace(/\/$/, '');
  if (path === '' || !action.pathname.startsWith(`${path}/`)) return false;
  return /^(?:_?edit|_?history|revisions?|diff|blame|source|rename|attachments|backlinks|create|delete)\/?$/i.test(
    action.pathname.slice(path.length + 1),
  );
}

/** Whether a path has a segment three times: such paths come from relative links that grow with every visit. */
function repeatsItself(pathname: string): boolean {
  const counts = new Map<string, number>();
  const segments = pathname.split('/').filter((segment) => segment !== '' && !/^\d+$/.test(segment));
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  return [...counts.values()].some((count) => count >= 3);
}

function byPath(name: string, why: string, pattern: RegExp): ScopeRule {
  return { name, why, applies: (_, url) => pattern.test(url.pathname) };
}

function byQuery(name: string, why: string, pattern: RegExp): ScopeRule {
  return { name, why, applies: (_, url) => pattern.test(url.search) };
}
