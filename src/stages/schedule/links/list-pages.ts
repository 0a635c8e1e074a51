import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { Link } from '../../../model/web/link.ts';
import { decoded } from '../../../text/characters.ts';
import { pagerParameters } from '../../../text/path-words.ts';

// Further pages of a list: the same address with another page number, and what stands in the list's pager.

/** Other parameters of pagers: rows to skip, and places in a list that only its server understands. */
const offsetParameters = /^(?:start|offset|skip|from|limitstart|cursor|before|after|older|max_?id|since_?id)$/i;
/** `/page/2/`, `/page2`, `/p-3`, `/seite/2`. */
const pageSegments = /\/(?:page|seite|pagina|página|strona|sida|stranica|p)[/_-]?(\d{1,5})(?:\.\w{2,5})?(?=\/|$)/i;
/** `index2.html`, `index-2.html`, `/list/2`, `sport_3.html`: the number is at the end, before the extension. */
const lastNumber = /[/_-]?(\d{1,4})(\.\w{2,5})?\/?$/;
const indexName = /\/(?:index|default)(?:\.\w{2,5})?\/?$/i;

/** An address without what tells the page of a list, and the number of the page; 1: the address tells none. */
export interface PagedUrl {
  readonly list: string;
  /** Null: a cursor, whose number is not known. */
  readonly page: number | null;
}

/**
 * Splits the address of a list's page into the list and the page's number.
 * @example pagedUrl('https://a.example/news/page/3/') // { list: 'https://a.example/news', page: 3 }
 */
export function pagedUrl(address: string): PagedUrl {
  const { origin, pathname, searchParams } = new URL(address);
  const rest = [...searchParams].filter(([name]) => !isPagerName(name));
  const [pager] = [...searchParams].filter(([name]) => isPagerName(name));
  const inPath = pageSegments.exec(pathname);
  const path = (inPath === null ? pathname : pathname.replace(pageSegments, ''))
    .replace(indexName, '')
    .replace(/\/$/, '');
  const query =
    rest.length === 0
      ? ''
      : `?${rest
          .map((pair) => pair.join('='))
          .sort()
          .join('&')}`;
  const number = inPath?.[1] ?? (pager !== undefined && /^\d{1,5}$/.test(pager[1]) ? pager[1] : null);
  const isCursor = inPath === null && pager !== undefined && (number === null || offsetParameters.test(pager[0]));
  return { list: `${origin}${path}${query}`, page: isCursor ? null : Number(number ?? 1) };
}

const isPagerName = (name: string): boolean => pagerParameters.has(name.toLowerCase()) || offsetParameters.test(name);

/** An address whose last number may tell its page: the address without it, and the number; null: it has none. Only with a link of the same form beside it that is evidence. */
function numberedName(address: string): { readonly list: string; readonly page: number } | null {
  const { origin, pathname, search } = new URL(address);
  const [end, number, extension = ''] = lastNumber.exec(pathname) ?? [];
  if (end === undefined) return null;
  const stem = pathname.slice(0, pathname.length - end.length);
  return { list: `${origin}${stem}${extension}${search}`, page: Number(number) };
}

const withoutSlash = (address: string): string => {
  const { origin, pathname, search } = new URL(address);
  return `${origin}${pathname.replace(/\/$/, '')}${search}`;
};

/** Whether a link leads to another page of the list that names it. Years and days are no pages: their numbers are not next to the list's own. */
export const isPageOfList = (list: string, link: Link): boolean => pagesOfList(list)(link);

/** As `isPageOfList`, for all links of one list: its own address is taken apart once. */
export function pagesOfList(list: string): (link: Link) => boolean {
  const own = pagedUrl(list).list;
  const bare = withoutSlash(list);
  const ownName = numberedName(list)?.list;
  return ({ url, anchorText }) => {
    if (own === pagedUrl(url).list) return url !== list;
    const numbered = numberedName(url);
    if (numbered === null) return false;
    const isSameName = ownName === numbered.list;
    const isFirst = bare === numbered.list || own === pagedUrl(numbered.list).list;
    // the pager says the number, or "next": else the second story with one title looks the same
    const text = anchorText.trim();
    return (isSameName || isFirst) && (text === String(numbered.page) || isNextText(text));
  };
}

/** "Next", "Older posts", "›": in the languages that pagers of the field use. */
const nextText =
  /^(?:(?:next|older|previous|newer|more)(?: (?:page|posts?|entries|articles|stories))?|(?:ältere|neuere) (?:beiträge|artikel|einträge)|(?:nächste|vorherige)(?: seite)?|weiter|zurück|(?:page )?(?:suivante?|précédente?)|articles (?:plus anciens|suivants|précédents)|(?:página )?(?:siguiente|anterior)|entradas (?:más )?antiguas|successiv[ao]|precedente|volgende|vorige|próxima|следующая|предыдущая|далее|назад|вперед|下一[页頁]|上一[页頁]|次(?:へ|のページ)|前(?:へ|のページ)|다음|이전|التالي|السابق|הבא|הקודם|بعدی|قبلی)?\s*[›»→⟩⟫❯>‹«←⟨⟪❮<]*$/iu;

const isNextText = (text: string): boolean => {
  const bare = text.replace(/^[›»→⟩⟫❯>‹«←⟨⟪❮<\s]+/, '');
  return text !== '' && nextText.test(bare);
};

/**
 * What the lists of one kind have in common: all tags, all authors, all months. Their addresses differ in the last name or in the values of parameters; a name before a colon
 * ("Special:…") belongs to the kind, and so does a number's place.
 * @example listKind('https://a.example/tag/rivers/page/2/') // 'a.example/tag/*'
 */
export function listKind(url: CanonicalUrl): string {
  const { host, pathname, searchParams } = new URL(pagedUrl(url).list);
  const segments = pathname.split('/').filter((text) => text !== '');
  const last = segments.pop() ?? '';
  const prefix = /^([^:/]{2,40}):./.exec(decoded(last))?.[1];
  const directories = segments.map((text) => (/^\d+$/.test(text) ? '#' : text.toLowerCase()));
  const name = prefix !== undefined ? `${prefix}:*` : /^\d+$/.test(last) ? '#' : last === '' ? '' : '*';
  const query = [...new Set(searchParams.keys())].sort().join('&');
  return `${[host, ...directories, name].join('/')}${query === '' ? '' : `?${query}`}`;
}
