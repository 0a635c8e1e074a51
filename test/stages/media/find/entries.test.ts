import { describe, expect, it } from 'vitest';
import { findMedia } from '../../../../src/stages/media/find/find.ts';

const site = 'https://films.example';
const mainsOf = (html: string, path: string): string[] =>
  findMedia({ html, finalUrl: site + path, network: [] })
    .items.filter(({ role }) => role === 'main')
    .map(({ url }) => new URL(url).pathname);
const json = (value: unknown): string => `<script type="application/json">${JSON.stringify(value)}</script>`;
const three = [1, 2, 3];

const lists: Readonly<Record<string, string>> = {
  'an array of objects': json({
    films: three.map((number) => ({ number, title: `Part ${number}`, media: { file: `/f/${number}.m3u8` } })),
  }),
  'an object by number': `<script>window.films = ${JSON.stringify(Object.fromEntries(three.map((number) => [number, `/f/${number}.m3u8`])))};</script>`,
  'elements with data attributes': `<ul>${three.map((number) => `<li data-episode="${number}" data-src="/f/${number}.m3u8"></li>`).join('')}</ul>`,
  'objects of JSON-LD': `<script type="application/ld+json">${JSON.stringify(three.map((number) => ({ '@type': 'VideoObject', episodeNumber: number, name: `Part ${number}`, contentUrl: `/f/${number}.m3u8` })))}</script>`,
};

describe.each(Object.entries(lists))('%s', (_, html) => {
  it.each(['/series?episode=3', '/series#episode-3', '/series/episode/3', '/series/ep-03', '/series/3'])(
    'has the film that %s names',
    (path) => {
      expect(mainsOf(html, path)).toEqual(['/f/3.m3u8']);
    },
  );

  it('has all films where the address names none', () => {
    const all = mainsOf(html, '/series');
    expect(all).toEqual(html.includes('window.films') ? ['/f/1.m3u8', '/f/2.m3u8', '/f/3.m3u8'] : all);
    expect(all).toHaveLength(3);
    expect(mainsOf(html, '/series?utm_source=3')).toHaveLength(3);
  });
});

describe('entries', () => {
  it('are named by ids and slugs, too; the hash counts before the path', () => {
    const films = [
      { id: 'a81f', slug: 'ferry-at-night', src: '/f/a.mp4' },
      { id: 'b203', slug: 'lock-keeper', src: '/f/b.mp4' },
    ];
    expect(mainsOf(json(films), '/watch?v=b203&t=10')).toEqual(['/f/b.mp4']);
    expect(mainsOf(json(films), '/films/ferry-at-night.html')).toEqual(['/f/a.mp4']);
    expect(mainsOf(json(films), '/films/ferry-at-night#lock-keeper')).toEqual(['/f/b.mp4']);
  });

  it('belong to their own pages', () => {
    const clips = three.map((number) => ({ page: `/clip/${number}`, media: `/f/${number}.mp4` }));
    expect(mainsOf(json({ clips }), '/clip/2?from=home')).toEqual(['/f/2.mp4']);
    expect(mainsOf(json({ clips }), '/film/9')).toEqual([]);
    expect(mainsOf(`${json({ related: clips })}<video controls src="/film.mp4"></video>`, '/film/9')).toEqual([
      '/film.mp4',
    ]);
  });

  it('outside of the content are not the page’s film', () => {
    const film = '<main><video width="640" src="/film.mp4"></video></main>';
    const clip = '<aside><video width="640" autoplay src="/clip.mp4"></video></aside>';
    expect(mainsOf(clip + film, '/film/9')).toEqual(['/film.mp4']);
  });
});
