import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addSource,
  findSource,
  pauseSource,
  removeSource,
  resumeSource,
  type SourcePorts,
  viewOf,
} from '../../../src/commands/sources/manage-sources.ts';
import { sourceId } from '../../../src/crawl/links/targets.ts';
import type { Source } from '../../../src/model/crawl/source.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { defineScraper } from '../../../src/settings/scraper.ts';
import { at, source } from '../../storage/records.ts';
import { type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';

const url = 'http://paper.example/feed';
const definition = { url, kind: 'feed', every: '5m' } as const;
const scraper = defineScraper({
  host: 'gazette.example',
  origin: 'http://gazette.example',
  sources: [{ url: '/news', kind: 'listing' }],
});
let crawl: FakeCrawl;
let io: SourcePorts;
beforeEach(async () => {
  crawl = await openCrawl();
  io = { ...crawl.io, sites: [scraper], siteOf: (host) => ({ host }) };
});
afterEach(async () => crawl[Symbol.asyncDispose]());

const add = (more: object = {}, isPaused = false) =>
  addSource(io, { definition: { ...definition, ...more }, isPaused });

describe('addSource', () => {
  it('adds a source that is due at once, and changes its definition later', async () => {
    const { source: added, isNew } = await add();
    expect(added).toMatchObject({ url, site: 'paper.example', kind: 'feed', baseIntervalMs: 300_000, namedBy: null });
    expect({ isNew, nextPollAt: added.nextPollAt }).toEqual({ isNew: true, nextPollAt: crawl.clock.now() });
    await io.store.sources.save({ ...added, intervalMs: 77_000 });
    expect(await add({ weight: 3 })).toMatchObject({ isNew: false, source: { weight: 3, intervalMs: 77_000 } });
  });

  it('keeps a pause, and begins a new source paused where asked to', async () => {
    expect((await add({}, true)).source.pausedAt).toEqual(crawl.clock.now());
    expect((await add()).source.pausedAt).toEqual(crawl.clock.now());
    expect((await viewOf(io, (await add()).source)).state).toBe('paused');
  });

  it("makes a discovered source the person's, and polls it", async () => {
    await add();
    const stored = await findSource(io, url);
    await io.store.sources.define({ ...stored, namedBy: 'http://paper.example/', enabled: false });
    expect((await add()).source).toMatchObject({ namedBy: null, enabled: true });
  });

  it.each([
    [{ url: 'feed.xml' }, '"feed.xml" is not an http(s) address'],
    [{ every: 'often' }, 'every: write a number and a unit'],
    [{ url: 'http://gazette.example/news' }, 'The scraper of gazette.example names http://gazette.example/news'],
  ])('refuses %j', async (more, message) => {
    await expect(add(more)).rejects.toThrow(message);
    expect(await io.store.sources.list()).toEqual([]);
  });
});

describe('findSource', () => {
  it('takes an address in any spelling, an id, and the beginning of an id', async () => {
    const { id } = (await add()).source;
    for (const target of [url, 'HTTP://Paper.example:80/feed', id, id.slice(0, 5)])
      expect((await findSource(io, target)).id).toBe(id);
    await expect(findSource(io, id.slice(0, 3))).rejects.toThrow('There is no source');
    await expect(findSource(io, 'http://paper.example/other')).rejects.toThrow('There is no source');
  });

  it('says that a beginning is not enough', async () => {
    for (const id of ['abcd1', 'abcd2']) await io.store.sources.define(source(id));
    await expect(findSource(io, 'abcd')).rejects.toThrow('The ids of 2 sources begin with "abcd"');
  });
});

describe('a pause', () => {
  it('ends with resume, which polls what a crawl discovered too', async () => {
    await add();
    expect((await pauseSource(io, url)).pausedAt).toEqual(crawl.clock.now());
    crawl.clock.pass(1_000);
    expect((await pauseSource(io, url)).pausedAt).toEqual(at(0));
    const stored = await findSource(io, url);
    await io.store.sources.save({ ...stored, enabled: false });
    expect(await resumeSource(io, url)).toMatchObject({ pausedAt: null, enabled: true });
    expect(await io.store.sources.due({ now: crawl.clock.now(), sites: null, limit: 9 })).toHaveLength(1);
  });
});

describe('removeSource', () => {
  it('removes what a person added', async () => {
    await add();
    expect((await removeSource(io, url)).url).toBe(url);
    expect(await io.store.sources.list()).toEqual([]);
  });

  it('refuses what would come back, and says what to do', async () => {
    const named: Partial<Source> = { namedBy: 'http://paper.example/' };
    await io.store.sources.define(source('discovered', named));
    await expect(removeSource(io, 'discovered')).rejects.toThrow(/would be discovered again.*sources pause discovered/);
    const id = sourceId(canonicalUrl('http://gazette.example/news'));
    await io.store.sources.define(source(id, { url: 'http://gazette.example/news' }));
    await expect(removeSource(io, id)).rejects.toThrow(
      `names http://gazette.example/news: \`newshawk sources pause ${id}`,
    );
  });
});
