import type { Brand } from './brand.ts';

/** The one spelling under which a page is known: made by `canonicalUrl` only. */
export type CanonicalUrl = Brand<string, 'CanonicalUrl'>;

/** Query parameters that name a campaign or a reader, never a page. */
const trackingParameter =
  /^(utm_\w+|gclid|gclsrc|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_cid|mc_eid|spm|scm|_hs(enc|mi)|vero_id|wt_mc|cmpid|ocid|ns_(campaign|mchannel|source|linkname)|s_cid|ref_src|ref_url|__twitter_impression)$/i;

/**
 * One spelling for every address of the same page: scheme and host in lower case, default port and credentials gone, dot segments resolved,
 * percent-encoding normalised, tracking parameters dropped, query sorted, fragment dropped except `#!` routes. Idempotent.
 * @throws TypeError when `raw` is no absolute http(s) address.
 */
export function canonicalUrl(raw: string, base?: string): CanonicalUrl {
  const url = new URL(raw.trim(), base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError(`not an http(s) address: ${raw}`);
  // each assignment parses the address again, and a page has hundreds of links: only what is there is changed
  if (url.username !== '') url.username = '';
  if (url.password !== '') url.password = '';
  if (url.href.includes('#') && !url.hash.startsWith('#!')) url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  if (url.pathname.includes('%')) url.pathname = url.pathname.replace(/%[0-9a-f]{2}/gi, unescapeUnreserved);
  if (url.href.includes('?')) url.search = canonicalQuery(url.searchParams);
  return url.href as CanonicalUrl;
}

function canonicalQuery(query: URLSearchParams): string {
  const kept = [...query].filter(([name]) => !trackingParameter.test(name));
  kept.sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)));
  return new URLSearchParams(kept).toString();
}

/** The canonical spelling, or null where `raw` is no http(s) address (mailto:, javascript:, a broken URL). */
export function tryCanonicalUrl(raw: string, base?: string): CanonicalUrl | null {
  try {
    return canonicalUrl(raw, base);
  } catch {
    return null; // what a page calls a link is often none: the caller drops it
  }
}

export const hostOf = (url: string): string => new URL(url).host;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** RFC 3986, 6.2.2.2: an escaped unreserved character is the character; other escapes are in upper case. */
function unescapeUnreserved(escaped: string): string {
  const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return /[A-Za-z0-9\-._~]/.test(char) ? char : escaped.toUpperCase();
}
