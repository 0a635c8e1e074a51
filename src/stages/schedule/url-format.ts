import type { CanonicalUrl } from '../../model/web/canonical-url.ts';

/** Pages of one host with the same format are taken to come out of the same template. */
export interface UrlFormats {
  /** With its port. */
  readonly host: string;
  /** The shape of path and query, sections by name: `/world/{number}/{number}/{slug}.html?id`. */
  readonly fine: string;
  /** Without any name: one of a few hundred, whatever the host invents. */
  readonly coarse: string;
}

/** Deeper paths are rarely told apart by what comes after. */
const maxSegments = 8;
/** More parameter names than this are no template's, but a form's. */
const maxParameters = 8;
/** Longer words are run-together titles or tokens; the longest section names of news sites have about fifteen letters. */
const maxWord = 20;

const months = new Set(
  'jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october november december'.split(
    ' ',
  ),
);
/** Their names say what page it is; the name of a document says only which. */
const scriptExtension = /^(php\d?|aspx?|jspx?|jsf|cgi|do|action|cfm|pl|dll)$/;
const usualExtension = /^(html?|shtml|xhtml|php|aspx?|jsp|do|xml|amp)$/;

/** The shape of an address: ids, dates and titles generalised, parameter values left out. Pure, total; equal for all spellings that `canonicalUrl` makes equal. */
export function urlFormats(url: CanonicalUrl): UrlFormats {
  const { host, pathname, searchParams, hash } = new URL(url);
  const parameters = [...new Set(searchParams.keys())].sort().slice(0, maxParameters).map(parameterShape);
  const segments = pathname.split('/').slice(1).map(decoded);
  const cut = segments.length > maxSegments;
  const kept = cut ? [...segments.slice(0, maxSegments - 1), segments.at(-1) ?? ''] : segments;
  const hasQuery = parameters.length > 0;
  // behind a slash at the end there is nothing: what comes before it names the page
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

/** A source is polled again and again: its evidence is its own. */
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

/** What a piece of a path is, where it names no section: null for a plain word. */
function kindOf(text: string): string | null {
  if (/^\d+$/.test(text)) return '{number}';
  if (/^(19|20)\d\d[-_.](0?[1-9]|1[0-2])([-_.]\d{1,2})?$/.test(text)) return '{date}';
  if (months.has(text.toLowerCase())) return '{month}';
  return /^[a-z]+$/i.test(text) && text.length <= maxWord ? null : '{slug}';
}

/** `filter[3]` is a list's, and `0f3a` is no name. */
const parameterShape = (name: string): string => (/^[a-z_][a-z_-]{0,30}\d?$/i.test(name) ? name : '{name}');

function splitExtension(text: string): { readonly stem: string; readonly extension: string } {
  const [, stem, extension] = /^(.+)\.([a-z][a-z0-9]{0,4})$/i.exec(text) ?? [];
  return { stem: stem ?? text, extension: (extension ?? '').toLowerCase() };
}

/** Without what a server may write behind it (`;jsessionid=…`). A segment that is no UTF-8 stays as it is. */
function decoded(segment: string): string {
  const [bare = ''] = segment.split(';', 1);
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare; // decodeURIComponent's only way to say that the bytes are another encoding's
  }
}
