import { type CanonicalUrl, canonicalUrl } from '../../model/web/canonical-url.ts';
import { isListAddress } from '../../stages/schedule/links/article-links.ts';
import { listKind, pagedUrl } from '../../stages/schedule/links/list-pages.ts';
import { literalPattern } from '../../text/characters.ts';

/** A list page and what it names. */
export interface ListWithArticles {
  readonly url: CanonicalUrl;
  readonly articles: ReadonlySet<CanonicalUrl>;
  /** Its further pages that it links. */
  readonly further: readonly CanonicalUrl[];
}

interface AddressesOfLists {
  readonly sources: readonly ListWithArticles[];
  /** All addresses of the site that its lists name, menus included. */
  readonly linked: readonly CanonicalUrl[];
  readonly articles: readonly CanonicalUrl[];
}

/** Lists of one kind, at least: one address may be anything. */
const minOfKind = 2;
/** Patterns, at most. */
const maxPatterns = 12;
/** Behind the address of a list: the segment of its further pages, and a query. */
const further = '\\/?(?:page\\/\\d+\\/?)?(?:\\?[^#]*)?$';

/**
 * Regular expressions for addresses that are lists and never articles: kinds of lists of which several are linked (all tags, all authors, all months), and the further pages of
 * the sources. None matches an address of `articles`. Pure.
 */
export function listAddresses({ sources, linked, articles }: AddressesOfLists): string[] {
  const lists = linked.filter((url) => isListAddress(url)).map((url) => pagedUrl(url).list);
  const byKind = Map.groupBy(new Set(lists), (url) => listKind(canonicalUrl(url)));
  const kinds = [...byKind].flatMap(([kind, urls]) => (urls.length < minOfKind ? [] : (kindPattern(kind) ?? [])));
  const pages = sources.flatMap(({ further: urls }) => urls.flatMap((url) => pagePattern(url) ?? []));
  const isSafe = (expression: string): boolean => {
    const pattern = new RegExp(expression, 'i');
    return !articles.some((url) => pattern.test(url));
  };
  return [...new Set([...pages, ...kinds])].filter(isSafe).slice(0, maxPatterns);
}

/** The addresses of a kind of lists; null: nothing in them tells it. */
function kindPattern(kind: string): string | null {
  const [address = '', query = ''] = kind.split('?');
  const segments = address.split('/').slice(1);
  // what is behind the last directory of names: the index of all tags has the address of that directory
  const isIndexed = segments.at(-1) === '*' && segments.length > 1 && !/[*#]/.test(segments.at(-2) ?? '');
  const parts = segments.map(segmentPattern);
  const path = isIndexed ? `${parts.slice(0, -1).join('\\/')}(?:\\/${parts.at(-1)})?` : parts.join('\\/');
  if (query !== '') return `^https?:\\/\\/[^/]+\\/${path}\\?(?:[^#]*&)?${literalPattern(query.split('&')[0] ?? '')}=`;
  const isTelling = segments.some((text) => /[^*#:]/.test(text)) || segments.every((text) => text === '#');
  return isTelling ? `^https?:\\/\\/[^/]+\\/${path}${further}` : null;
}

/** `#` is a number, `*` any name, also behind a prefix (`special:*`). */
const segmentPattern = (text: string): string =>
  text
    .split(/([*#])/)
    .map((part) => (part === '#' ? '\\d+' : part === '*' ? '[^/?#]+' : literalPattern(part)))
    .join('');

/** The addresses of a list's further pages, by one of them: its last number is that of the page. Null: it has no number. */
function pagePattern(url: CanonicalUrl): string | null {
  const { pathname, search } = new URL(url);
  const [, before, after] = /^(.*?)\d+(\D*)$/s.exec(pathname + search) ?? [];
  if (before === undefined || after === undefined) return null;
  return `^https?:\\/\\/[^/]+${literalPattern(before)}\\d+${literalPattern(after)}$`;
}
