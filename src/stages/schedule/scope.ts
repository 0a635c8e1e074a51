import { getDomain } from 'tldts';
import { dropped, kept, type Outcome } from '../../model/crawl/outcome.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import { claimsSite, hostAndPort } from '../../model/web/site-key.ts';

export interface LinkCandidate {
  readonly link: Link;
  readonly site: Pick<Site, 'host' | 'articleUrls' | 'ignoreUrls'>;
  /** Distance from the source in links. */
  readonly depth: number;
  readonly maxDepth: number;
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
  /\.(jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|pdf|docx?|xlsx?|pptx?|odt|epub|zip|gz|tgz|bz2|xz|rar|7z|dmg|exe|apk|iso|mp4|m4v|webm|mov|avi|mkv|flv|ts|m3u8|mpd|mp3|m4a|aac|ogg|wav|flac|css|m?js|json|xml|rss|atom|txt|csv|ics|woff2?|ttf|eot|swf|torrent)$/i;

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

/** Path words of pages that are no news. They don't apply to addresses that match the scraper's `articleUrls`. */
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
  const rules = isNamedArticle(site, link.url) ? alwaysRules : [...alwaysRules, ...nonArticleRules];
  const url = new URL(link.url);
  const rule = rules.find(({ applies }) => applies(candidate, url));
  return rule === undefined ? kept(link) : dropped('out-of-scope', `${rule.name}: ${rule.why}`);
}

/** Whether the scraper names the address as an article's. */
export const isNamedArticle = (site: Pick<Site, 'articleUrls'>, url: CanonicalUrl): boolean =>
  matches(site.articleUrls, url);

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
