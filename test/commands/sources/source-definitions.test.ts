import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opmlOf, readSourceFile, sourceKindOf, specOf } from '../../../src/commands/sources/source-definitions.ts';
import { newSource } from '../../../src/crawl/links/targets.ts';
import type { Source } from '../../../src/model/crawl/source.ts';
import { at } from '../../storage/records.ts';

const base = fc.record({
  url: fc.webUrl({ withQueryParameters: true, withFragments: false }),
  kind: fc.constantFrom('listing', 'feed', 'sitemap'),
  weight: fc.integer({ min: 1, max: 1_000 }).map((n) => n / 8),
  every: fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.constantFrom('s', 'm', 'h', 'd')).map(([n, unit]) => n + unit),
  minFactor: fc.constantFrom(0.1, 0.25, 1),
  maxFactor: fc.integer({ min: 1, max: 40 }),
  activeWindows: fc.array(
    fc.record({
      timeZone: fc.constantFrom('UTC', 'Europe/London', 'Asia/Kolkata'),
      days: fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
      fromHour: fc.integer({ min: 0, max: 23 }),
      toHour: fc.integer({ min: 1, max: 24 }),
    }),
    { maxLength: 3 },
  ),
  maxDepth: fc.integer({ min: 1, max: 10 }),
  links: fc.constantFrom(null, 'main > a[title="x & y"]', "ul.list\n li:not([class='<b>'])", '.a\t.b'),
});

/** The definition of a source, without what polling taught. */
const definitionsOf = (sources: readonly Source[]) =>
  sources.map(({ id, url, site, ...rest }) => ({ id, url, site, ...rest, nextPollAt: null, plannedAt: null }));

describe('OPML', () => {
  it('gives every source back as it was exported, with its settings and its pause', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(base, fc.boolean()), { maxLength: 8 }), (all) => {
        const sources = all.map(([{ links, ...definition }, isPaused]) => ({
          ...newSource(new URL(definition.url).hostname, specOf({ ...definition, links: links as string }), at(0)),
          pausedAt: isPaused ? at(0) : null,
        }));
        const unique = [...new Map(sources.map((source) => [source.url, source])).values()];
        const { requests, refused } = readSourceFile(opmlOf(unique, at(1)));
        expect(refused).toEqual([]);
        const again = requests.map(({ definition, isPaused }) => ({
          ...newSource(new URL(definition.url).hostname, specOf(definition), at(0)),
          pausedAt: isPaused ? at(0) : null,
        }));
        const byId = (a: Source, b: Source) => (a.id < b.id ? -1 : 1);
        expect(definitionsOf(again.sort(byId))).toEqual(definitionsOf(unique.sort(byId)));
      }),
    );
  });

  it('refuses entries with wrong settings, and says what is wrong', () => {
    const outline = (url: string, settings: string) =>
      `<outline xmlUrl="${url}" settings="${settings.replaceAll('"', '&quot;')}"/>`;
    const text = `<opml><body>${outline('http://a.example/1', '{"weight":-1}')}${outline('http://a.example/2', '[]')}
      ${outline('ftp://a.example/3', '{}')}${outline('http://a.example/4', '{"every":"2h"}')}</body></opml>`;
    const { requests, refused } = readSourceFile(text);
    expect(requests.map(({ definition }) => definition)).toEqual([
      { url: 'http://a.example/4', kind: 'feed', every: '2h' },
    ]);
    expect(refused.map(({ entry, why }) => [entry.slice(-1), why])).toEqual([
      ['1', expect.stringContaining('weight: ')],
      ['2', 'its newshawk:settings are not a JSON object'],
      ['3', 'it is not an http(s) address'],
    ]);
  });
});

describe('a list of addresses', () => {
  it('has one per line; comments and blank lines are skipped, other lines refused', () => {
    const text = '\uFEFF# papers\r\nhttp://a.example/feed.xml # fast\r\n\r\nhttp://b.example/\nnot an address\n';
    const { requests, refused } = readSourceFile(text);
    expect(requests.map(({ definition: { url, kind } }) => `${kind} ${url}`)).toEqual([
      'feed http://a.example/feed.xml',
      'listing http://b.example/',
    ]);
    expect(refused).toEqual([{ entry: 'not an address', why: 'it is not an http(s) address' }]);
  });

  it('is no other XML', () => {
    expect(() => readSourceFile('<html><body/></html>')).toThrow('This is no OPML file');
  });
});

describe('kindByAddress', () => {
  it.each([
    [
      'feed',
      ['/feed', '/rss/world', '/news.rss', '/atom.xml', '/index.xml', '/?feed=rss2', '/feeds/all', '/feed.json'],
    ],
    ['sitemap', ['/sitemap.xml', '/sitemap-news.xml.gz', '/news/sitemap_index.xml', '/sitemap.txt']],
    ['listing', ['/', '/feedback', '/world', '/atomic-power', '/news/rssi-levels']],
  ] as const)('takes for a %s', (kind, paths) => {
    for (const path of paths) expect({ path, kind: sourceKindOf(`https://a.example${path}`) }).toEqual({ path, kind });
  });
});
