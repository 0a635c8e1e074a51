import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesOf, entriesOfLinks, type LinkOrigin } from '../../src/pipeline/links.ts';
import { defineScraper } from '../../src/scraper.ts';
import { at, entry } from '../storage/records.ts';
import { link } from '../support/readings.ts';

const site = defineScraper({ host: 'gazette.example', links: { ignore: [/\/tag\//] } });

const origin = (given: Partial<LinkOrigin['task']> = {}, maxDepth: number | null = null): LinkOrigin => ({
  io: { siteOf: () => site, clock: { now: () => at(0) } },
  run: { maxDepth },
  task: {
    ...entry('https://gazette.example/', { depth: 0, maxDepth: 2, sourceId: 's-1' }),
    ...{ attempts: 0, revisit: false, lease: 'l' },
    ...given,
  },
});
const urls = (entries: readonly { readonly url: string }[]) => entries.map(({ url }) => url);
const a = 'https://gazette.example/a';

describe('entriesOf', () => {
  it('takes the pages that play an article’s video, wherever their links stand', () => {
    const reading = {
      pageType: 'article',
      links: [link(a), link('https://gazette.example/menu', { region: 'navigation' })],
    } as const;
    const play = [
      'https://gazette.example/play/7',
      a,
      'javascript:play()',
      'https://other.example/',
      'https://gazette.example/',
    ];
    expect(urls(entriesOf(origin(), reading, play))).toEqual([a, 'https://gazette.example/play/7']);
  });
});

describe('entriesOfLinks', () => {
  it('makes tasks one level deeper, of the same site and source, due now', () => {
    const [found] = entriesOfLinks(origin(), [
      link('https://sub.gazette.example:8443/a', { publishedAt: at(0).toISOString() }),
    ]);
    expect(found).toEqual({
      ...{
        url: 'https://sub.gazette.example:8443/a',
        kind: 'page',
        host: 'sub.gazette.example:8443',
        site: 'gazette.example',
      },
      ...{ sourceId: 's-1', depth: 1, maxDepth: 2, priority: expect.any(Number), dueAt: at(0) },
    });
    expect(found?.priority).toBeGreaterThan(0);
  });

  it('leaves out other sites, files, what the scraper ignores, and what is too deep', () => {
    const links = [a, 'https://other.example/b', 'https://gazette.example/c.pdf', 'https://gazette.example/tag/d'].map(
      (one) => link(one),
    );
    expect(urls(entriesOfLinks(origin(), links))).toEqual([a]);
    expect(entriesOfLinks(origin({ depth: 2 }), links)).toEqual([]);
    expect(entriesOfLinks(origin({ depth: 1 }, 1), links)).toEqual([]);
    expect(entriesOfLinks(origin({}, 1), links)).toMatchObject([{ depth: 1, maxDepth: 1 }]);
  });

  it('takes each address once, at its first mention', () => {
    const links = [link(a, { publishedAt: at(0).toISOString() }), link(a, { publishedAt: '2001-01-01' })];
    expect(entriesOfLinks(origin(), links)).toEqual(entriesOfLinks(origin(), links.slice(0, 1)));
  });

  it('never goes beyond a limit, and never names an address twice', () => {
    const paths = fc.array(fc.integer({ min: 0, max: 30 }).map((n) => link(`https://gazette.example/p${n}`)));
    fc.assert(
      fc.property(paths, fc.nat(4), fc.nat(4), fc.option(fc.nat(4)), (links, depth, maxDepth, runMax) => {
        const entries = entriesOfLinks(origin({ depth, maxDepth }, runMax), links);
        expect(new Set(urls(entries)).size).toBe(entries.length);
        for (const one of entries) expect(one.depth).toBeLessThanOrEqual(Math.min(maxDepth, runMax ?? maxDepth));
      }),
    );
  });
});

describe('entriesOf', () => {
  const links = [link(a), link('https://gazette.example/b', { region: 'navigation' })];

  it('follows all links of a listing, and only those in the text of an article', () => {
    expect(urls(entriesOf(origin(), { pageType: 'listing', links }))).toEqual([a, 'https://gazette.example/b']);
    expect(urls(entriesOf(origin(), { pageType: 'article', links }))).toEqual([a]);
  });
});
