import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelLinks, chooseLists, intervalFor, type ListSample } from '../../../src/stages/discover/source-yield.ts';
import { link as linkTo } from '../../support/readings.ts';

const now = new Date('2026-11-21T12:00:00Z');
const hoursAgo = (hours: number): string => new Date(now.getTime() - hours * 3_600_000).toISOString();
const link = (name: string, hours: number | null) =>
  linkTo(`http://a.example/${name}`, { publishedAt: hours === null ? null : hoursAgo(hours) });
const sample = (name: string, kind: ListSample['kind'], links: ListSample['links']): ListSample => ({
  url: `http://a.example/${name}`,
  kind,
  links,
});
/** One link every hour, the newest an hour old. */
const hourly = (prefix: string, count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => link(`${prefix}-${n + from}`, n + from));

describe('chooseLists', () => {
  it('says what a list brings a day, whether it holds a week or less', () => {
    const [short] = chooseLists([sample('feed', 'feed', hourly('x', 12))], now);
    expect(short).toMatchObject({ isProposed: true, links: 12, newestAt: hoursAgo(1) });
    expect(short?.perDay).toBeCloseTo(24, 5);
    const [long] = chooseLists([sample('map', 'sitemap', hourly('x', 24 * 30))], now);
    expect(long?.perDay).toBeCloseTo(24, 0);
  });

  it('leaves out what the others have, and prefers the feed to the page with the same links', () => {
    const links = hourly('x', 40);
    const page = sample(
      '',
      'listing',
      links.map((one) => ({ ...one, publishedAt: null })),
    );
    const lists = [
      page,
      sample('map', 'sitemap', links),
      sample('feed', 'feed', links),
      sample('sport', 'feed', hourly('sport', 20)),
    ];
    const chosen = chooseLists(lists, now);
    expect(chosen.filter(({ isProposed }) => isProposed).map(({ url }) => url)).toEqual([
      'http://a.example/feed',
      'http://a.example/sport',
    ]);
    expect(chosen.find(({ kind }) => kind === 'listing')).toMatchObject({ addsPerDay: 0, isProposed: false });
    expect(chosen.find(({ kind }) => kind === 'listing')?.perDay).toBeCloseTo(24, 0);
  });

  it('proposes the home page where nothing has dates', () => {
    const pages = ['', 'world'].map((name) => sample(name, 'listing', [link('1', null), link('2', null)]));
    expect(chooseLists(pages, now).map(({ perDay, isProposed }) => [perDay, isProposed])).toEqual([
      [null, true],
      [null, false],
    ]);
    expect(chooseLists([sample('', 'listing', [])], now)[0]?.isProposed).toBe(false);
  });

  it('counts no dates in the future, and nothing of a dead feed', () => {
    const [future] = chooseLists(
      [
        sample(
          'events',
          'feed',
          [-48, -72, -96].map((h) => link(`e${h}`, h)),
        ),
      ],
      now,
    );
    expect(future).toMatchObject({ perDay: null, isProposed: false });
    const [dead] = chooseLists([sample('old', 'feed', hourly('x', 20, 24 * 60))], now);
    expect(dead).toMatchObject({ perDay: 0, isProposed: false });
  });

  it('proposes lists that together have nearly all recent links, none without a gain, whatever the lists', () => {
    const lists = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 3, maxLength: 30 }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(lists, (all) => {
        const samples = all.map((hours, n) =>
          sample(
            `f${n}`,
            'feed',
            hours.map((hour) => link(`x-${hour}`, hour)),
          ),
        );
        const chosen = chooseLists(samples, now);
        expect(chosen.map(({ url }) => url).sort()).toEqual(samples.map(({ url }) => url).sort());
        const total = new Set(all.flat()).size;
        const proposed = chosen.filter(({ isProposed }) => isProposed);
        for (const { addsPerDay } of proposed) expect(addsPerDay).toBeGreaterThan(0);
        const covered = new Set(proposed.flatMap(({ url }) => all[Number(url.slice(-1))] ?? []));
        for (const hours of all) {
          const left = new Set(hours.filter((hour) => !covered.has(hour)));
          expect(left.size).toBeLessThan(Math.max(1, 0.05 * total) + 1e-9);
        }
      }),
    );
  });
});

describe('intervalFor', () => {
  it.each([
    [null, '15m'],
    [0, '360m'],
    [1, '360m'],
    [24, '30m'],
    [100, '5m'],
    [5_000, '2m'],
  ])('of %s new links a day is %s', (perDay, every) => {
    expect(intervalFor(perDay)).toBe(every);
  });
});

describe('channelLinks', () => {
  it('takes the sections of the navigation, in order, once', () => {
    const at = (path: string, anchorText = 'World', region: 'navigation' | 'content' = 'navigation') =>
      linkTo(new URL(path, 'http://a.example/').href, { anchorText, region });
    const links = [
      at('/world'),
      at('/world'),
      at('/sport/football'),
      at('/news/politics.html'),
      at('/%D0%BC%D0%B8%D1%80'),
      at('/'),
      at('/world', 'World', 'content'),
      at('/content-only', 'Page', 'content'),
      at('/about-us'),
      at('/newsletters'),
      at('/2026/11'),
      at('/world/a-very-long-headline-of-a-story'),
      at('/a/b/c'),
      at('/search?q=x'),
      at('http://b.example/world'),
      at('/culture', 'A text that is far too long for the name of a channel'),
    ];
    expect(channelLinks('http://a.example/', links).map((url) => decodeURIComponent(new URL(url).pathname))).toEqual([
      '/world',
      '/sport/football',
      '/news/politics.html',
      '/мир',
    ]);
  });
});
