import { getDomain } from 'tldts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import { hostAndPort, siteKey } from '../../model/web/site-key.ts';
import { kindOfSegment, type SegmentKind, segmentWordCount } from './segment-kinds.ts';

/** A path segment with its type. */
export interface TypedSegment {
  /** Lower case, as the address escapes it; of the last segment without extension. */
  readonly text: string;
  readonly kind: SegmentKind;
  readonly words: number;
}

export interface TypedParameter {
  readonly name: string;
  readonly value: string;
  /** `short`: one or two digits, which count pages and sections, never stories. */
  readonly kind: 'number' | 'short' | 'text';
}

/** An address as clustering sees it. */
export interface TypedAddress {
  /** Lower case, without tracking and referrer parameters: expressions match it. */
  readonly text: string;
  readonly site: string;
  /** The host before the site's domain: `news`; '' for none and `www`. */
  readonly subdomain: string;
  /** Without empty ones: a slash at the end means nothing. */
  readonly segments: readonly TypedSegment[];
  /** `html`; '' without. */
  readonly extension: string;
  readonly parameters: readonly TypedParameter[];
  /** Addresses with the same shape differ in names, numbers and titles only. */
  readonly shape: string;
}

/** More segments belong to traps or files. */
const maxSegments = 12;
const maxParameters = 4;
const maxUrlLength = 2_000;

/** Name the place of a link or the way to a page, never a page. Canonical addresses have lost campaign parameters already. */
const referrer =
  /^(ref|referrer|referer|from|source|src|via|share|shared|feature|intcmp|int_source|int_medium|int_campaign|icid|cid_source|xtor|at_\w+|cmp|campaign|campaign_id|smid|smtyp|partner|traffic_source|_ga|_gl|mkt_tok|guccounter|guce_\w+|taid|fb_\w+|rss|rssfeed|wprov|trk|print_source|isapp|app|clickid|click_id|srnd|sref|leadsource|newsletter_id|sr_share|__t|_t|timestamp|nocache|rnd|random)$/;

/** Types the parts of an address. Pure, total; null for an address that is no page's: too long or too deep. */
export function typedAddress(url: CanonicalUrl): TypedAddress | null {
  if (url.length > maxUrlLength) return null;
  const { protocol, host, hostname, pathname, search, hash } = new URL(url);
  const site = siteOf(url);
  const parts = pathname
    .toLowerCase()
    .split('/')
    .filter((text) => text !== '');
  if (parts.length > maxSegments) return null;
  const { stem, extension } = splitExtension(parts.at(-1) ?? '');
  const segments: TypedSegment[] = [];
  for (const [at, part] of parts.entries()) {
    const text = at === parts.length - 1 ? stem : part;
    segments.push({ text, kind: kindOfSegment(text, segments.at(-1)), words: segmentWordCount(text) });
  }
  const pieces = search
    .slice(1)
    .toLowerCase()
    .split('&')
    .filter((piece) => piece !== '' && !referrer.test(nameOf(piece)));
  const parameters = pieces.map(parameterOf);
  const query = pieces.length === 0 ? '' : `?${pieces.join('&')}`;
  const route = hash.startsWith('#!') ? '#!' : '';
  return {
    text: `${protocol}//${host}${parts.length === 0 ? '/' : `/${parts.join('/')}`}${query}${route}`,
    site,
    subdomain: subdomainOf(hostname, site),
    segments,
    extension,
    parameters,
    shape: `/${segments.map(({ kind }) => kind).join('/')}.${extension}${queryShape(parameters)}${route}`,
  };
}

/** The site of an address: all hosts of one registrable domain, by the public suffix list with its private part. Of an address without one, or on another port, `siteKey`. */
export function siteOf(url: CanonicalUrl): string {
  const key = siteKey(url);
  const { name, port } = hostAndPort(key);
  return (port === '' ? getDomain(name, { allowPrivateDomains: true }) : null) ?? key;
}

const subdomainOf = (hostname: string, site: string): string =>
  hostname.endsWith(`.${site}`) ? hostname.slice(0, -site.length - 1).replace(/^www\d?(\.|$)/, '') : '';

const nameOf = (piece: string): string => piece.split('=', 1)[0] ?? '';

function parameterOf(piece: string): TypedParameter {
  const name = nameOf(piece);
  const value = piece.slice(name.length + 1);
  return { name, value, kind: /^\d+$/.test(value) ? (value.length < 3 ? 'short' : 'number') : 'text' };
}

const queryShape = (parameters: readonly TypedParameter[]): string =>
  parameters.length === 0
    ? ''
    : parameters.length > maxParameters
      ? '?*'
      : `?${parameters.map(({ name, kind }) => `${name}=${kind}`).join('&')}`;

/** `story.html`. What begins with a digit (`v1.5`) is no extension. */
function splitExtension(text: string): { readonly stem: string; readonly extension: string } {
  const [, stem, extension] = /^(.+)\.([a-z][a-z0-9]{1,4})$/.exec(text) ?? [];
  return { stem: stem ?? text, extension: extension ?? '' };
}
