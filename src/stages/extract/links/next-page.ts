import { type CanonicalUrl, tryCanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { Link } from '../../../model/web/link.ts';
import type { Document } from '../dom/document.ts';

/** An address as a page of something: the address of the whole without the number, and the number. */
interface NumberedUrl {
  readonly base: string;
  readonly page: number;
  /** A parameter says that it is a page; a number in a path may be a day or an id. */
  readonly isNamed: boolean;
}

/** `?page=2`. */
const pageParameter = /^(?:page|p|pg|paged|page_?(?:no|num)|seite|pagina|strana)$/i;
/** `/story/2`, `/story/page/2`, `/story/p-2`. */
const pageInPath = /^(.+?)\/(?:(?:page|seite|pagina|p)[/_-]?)?(\d{1,2})\/?$/i;
/** `story_2.html`, `story-page-2.shtml`, `story,2.htm`. */
const pageInFileName = /^(.+?)[_,.-](?:(?:page|seite|p)[_-]?)?(\d{1,2})(\.[a-z]{3,5})$/i;
/** `/story-2`: also what blogs call the second story of that name, so it needs more than a number (below). */
const pageAfterSlug = /^(.+?[a-z])-(?:page-)?(\d{1,2})\/?$/i;

const nextWords =
  /^(?:next(?: page)?|continue(?: reading)?|page suivante|suivante?|weiter|nächste seite|(?:página )?siguiente|(?:pagina )?successiva|volgende(?: pagina)?|próxima(?: página)?|следующая(?: страница)?|下一页|下一頁|下页|次へ|次のページ|다음(?: 페이지)?|الصفحة التالية|التالي)?\s*[›»→>]*$/iu;

/** The ways in which an address may name a page of something; the first page names none. */
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
 * The next page of the same article: an address that differs by its page number alone, which is one more, and that the page itself calls the next one or links
 * by that number. A rel=next to the next story does not count.
 * @param links those of the page; other hosts are passed over
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

/** What this page is of its article: the first one, unless its number is one by name, or the first page is linked. */
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

/** All pages of an article begin with that: its address without ending, number and query. */
function urlStem(url: CanonicalUrl): string {
  const { origin, pathname } = new URL(url);
  const bare = pathname.replace(/\.[a-z]{3,5}$|\/$/i, '');
  const withoutNumber = bare.replace(/(?:[/_,.-](?:page|seite|pagina|p)?[/_-]?\d{1,2})$/i, '');
  return origin + (withoutNumber === '' ? bare : withoutNumber);
}
