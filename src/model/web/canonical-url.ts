import type { Brand } from '../brand.ts';

/** The one spelling under which a page is known: made by `canonicalUrl` only. */
export type CanonicalUrl = Brand<string, 'CanonicalUrl'>;

/** Query parameters that name a campaign or a reader, never a page. */
const trackingParameter =
  /^(utm_\w+|gclid|gclsrc|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_cid|mc_eid|spm|scm|_hs(enc|mi)|vero_id|wt_mc|cmpid|ocid|ns_(campaign|mchannel|source|linkname)|s_cid|ref_src|ref_url|__twitter_impression)$/i;

/**
 * One spelling for every address of the same page: scheme and host in lower case, default port and credentials gone, dot segments resolved, tracking parameters
 * dropped, the parameters of a form sorted by name, fragment dropped except `#!` routes. What stays keeps its bytes, as RFC 3986 compares them (6.2.2): a query is in
 * whatever encoding the site has, and need not be a form. Idempotent.
 * @throws TypeError when `raw` is no absolute http(s) address.
 */
export function canonicalUrl(raw: string, base?: string): CanonicalUrl {
  return keyOf(requestUrl(raw, base));
}

/** An address of a page: what it is known under, and what is asked for. */
export interface WebAddress {
  readonly url: CanonicalUrl;
  /** As the page wrote it, which is what is fetched; absent where that is `url`. */
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
export function readAddress(raw: string, base?: string): WebAddress | null {
  try {
    return webAddress(raw, base);
  } catch {
    return null; // what a page calls a link is often none: the caller drops it
  }
}

/** An address as it was written, made absolute; null where it is no http(s) address. */
export function webUrl(raw: string, base?: string): string | null {
  const address = readAddress(raw, base);
  return address === null ? null : fetchAddress(address);
}

/** What is asked for. */
export const fetchAddress = ({ url, asWritten }: WebAddress): string => asWritten ?? url;

/** What a client makes of an address before it asks: without what it does not send. Each assignment parses the address again, and a page has hundreds of links: only what is there is changed. */
function requestUrl(raw: string, base?: string): URL {
  const url = new URL(raw.trim(), base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError(`not an http(s) address: ${raw}`);
  if (url.username !== '') url.username = '';
  if (url.password !== '') url.password = '';
  if (url.href.includes('#') && !url.hash.startsWith('#!')) url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  return url;
}

/** Changes `url`. */
function keyOf(url: URL): CanonicalUrl {
  if (url.pathname.includes('%')) url.pathname = unescapeUnreserved(url.pathname);
  if (url.href.includes('?')) {
    const query = canonicalQuery(url.search.slice(1));
    url.search = query === '' ? '' : `?${query}`; // with its mark: a query may begin with one
  }
  return url.href as CanonicalUrl;
}

function canonicalQuery(query: string): string {
  const pieces = unescapeUnreserved(query).split('&');
  const kept = pieces.filter((piece) => piece !== '' && !trackingParameter.test(nameOf(piece)));
  // Of repeated names the order counts, and a query that is no form may be a path.
  if (kept.every((piece) => piece.includes('='))) kept.sort((a, b) => compare(nameOf(a), nameOf(b)));
  return kept.join('&');
}

const nameOf = (piece: string): string => piece.split('=', 1)[0] ?? '';

/** What stood for an address in stores of versions up to 0.1: its query went through a form's decoding as UTF-8 and encoding. */
export function formerSpelling(address: CanonicalUrl): string {
  const url = new URL(address);
  const form = [...url.searchParams].sort(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  url.search = new URLSearchParams(form).toString();
  return url.href;
}

/**
 * The key that versions up to 0.1 gave this address. Null: the same, or one that was wrong (it led to another page).
 */
export function formerKey(address: CanonicalUrl): CanonicalUrl | null {
  const pieces = new URL(address).search.slice(1).split('&');
  if (!pieces.every(isFormPiece) || new Set(pieces.map(nameOf)).size < pieces.length) return null;
  const former = formerSpelling(address);
  return former === address ? null : (former as CanonicalUrl);
}

/** `name=value` in UTF-8: what a form's decoding loses nothing of. */
function isFormPiece(piece: string): boolean {
  if (!/^[^=;]+=[^;]*$/.test(piece)) return false;
  try {
    decodeURIComponent(piece);
    return true;
  } catch {
    return false; // decodeURIComponent's only way to say that the bytes are another encoding's
  }
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

/** RFC 3986, 6.2.2: an escaped unreserved character is the character; other escapes are in upper case. Behind a broken escape it stays: it would become part of it. */
const unescapeUnreserved = (text: string): string =>
  text.replace(/(?<!%|%[0-9a-f])%[0-9a-f]{2}/gi, (escaped) => {
    const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(char) ? char : escaped.toUpperCase();
  });
