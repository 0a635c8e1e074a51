import type { Brand } from '../schema.ts';

/** The single spelling under which a page is stored. Only `canonicalUrl` makes it. */
export type CanonicalUrl = Brand<string, 'CanonicalUrl'>;

/** Query parameters that name a campaign or a reader, never a page. */
/** Parameters that say where a reader comes from. */
export const trackingParameter =
  /^(utm_\w+|gclid|gclsrc|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_cid|mc_eid|spm|scm|_hs(enc|mi)|vero_id|wt_mc|cmpid|ocid|ns_(campaign|mchannel|source|linkname)|s_cid|ref_src|ref_url|__twitter_impression)$/i;

/**
 * One spelling for all addresses of a page: scheme and host in lower case, default port and credentials removed, dot segments resolved, tracking parameters
 * removed, form parameters sorted by name, fragment removed except `#!` routes. The rest keeps its bytes, compared by RFC 3986 (6.2.2): a query may have any
 * encoding and need not be a form. Idempotent.
 * @throws TypeError when `raw` is no absolute http(s) address.
 */
export function canonicalUrl(raw: string, base?: string): CanonicalUrl {
  return keyOf(requestUrl(raw, base));
}

/** An address of a page: the key under which it is stored, and the address to request. */
export interface WebAddress {
  readonly url: CanonicalUrl;
  /** The address as the page wrote it, which is requested; absent where it equals `url`. */
  readonly asWritten?: string;
}

/** @throws TypeError when `raw` is no absolute http(s) address. */
export function webAddress(raw: string, base?: string): WebAddress {
  const written = requestUrl(raw, base);
  const asWritten = written.href;
  const url = keyOf(written);
  return asWritten === url ? { url } : { url, asWritten };
}

/** As `webAddress`; null where `raw` is no http(s) address. */
export function tryWebAddress(raw: string, base?: string): WebAddress | null {
  try {
    return webAddress(raw, base);
  } catch {
    return null; // pages contain many invalid links; the caller drops them
  }
}

/** An absolute address in its written form; null where it is no http(s) address. */
export function webUrl(raw: string, base?: string): string | null {
  const address = tryWebAddress(raw, base);
  return address === null ? null : fetchAddress(address);
}

/** The address to request. */
export const fetchAddress = ({ url, asWritten }: WebAddress): string => asWritten ?? url;

/** @param fragment with its #; '' or a # in the address: the address stays as it is */
export const withFragment = (url: string, fragment: string): string => (url.includes('#') ? url : url + fragment);

/** An address without the parts that a client does not send. Each assignment parses it again, and a page has hundreds of links: only parts that exist are cleared. */
function requestUrl(raw: string, base?: string): URL {
  const url = new URL(raw.trim(), base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError(`not an http(s) address: ${raw}`);
  if (url.username !== '') url.username = '';
  if (url.password !== '') url.password = '';
  if (url.href.includes('#') && !url.hash.startsWith('#!')) url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  return url;
}

/** The key of a page's address. Changes `url`. */
function keyOf(url: URL): CanonicalUrl {
  if (url.pathname.includes('%')) url.pathname = unescapeUnreserved(url.pathname);
  if (url.href.includes('?')) {
    const query = canonicalQuery(url.search.slice(1));
    url.search = query === '' ? '' : `?${query}`; // with its `?`: the query itself may begin with one
  }
  return url.href as CanonicalUrl;
}

function canonicalQuery(query: string): string {
  const pieces = unescapeUnreserved(query).split('&');
  const kept = pieces.filter((piece) => piece !== '' && !trackingParameter.test(nameOf(piece)));
  // the order of repeated names matters (the sort is stable), and a query that is no form may be a path
  if (kept.every((piece) => piece.includes('='))) kept.sort((a, b) => compare(nameOf(a), nameOf(b)));
  return kept.join('&');
}

const nameOf = (piece: string): string => piece.split('=', 1)[0] ?? '';

/** The canonical spelling, or null where `raw` is no http(s) address (mailto:, javascript:, a broken URL). */
export function tryCanonicalUrl(raw: string, base?: string): CanonicalUrl | null {
  try {
    return canonicalUrl(raw, base);
  } catch {
    return null; // pages contain many invalid links; the caller drops them
  }
}

export const hostOf = (url: string): string => new URL(url).host;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** RFC 3986, 6.2.2: escaped unreserved characters are decoded, other escapes are in upper case. After a broken escape nothing is decoded: the character would complete it. */
const unescapeUnreserved = (text: string): string =>
  text.replace(/(?<!%|%[0-9a-f])%[0-9a-f]{2}/gi, (escaped) => {
    const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(char) ? char : escaped.toUpperCase();
  });
