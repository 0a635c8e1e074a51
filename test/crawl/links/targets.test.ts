import { describe, expect, it } from 'vitest';
import { siteFor } from '../../../src/config-files/load-scrapers.ts';
import { beginningOf, pollEntry, type TargetRequest } from '../../../src/crawl/links/targets.ts';
import { exitCodes } from '../../../src/errors.ts';
import { defineScraper, feed, listing, unknownSite } from '../../../src/settings/scraper.ts';
import { at } from '../../storage/records.ts';

const gazette = defineScraper({
  host: 'gazette.example',
  sources: [feed('/feed.xml', { every: '2m', weight: 4 }), listing('/news?utm_source=x', { maxDepth: 3 })],
});
const herald = defineScraper({ host: 'herald.example', sources: [listing('/')] });
const sites = [gazette, herald];

const beginning = (targets: readonly string[], given: Partial<TargetRequest> = {}) =>
  beginningOf({ targets, sites, siteOf: (host) => siteFor(sites, host), now: at(0), addressesAre: 'seeds', ...given });

describe('beginningOf', () => {
  it('takes the sources of all scrapers where nothing is named', () => {
    const { sources, seeds, sites: hosts } = beginning([]);
    expect(sources.map(({ url, site, kind }) => [url, site, kind])).toEqual([
      ['https://gazette.example/feed.xml', 'gazette.example', 'feed'],
      ['https://gazette.example/news?utm_source=x', 'gazette.example', 'listing'],
      ['https://herald.example/', 'herald.example', 'listing'],
    ]);
    expect({ seeds, hosts }).toEqual({ seeds: [], hosts: null });
    expect(sources[0]).toMatchObject({
      weight: 4,
      intervalMs: 120_000,
      lastPolledAt: null,
      nextPollAt: at(0),
      enabled: true,
    });
  });

  it('gives a source the same id in the next run', () => {
    const ids = () => beginning([]).sources.map(({ id }) => id);
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(3);
    expect(ids()[0]).toMatch(/^[0-9a-f]{12}$/);
  });

  it('takes the sources of the scrapers that are named, each once, in whatever case', () => {
    const { sources, sites: hosts } = beginning(['herald.example', 'Herald.Example']);
    expect({ sources: sources.map(({ site }) => site), hosts }).toEqual({
      sources: ['herald.example'],
      hosts: ['herald.example'],
    });
  });

  it('reads an address once as a page, with the site that it belongs to', () => {
    const {
      sources,
      seeds,
      sites: hosts,
    } = beginning(['https://www.gazette.example/a?utm_source=x', 'http://other.example:8080/b']);
    expect(sources).toEqual([]);
    expect(seeds.map(({ url, site, host, kind, depth, maxDepth }) => [url, site, host, kind, depth, maxDepth])).toEqual(
      [
        ['https://www.gazette.example/a', 'gazette.example', 'www.gazette.example', 'page', 0, 3],
        ['http://other.example:8080/b', 'other.example:8080', 'other.example:8080', 'page', 0, 3],
      ],
    );
    expect(hosts).toEqual(['gazette.example', 'other.example:8080']);
  });

  it('two ports of one host are two sites, and a scraper names its own', () => {
    const port = (number: number) =>
      defineScraper({ host: `localhost:${number}`, sources: [listing('/')], origin: `http://localhost:${number}` });
    const local = [port(4000), port(4001)];
    const begin = (targets: readonly string[], own = local) =>
      beginning(targets, { sites: own, siteOf: (host) => siteFor(own, host) });
    expect(begin(['localhost:4001']).sources.map(({ url }) => url)).toEqual(['http://localhost:4001/']);
    expect(begin(['http://localhost:4000/a', 'http://localhost:4002/b']).sites).toEqual([
      'localhost:4000',
      'localhost:4002',
    ]);
    expect(() => begin(['localhost'])).toThrow('neither an address');
    // without a port it names the only scraper of the host
    expect(begin(['localhost'], [port(4000)]).sites).toEqual(['localhost:4000']);
  });

  it('watches an address as a listing', () => {
    const { sources, seeds } = beginning(['https://other.example/latest'], { addressesAre: 'sources' });
    expect(seeds).toEqual([]);
    expect(sources).toMatchObject([{ url: 'https://other.example/latest', kind: 'listing', site: 'other.example' }]);
  });

  it.each(['gazete.example', 'ftp://gazette.example/', 'https://', ''])(
    'refuses "%s" and says what there is',
    (target) => {
      expect(() => beginning([target])).toThrow(
        expect.objectContaining({
          exitCode: exitCodes.usage,
          message: expect.stringContaining(
            `"${target}" is neither an address (https://…) nor the host of a scraper (gazette.example, herald.example)`,
          ),
        }),
      );
    },
  );

  it('leaves out sites whose scraper is broken, and fails where nothing else is named', () => {
    const broken = { ...unknownSite('broken.example'), file: '/s/broken/scraper.ts', mistakes: ['line 3: no luck'] };
    const all = [...sites, broken];
    const begin = (targets: readonly string[], given: Partial<TargetRequest> = {}) =>
      beginning(targets, { sites: all, siteOf: (host) => siteFor(all, host), ...given });
    const named = { host: 'broken.example', file: '/s/broken/scraper.ts', mistakes: ['line 3: no luck'] };
    expect(begin([])).toMatchObject({ broken: [named], sources: expect.objectContaining({ length: 3 }) });
    expect(begin(['herald.example'])).toMatchObject({ broken: [], sites: ['herald.example'] });
    expect(begin(['herald.example', 'https://www.broken.example/a'])).toMatchObject({
      broken: [named],
      seeds: [],
      sites: ['herald.example'],
    });
    const refusal = expect.objectContaining({
      exitCode: exitCodes.configuration,
      message: expect.stringContaining('/s/broken/scraper.ts: line 3: no luck'),
    });
    expect(() => begin(['broken.example'])).toThrow(refusal);
    expect(() => begin(['https://broken.example/'], { mayBeEmpty: true })).toThrow(refusal);
    expect(() => begin([], { sites: [broken] })).toThrow(refusal);
  });

  it('needs no target when a run is resumed', () => {
    expect(beginning([], { sites: [], mayBeEmpty: true })).toEqual({
      sources: [],
      seeds: [],
      sites: null,
      broken: [],
    });
  });

  it('says what to do when there is nothing to crawl', () => {
    expect(() => beginning([], { sites: [defineScraper({ host: 'empty.example' })] })).toThrow(
      expect.objectContaining({ exitCode: exitCodes.nothingFound, message: expect.stringContaining('newshawk init') }),
    );
  });
});

describe('pollEntry', () => {
  it('goes before every page', () => {
    const [source] = beginning(['gazette.example']).sources;
    if (source === undefined) throw new Error('no source');
    expect(pollEntry(source, at(5))).toEqual({
      url: 'https://gazette.example/feed.xml',
      kind: 'source',
      host: 'gazette.example',
      site: 'gazette.example',
      sourceId: source.id,
      depth: 0,
      maxDepth: 2,
      linkTitle: null,
      priority: 1,
      dueAt: at(5),
    });
  });
});
