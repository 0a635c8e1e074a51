import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import { decoded } from '../../text/characters.ts';

/** The address format of a page. Pages of one host with the same format are assumed to share a template. */
/** A format of a host's addresses. */
export interface UrlFormat {
  readonly host: string;
  readonly format: string;
}

export interface UrlFormats {
  /** Host with port. */
  readonly host: string;
  /** Shape of path and query with section names: `/world/{number}/{number}/{slug}.html?id`. */
  readonly fine: string;
  /** Shape without names: a host has a few hundred at most. */
  readonly coarse: string;
}

/** Path segments in a format, at most: deeper ones rarely distinguish templates. */
const maxSegments = 8;
/** Parameter names in a format, at most: more belong to a form, not a template. */
const maxParameters = 8;
/** Letters of a section name, at most. Real ones have up to about fifteen; longer words are titles or tokens. */
const maxWord = 20;

const months = new Set(
  'jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october november december'.split(
    ' ',
  ),
);
/** Extensions of scripts: a script's name identifies the template, a document's name only the page. */
const scriptExtension = /^(php\d?|aspx?|jspx?|jsf|cgi|do|action|cfm|pl|dll)$/;
const usualExtension = /^(html?|shtml|xhtml|php|aspx?|jsp|do|xml|amp)$/;

/** The shape of an address: ids, dates and titles generalised, parameter values left out. Pure, total; equal for all spellings that `canonicalUrl` makes equal. */
export function urlFormats(url: CanonicalUrl): UrlFormats {
  const { host, pathname, searchParams, hash } = new URL(url);
  const parameters = [...new Set(searchParams.keys())].sort().slice(0, maxParameters).map(parameterShape);
  const segments = pathname.split('/').slice(1).map(segmentText);
  const cut = segments.length > maxSegments;
  const kept = cut ? [...segments.slice(0, maxSegments - 1), segments.at(-1) ?? ''] : segments;
  const hasQuery = parameters.length > 0;
  // with a trailing slash, the segment before it names the page
  const last = kept.length > 1 && kept.at(-1) === '' ? kept.length - 2 : kept.length - 1;
  const shapes = kept.map((text, index) => (index < last ? directoryShape(text) : lastShape(text, hasQuery)));
  const query = hasQuery ? `?${parameters.join('&')}` : '';
  const route = hash.startsWith('#!') ? '#!' : '';
  const coarse = kept.map((text, index) => (index < last ? '*' : coarseShape(text)));
  return {
    host,
    fine: `/${shapes.join('/')}${query}${route}`,
    coarse: `/${coarse.join('/')}${hasQuery ? '?*' : ''}${route}`,
  };
}

/** Host and shape of an address, as one text. */
export function formatOf(url: CanonicalUrl): string {
  const { host, fine } = urlFormats(url);
  return `${host}${fine}`;
}

/** The format of a source: its full address, as each source has its own evidence. */
export const sourceFormat = (url: CanonicalUrl): UrlFormats => {
  const { host, pathname, search } = new URL(url);
  const own = `source ${pathname}${search}`.slice(0, 500);
  return { host, fine: own, coarse: own };
};

const directoryShape = (text: string): string => kindOf(text) ?? text.toLowerCase();

function lastShape(text: string, hasQuery: boolean): string {
  const { stem, extension } = splitExtension(text);
  const kind = stem === '' ? '' : kindOf(stem);
  const isScript = hasQuery || scriptExtension.test(extension);
  return `${kind ?? (isScript ? stem.toLowerCase() : '{word}')}${extension === '' ? '' : `.${extension}`}`;
}

function coarseShape(text: string): string {
  const { stem, extension } = splitExtension(text);
  const kind = stem === '' ? '' : (kindOf(stem) ?? '{word}');
  return `${kind}${extension === '' ? '' : usualExtension.test(extension) ? `.${extension}` : '.*'}`;
}

/** The kind of a path segment; null for a plain word, which may be a section name. */
function kindOf(text: string): string | null {
  if (/^\d+$/.test(text)) return '{number}';
  if (/^(19|20)\d\d[-_.](0?[1-9]|1[0-2])([-_.]\d{1,2})?$/.test(text)) return '{date}';
  if (months.has(text.toLowerCase())) return '{month}';
  return /^[a-z]+$/i.test(text) && text.length <= maxWord ? null : '{slug}';
}

/** Names such as `filter[3]` and `0f3a` become `{name}`. */
const parameterShape = (name: string): string => (/^[a-z_][a-z_-]{0,30}\d?$/i.test(name) ? name : '{name}');

function splitExtension(text: string): { readonly stem: string; readonly extension: string } {
  const [, stem, extension] = /^(.+)\.([a-z][a-z0-9]{0,4})$/i.exec(text) ?? [];
  return { stem: stem ?? text, extension: (extension ?? '').toLowerCase() };
}

/** A decoded segment without path parameters (`;jsessionid=…`). */
const segmentText = (segment: string): string => decoded(segment.split(';', 1)[0] ?? '');
