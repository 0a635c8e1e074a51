import { describe, expect, it } from 'vitest';
import { isPageOfList, pagedUrl } from '../../../../src/stages/schedule/links/list-pages.ts';
import { link } from '../../../support/readings.ts';

const origin = 'https://gazette.example';
const isPage = (list: string, to: string, anchorText: string): boolean =>
  isPageOfList(`${origin}${list}`, link(`${origin}${to}`, { anchorText }));

describe('pagedUrl', () => {
  it.each<[string, string, number | null]>([
    ['/news/page/3/', '/news', 3],
    ['/news/page3', '/news', 3],
    ['/news/seite-3.html', '/news', 3],
    ['/news/?page=4', '/news', 4],
    ['/?paged=2&cat=3', '?cat=3', 2],
    ['/news/?cursor=b64xYz', '/news', null],
    ['/news/?offset=20', '/news', null],
    ['/news/index.html', '/news', 1],
    ['/news/', '/news', 1],
    ['/', '', 1],
  ])('%s is of %s', (path, list, page) => {
    expect(pagedUrl(`${origin}${path}`)).toEqual({ list: `${origin}${list}`, page });
  });
});

describe('a link to another page of its list', () => {
  it.each([
    ['/news/', '/news/?page=2', '2'],
    ['/news/?page=2', '/news/', '1'],
    ['/news/?page=2', '/news/?page=3', 'Next'],
    ['/?cat=3', '/?cat=3&paged=2', '2'],
    ['/', '/page/2/', 'Older posts'],
    ['/page/7/', '/page/8/', '8'],
    ['/tag/rivers/', '/tag/rivers/page/2/', '›'],
    ['/news/', '/news/?cursor=b64xYz', 'More'],
    ['/news/', '/news/?start=20', '3'],
    ['/', '/index2.html', '2'],
    ['/', '/index-2.html', 'Older posts'],
    ['/index2.html', '/index3.html', 'Ältere Beiträge'],
    ['/sport.html', '/sport_2.html', '2'],
    ['/sport_2.html', '/sport_3.html', '»'],
    ['/list/2', '/list/3', '下一页'],
    ['/list/2/', '/list/3/', 'التالي'],
  ])('%s: %s "%s"', (list, to, anchorText) => {
    expect(isPage(list, to, anchorText)).toBe(true);
  });

  it.each([
    ['the list itself', '/news/', '/news/', 'News'],
    ['another list', '/news/', '/sport/?page=2', '2'],
    ['another category by query', '/?cat=3', '/?cat=4&paged=2', '2'],
    ['a month', '/', '/2026/11/', 'November 2026'],
    ['a month of a year', '/2026/', '/2026/11/', '11 (7)'],
    ['a month beside a month', '/2026/10/', '/2026/11/', 'November'],
    ['a year beside a year', '/2025/', '/2026/', '2026 (31)'],
    ['a year below an archive', '/archive/', '/archive/2026/', 'The year 2026'],
    ['a story with a number', '/news/', '/news/bridge-2', 'The second bridge'],
    ['a story beside a story', '/news/bridge-1', '/news/bridge-2', 'The second bridge'],
    ['a number that is no page of this list', '/news/', '/42', '42'],
  ])('is not %s: %s to %s', (_, list, to, anchorText) => {
    expect(isPage(list, to, anchorText)).toBe(false);
  });
});
