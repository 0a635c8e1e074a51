import { type CanonicalUrl, tryCanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { Link } from '../../../model/web/link.ts';
import type { Document } from '../dom/document.ts';

/** An address split into the address without page number, and the page number. */
interface NumberedUrl {
  readonly base: string;
  readonly page: number;
  /** The number is in a query parameter for pages. A number in a path may be a day or an id. */
  readonly isNamed: boolean;
}

/** `?page=2`. */
const pageParameter = /^(?:page|p|pg|paged|page_?(?:no|num)|seite|pagina|strana)$/i;
/** `/story/2`, `/story/page/2`, `/story/p-2`. */
const pageInPath = /^(.+?)\/(?:(?:page|seite|pagina|p)[/_-]?)?(\d{1,2})\/?$/i;
/** `story_2.html`, `story-page-2.shtml`, `story,2.htm`. */
const pageInFileName = /^(.+?)[_,.-](?:(?:page|seite|p)[_-]?)?(\d{1,2})(\.[a-z]{3,5})$/i;
/** `/story-2`. Blogs also name the second story with the same title so; `currentPages` asks for more evidence. */
const pageAfterSlug = /^(.+?[a-z])-(?:page-)?(\d{1,2})\/?$/i;

const nextWords =
  /^(?:next(?: page)?|continue(?: reading)?|page suivante|suivante?|weiter|nächste seite|(?:página )?siguiente|(?:pagina )?successiva|volgende(?: pagina)?|próxima(?: página)?|следующая(?: страница)?|下一页|下一頁|下页|次へ|次のページ|다음(?: 페이지)?|الصفحة التالية|التالي)?\s*[›»→>]*$/iu;

/** The possible splits of an address into base and page number; none for an address without a number. */
function numberedUrls(url: string): NumberedUrl[] {
  const { origin, pathname, search, searchParams } = new URL(url);
  const urls: NumberedUrl[] = [];
  for (const [name, value] of searchParams) {
    if (!pageParameter.test(name) || !/^\d{1,2}$/.test(value)) continue;
    const rest = new URLSearchParams([...searchParams].filter(([other]) => other !== name)).toString();
    urls.push({
      base: `${withoutTrailingSlash(origin + pathname)}${rest === '' ? '' : `?${rest}`}`,
      page: Number(value),
      isNamed: true,
    });
  }
  for (const pattern of [pageInPath, pageInFileName, pageAfterSlug]) {
    const [, start, page, end = ''] = pattern.exec(pathname) ?? [];
    if (page !== undefined)
      urls.push({ base: withoutTrailingSlash(origin + start + end) + search, page: Number(page), isNamed: false });
  }
  return urls;
}

const withoutTrailingSlash = (address: string): string => address.replace(/\/$/, '');
const urlWithoutHash = (url: string): string => {
  const { origin, pathname, search } = new URL(url);
  return withoutTrailingSlash(origin + pathname) + search;
};

/**
 * The next page of the same article, or null. Its address differs only in the page number, which is one higher, and the page links it with rel=next, with a word
 * for "next" or with that number. A rel=next to another story does not count.
 * @param links the page's links; those to other hosts are ignored
 */
export function findNextPage(document: Document, links: readonly Link[], finalUrl: CanonicalUrl): CanonicalUrl | null {
  const stem = urlStem(finalUrl);
  const relNext = tryCanonicalUrl(
    document.head.querySelector('link[rel~="next"][href]')?.getAttribute('href') ?? '',
    finalUrl,
  );
  const candidates = links.filter(({ url }) => url !== finalUrl && url.startsWith(stem));
  if (candidates.length === 0 && relNext?.startsWith(stem) !== true) return null;
  const pages = currentPages(finalUrl, candidates);
  const pageOf = (url: string) =>
    numberedUrls(url).find(({ base, page }) =>
      pages.some((current) => current.base === base && current.page + 1 === page),
    )?.page;
  if (relNext !== null && pageOf(relNext) !== undefined) return relNext;
  const next = candidates.find(({ url, anchorText }) => {
    const page = pageOf(url);
    return page !== undefined && (anchorText === `${page}` || (anchorText !== '' && nextWords.test(anchorText)));
  });
  return next?.url ?? null;
}

/** The possible page numbers of this page: 1, and the number in its address if that is a parameter for pages, or if the page links the first page. */
function currentPages(finalUrl: CanonicalUrl, candidates: readonly Link[]): NumberedUrl[] {
  const linked = new Set(candidates.map(({ url }) => urlWithoutHash(url)));
  return [
    { base: urlWithoutHash(finalUrl), page: 1, isNamed: false },
    ...numberedUrls(finalUrl).filter(
      ({ base, page, isNamed }) =>
        isNamed ||
        linked.has(base) ||
        candidates.some(({ url }) =>
          numberedUrls(url).some((other) => other.base === base && other.page === 1 && page > 1),
        ),
    ),
  ];
}

/** The common prefix of all pages of an article: its address without extension, page number and query. */
function urlStem(url: CanonicalUrl): string {
  const { origin, pathname } = new URL(url);
  const bare = pathname.replace(/\.[a-z]{3,5}$|\/$/i, '');
  const withoutNumber = bare.replace(/(?:[/_,.-](?:page|seite|pagina|p)?[/_-]?\d{1,2})$/i, '');
  return origin + (withoutNumber === '' ? bare : withoutNumber);
}
