import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openReader } from '../../src/reader/reader.ts';
import { packGrown } from '../../src/stages/classify/growth/pack.ts';
import { sharedWeights } from '../../src/stages/classify/linear/model.ts';
import { trainLinear } from '../../src/stages/classify/linear/train.ts';
import { headlines } from '../stages/classify/linear/texts.ts';
import { articlePage, snapshot } from '../stages/extract/page.ts';
import { scraper, scraperFolder } from '../support/scraper-folder.ts';
import { Changes, eventually } from '../support/waiting.ts';

const page = (host: string) => snapshot(articlePage(), { at: `https://${host}/2026/11/20/bridge` });

const files = {
  'loops/scraper.ts': scraper(`{ host: 'loops.example', fields: { title: () => { for (;;); } } }`),
  'dies/scraper.ts': scraper(`{ host: 'dies.example', fields: { title: () => process.exit(3) } }`),
  'eats/scraper.ts': scraper(
    // many small objects: what V8's own limit for a thread does not survive
    `{ host: 'eats.example', fields: { title: () => { const all = []; for (;;) all.push({ n: [all.length] }); } } }`,
  ),
  'throws/scraper.ts': scraper(
    `{ host: 'throws.example', fields: { title: () => { throw new Error('no title here'); } } }`,
  ),
  'stray/scraper.ts': scraper(
    `{ host: 'stray.example', fields: { title: () => { Promise.reject(new Error('not awaited')); setTimeout(() => { throw new Error('too late'); }, 1); return 'Stray'; } } }`,
  ),
  'waits/scraper.ts': scraper(
    `{ host: 'waits.example', fields: { title: () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000); return 'Waited'; } } }`,
  ),
  'own/scraper.ts': scraper(`{ host: 'own.example', fields: { title: (page) => 'Own: ' + page.text('h1') } }`),
};
const sitesIn = ({ dir }: { readonly dir: string }) => ({ files: Object.keys(files).map((name) => join(dir, name)) });

const bridges = {
  terms: ['ferry', 'choir'],
  idf: Float32Array.of(1, 2),
  weights: Float32Array.of(1, -1),
  bias: -0.5,
  latent: { dimensions: 1, basis: Float32Array.of(1, -1) },
  mixtures: [
    {
      means: [Float32Array.of(1), Float32Array.of(-1)],
      logShares: [-0.7, -0.7],
      topicShares: [1, 0],
      concentration: 2,
    },
  ],
  minLogOdds: 0,
  stream: 60,
};

describe('openReader', () => {
  it('reads in threads that load the scrapers themselves, with fingerprint and terms', async () => {
    using folder = scraperFolder(files);
    await using reader = await openReader({
      workers: 1,
      sites: sitesIn(folder),
    });
    const [own, generic] = await Promise.all([
      reader.read(page('own.example')),
      reader.read(page('gazette.example'), { terms: ['ferry', 'whale'], grown: packGrown({ bridges }) }),
    ]);
    expect(own.draft?.title).toBe('Own: Harbour bridge reopens after eleven months');
    expect(generic.draft?.extractor).toBe('generic/7+blocks-4');
    expect(generic.fingerprint).toMatchObject({
      bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      simhash: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(Object.keys(generic.terms?.body ?? {})).toEqual(['ferry']);
    expect(own.grown).toEqual({});
    expect(generic.grown.bridges).toMatchObject({ score: expect.any(Number), terms: [{ term: 'ferry', share: 1 }] });
    const media = await reader.findMedia({
      html: '<video src="/a.mp4"></video>',
      finalUrl: 'https://own.example/',
      network: [],
    });
    expect(media.items.map(({ url }) => url)).toEqual(['https://own.example/a.mp4']);
    const feed = '<rss version="2.0"><channel><title>t</title><item><link>/a</link></item></channel></rss>';
    const list = await reader.readList({ kind: 'feed', text: feed, url: 'https://own.example/feed.xml', limit: 9 });
    expect(list).toMatchObject({ links: [{ url: 'https://own.example/a' }], sitemaps: [] });
    const index = '<sitemapindex><sitemap><loc>/s1.xml</loc></sitemap></sitemapindex>';
    const sitemap = await reader.readList({
      kind: 'sitemap',
      text: index,
      url: 'https://own.example/sitemap.xml',
      limit: 9,
    });
    expect(sitemap).toEqual({ links: [], sitemaps: ['https://own.example/s1.xml'], left: 0 });
    await expect(
      reader.readList({ kind: 'feed', text: '<p>none</p>', url: 'https://own.example/feed.xml', limit: 9 }),
    ).rejects.toMatchObject({ kind: 'layout-changed', message: expect.stringContaining('is no feed') });
    const none = await reader.read(snapshot('<p>x</p>', { at: 'https://own.example/about' }));
    expect(none).toMatchObject({ draft: null, fingerprint: null, terms: null });
  });

  it('predicts categories in its threads, of a page and of a text', async () => {
    using folder = scraperFolder(files);
    await using reader = await openReader({ workers: 1, sites: sitesIn(folder) });
    const model = sharedWeights(trainLinear(headlines));
    const unasked = await reader.read(page('own.example'));
    expect(unasked.category).toBeNull();
    const bySigns = await reader.read(page('sports.example'), { categories: { model: null } });
    expect(bySigns.category).toMatchObject({ label: 'sport', by: 'url', model: null });
    const text = {
      title: 'Bread',
      body: 'Dough and butter.',
      headings: [],
      meta: [],
      grown: null,
      lang: 'en',
      terms: [],
    };
    const place = { section: 'Sport', url: 'https://own.example/bread' };
    const weighed = await reader.weigh({ ...text, ...place, categories: { model } });
    expect(weighed.category).toMatchObject({ label: 'kitchen', by: 'model', model: model.digest.slice(0, 12) });
  });

  it('ends a page that loops, and goes on', async () => {
    using folder = scraperFolder(files);
    await using reader = await openReader({ workers: 1, sites: sitesIn(folder), pageLimitMs: 1_500 });
    await expect(reader.read(page('loops.example'))).rejects.toMatchObject({
      kind: 'timed-out',
      message: expect.stringContaining('loops.example'),
    });
    await eventually(async () => expect(await reader.read(page('own.example'))).toMatchObject({ reason: null }));
  });

  it('counts the CPU time of a page, not the time in which others have the CPU', async () => {
    using folder = scraperFolder(files);
    await using reader = await openReader({ workers: 1, sites: sitesIn(folder), pageLimitMs: 2_500 });
    expect((await reader.read(page('waits.example'))).draft?.title).toBe('Waited');
  });

  it('reads a page once more that met its limit in a cold thread, and only then', async () => {
    // the first reading of each host loops: as a thread that compiles, it is over its limit
    const once = (host: string, marks: string) =>
      `import { existsSync, writeFileSync } from 'node:fs';\n${scraper(
        `{ host: '${host}.example', fields: { title: () => { const mark = '${marks}/${host}'; if (existsSync(mark)) return 'Again'; writeFileSync(mark, ''); for (;;); } } }`,
      )}`;
    using marks = scraperFolder({});
    const hosts = ['cold', 'warm'];
    using folder = scraperFolder(
      Object.fromEntries(hosts.map((host) => [`${host}/scraper.ts`, once(host, marks.dir)])),
    );
    const sites = { files: hosts.map((host) => join(folder.dir, host, 'scraper.ts')) };
    await using reader = await openReader({ workers: 1, sites, pageLimitMs: 2_500 });
    expect((await reader.read(page('cold.example'))).draft?.title).toBe('Again');
    await expect(reader.read(page('warm.example'))).rejects.toMatchObject({ kind: 'timed-out' });
  });

  it('ends a page that throws, dies or eats the heap, and goes on', async () => {
    using folder = scraperFolder(files);
    await using reader = await openReader({ workers: 2, sites: sitesIn(folder), pageLimitMs: 25_000, heapMb: 128 });
    const bad = ['throws.example', 'dies.example', 'eats.example'].map((host) => reader.read(page(host)));
    const good = reader.read(page('own.example'));
    const [throws, dies, eats] = await Promise.allSettled(bad);
    expect(throws).toMatchObject({
      reason: { kind: 'misconfigured', message: expect.stringContaining('no title here') },
    });
    expect(dies).toMatchObject({ reason: { kind: 'bug', message: expect.stringContaining('dies.example') } });
    expect(eats).toMatchObject({ reason: { kind: 'too-large', message: expect.stringContaining('memory') } });
    expect((await good).draft?.title).toContain('Own: ');
  });

  it('reports what a scraper leaves running, and no page fails for it', async () => {
    using folder = scraperFolder(files);
    const told: string[] = [];
    const changes = new Changes();
    const onStray = (failure: string): void => {
      told.push(failure);
      changes.changed();
    };
    await using reader = await openReader({ workers: 1, sites: sitesIn(folder), onStray });
    const hosts = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'stray.example' : 'own.example'));
    const readings = await Promise.all(hosts.map((host) => reader.read(page(host))));
    expect(new Set(readings.map(({ draft }) => draft?.title.slice(0, 5)))).toEqual(new Set(['Stray', 'Own: ']));
    await changes.until(() => told.length >= 2);
    expect(told).toHaveLength(2);
    for (const said of ['stray.example', 'not awaited', 'too late']) expect(told.join('\n')).toContain(said);
  });

  it('refuses to read a page whose scraper is broken, and reads the others', async () => {
    using folder = scraperFolder({
      'broken.example/scraper.ts': 'export default 1;',
      'own.example/scraper.ts': scraper(`{ host: 'own.example' }`),
    });
    const files = ['broken.example', 'own.example'].map((host) => join(folder.dir, host, 'scraper.ts'));
    await using reader = await openReader({ workers: 1, sites: { files } });
    await expect(reader.read(page('broken.example'))).rejects.toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining('broken.example/scraper.ts: exports something else'),
    });
    expect((await reader.read(page('own.example'))).draft).not.toBeNull();
  });
});
