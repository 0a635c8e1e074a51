import type { WayAnswer } from '../../media-way.ts';
import { type EmptyPage, type Film, isEmptyPage, type Place, type PlayerPage } from '../player-page.ts';
import { type JudgedItem, openItem } from './open-item.ts';
import { matcher } from './patterns.ts';

/** Compares an answer with what is expected of a page, and opens its first item. @returns problems; none: the answer is right */
export async function judge(page: PlayerPage, answer: WayAnswer, place: Place): Promise<readonly string[]> {
  const items = answer.items as readonly JudgedItem[];
  if (isEmptyPage(page)) return judgeEmpty(page, items, answer.reason, place);
  const [top] = items;
  return top === undefined ? [`no item, reason ${answer.reason}`] : judgeFilm(page.film, items, top, place);
}

async function judgeEmpty(
  page: EmptyPage,
  items: readonly JudgedItem[],
  reason: string,
  place: Place,
): Promise<readonly string[]> {
  const [top] = items;
  if (page.film !== undefined && top?.role === 'main') return judgeFilm(page.film, items, top, place);
  const main = items.find(({ role }) => role === 'main');
  return [
    ...(main === undefined ? [] : [`a main item where there is none: ${main.url}`]),
    ...(page.reasons.includes(reason) ? [] : [`reason is ${reason}, not ${page.reasons.join(' or ')}`]),
  ];
}

async function judgeFilm(
  film: Film,
  items: readonly JudgedItem[],
  top: JudgedItem,
  place: Place,
): Promise<readonly string[]> {
  const isBanned = matcher(film.mustNot ?? [], place);
  const headers = Object.keys(top.headers ?? {}).map((name) => name.toLowerCase());
  return [
    ...(matcher(film.urls, place)(top.url) ? [] : [`first item is ${top.url}`]),
    ...differs('role', ['main'], top.role),
    ...differs('delivery', [film.delivery].flat(), top.delivery),
    ...differs('protection', [film.protection ?? 'none'].flat(), top.protection ?? 'none'),
    ...differs('live', [film.live ?? 'vod'], top.live ?? 'vod'),
    ...(film.headers ?? []).filter((name) => !headers.includes(name)).map((name) => `no ${name} header`),
    ...items.filter(({ url, role }) => role === 'main' && isBanned(url)).map(({ url }) => `${url} is not main`),
    ...(await openItem(top)),
  ];
}

const differs = (what: string, allowed: readonly string[], value: string): readonly string[] =>
  allowed.includes(value) ? [] : [`${what} is ${value}, not ${allowed.join(' or ')}`];
