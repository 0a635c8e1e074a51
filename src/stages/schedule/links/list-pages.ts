import type { Link } from '../../../model/web/link.ts';
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

/** The list of an address whose last number tells its page; null: it has none. Only with a link of the same form beside it that is this evidence. */
function numberedName(address: string): PagedUrl | null {
  const { origin, pathname, search } = new URL(address);
  const [end, number, extension = ''] = lastNumber.exec(pathname) ?? [];
  if (end === undefined) return null;
  const stem = pathname.slice(0, pathname.length - end.length);
  return { list: `${origin}${stem}${extension}${search}`, page: Number(number) };
}

/** The number of the first page in a name: `/list/1`, `index.html`. */
const firstNames = (address: string): string => {
  const { origin, pathname, search } = new URL(address);
  return `${origin}${pathname.replace(/\/$/, '')}${search}`;
};

/** Whether a link leads to another page of the list that names it. Years and days are no pages: their numbers are not next to the list's own. */
export function isPageOfList(list: string, link: Pick<Link, 'url' | 'anchorText'>): boolean {
  const [own, other] = [pagedUrl(list), pagedUrl(link.url)];
  if (own.list === other.list) return link.url !== list;
  const text = link.anchorText.trim();
  const numbered = numberedName(link.url);
  if (numbered === null || numbered.page === null) return false;
  const ownNumber = numberedName(list);
  const isSameName = ownNumber !== null && ownNumber.list === numbered.list;
  const isFirst = firstNames(list) === numbered.list || own.list === pagedUrl(numbered.list).list;
  // the pager says the number, or "next": else the second story with one title looks the same
  const saysNumber = text === String(numbered.page);
  return (isSameName || isFirst) && (saysNumber || isNextText(text)) && numbered.page < 10_000;
}

/** "Next", "Older posts", "›": in the languages that pagers of the field use. */
const nextText =
  /^(?:(?:next|older|previous|newer|more)(?: (?:page|posts?|entries|articles|stories))?|(?:ältere|neuere) (?:beiträge|artikel|einträge)|(?:nächste|vorherige)(?: seite)?|weiter|zurück|(?:page )?(?:suivante?|précédente?)|articles (?:plus anciens|suivants|précédents)|(?:página )?(?:siguiente|anterior)|entradas (?:más )?antiguas|successiv[ao]|precedente|volgende|vorige|próxima|следующая|предыдущая|далее|назад|вперед|下一[页頁]|上一[页頁]|次(?:へ|のページ)|前(?:へ|のページ)|다음|이전|التالي|السابق|הבא|הקודם|بعدی|قبلی)?\s*[›»→⟩⟫❯>‹«←⟨⟪❮<]*$/iu;

const isNextText = (text: string): boolean => {
  const bare = text.replace(/^[›»→⟩⟫❯>‹«←⟨⟪❮<\s]+/, '');
  return text !== '' && nextText.test(bare);
};
