import { describe, expect, it } from 'vitest';
import { loadPages } from '../../bench/media/players/catalogue.ts';
import { judge } from '../../bench/media/players/judge/judge.ts';
import { matcher } from '../../bench/media/players/judge/patterns.ts';
import { type FilmPage, filmPage } from '../../bench/media/players/player-page.ts';
import { placeOf } from '../../bench/media/players/site/place.ts';

const origins = { page: 'http://page', embed: 'http://embed', cdn: 'http://127.0.0.1:1', ads: 'http://ads' };
const pages = await loadPages('all');

describe('pages with real players', () => {
  it('are half sealed in each kind', () => {
    for (const [kind, members] of Map.groupBy(pages, ({ page }) => page.kind)) {
      const sealed = members.filter(({ isSealed }) => isSealed).length;
      expect(Math.abs(members.length - 2 * sealed), kind).toBeLessThanOrEqual(1);
    }
  });

  it('have names and addresses of their own', () => {
    const slugs = pages.map(({ id }) => placeOf(id, origins).slug);
    expect(new Set(slugs).size).toBe(pages.length);
  });

  it('expect addresses that one of their files or routes has', () => {
    for (const { id, page } of pages) {
      const place = placeOf(id, origins);
      const names = [
        ...Object.keys(page.files ?? {}).map(place.file),
        ...Object.keys(page.routes ?? {}).map((name) => place.own(name, 'cdn')),
      ];
      for (const pattern of page.film?.urls ?? []) {
        const isServed = names.some((name) =>
          matcher([pattern, pattern.replace(/[^/]*$/, '')], place)(name.replace(/\?.*$/, '')),
        );
        expect(isServed || pattern.includes('?'), `${id}: ${pattern}`).toBe(true);
      }
    }
  });
});

describe('the judge of these pages', () => {
  const page: FilmPage = filmPage({
    kind: 'start',
    about: 'a film with an advertisement',
    html: () => '',
    film: { urls: ['{file}/film.mp4'], delivery: 'progressive', headers: ['referer'], mustNot: ['{file}/advert.mp4'] },
  });
  const place = placeOf('some-page', origins);

  it('names each difference of the first item', async () => {
    const items = [
      { url: place.file('advert.mp4'), delivery: 'hls', role: 'main', live: 'live' },
      { url: place.file('film.mp4'), delivery: 'progressive', role: 'main' },
    ];
    expect(await judge(page, { items, reason: 'done' }, place)).toEqual([
      `first item is ${place.file('advert.mp4')}`,
      'delivery is hls, not progressive',
      'live is live, not vod',
      'no referer header',
      `${place.file('advert.mp4')} is not main`,
      expect.stringContaining('does not open'),
    ]);
  });

  it('wants an item where there is a film', async () => {
    expect(await judge(page, { items: [], reason: 'no-media' }, place)).toEqual(['no item, reason no-media']);
  });

  it('wants a reason, and no main item, on a page without a film', async () => {
    const empty = { kind: 'empty', about: '', html: () => '', reasons: ['not-video-page'], shows: 'h1' } as const;
    const item = { url: place.file('loop.mp4'), delivery: 'progressive', role: 'main' };
    expect(await judge(empty, { items: [item], reason: 'done' }, place)).toEqual([
      `a main item where there is none: ${item.url}`,
      'reason is done, not not-video-page',
    ]);
    const loop = { ...item, role: 'background' };
    expect(await judge(empty, { items: [loop], reason: 'not-video-page' }, place)).toEqual([]);
  });
});
