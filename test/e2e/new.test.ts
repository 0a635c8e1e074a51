import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadScraperFiles } from '../../src/config-files/load-scrapers.ts';
import { newStories, openNewSites } from '../support/sites/new-sites.ts';

const program = fileURLToPath(new URL('../../bin/newshawk.mjs', import.meta.url));

let sites: Awaited<ReturnType<typeof openNewSites>>;
let folder = '';
beforeAll(async () => {
  sites = await openNewSites();
  folder = await mkdtemp(join(tmpdir(), 'newshawk-new-sites-'));
});
afterAll(async () => {
  await sites[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command in the folder, as a person runs it. */
const newshawk = (...args: string[]): Promise<Run> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...args],
      { cwd: folder, env: { ...process.env, ...sites.env }, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
const scraperOf = (host: string): string => join(folder, 'scrapers', host, 'scraper.ts');
const siteOf = async (host: string) => (await loadScraperFiles([scraperOf(host)]))[0];

describe('new', () => {
  it('writes a scraper of a static site with a feed, which brings its articles at once', async () => {
    const { code, stderr } = await newshawk('new', 'http://courier.example/', '--pages', '5');
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('with 3 pages as fixtures') });
    const site = await siteOf('courier.example');
    expect(site).toMatchObject({
      host: 'courier.example',
      origin: 'http://courier.example',
      name: 'Mill Courier',
      language: 'en',
    });
    expect(site?.sources).toContainEqual(
      expect.objectContaining({ kind: 'feed', url: 'http://courier.example/feed.xml' }),
    );
    expect(site?.wrappers).toEqual([
      expect.objectContaining({ body: expect.stringMatching(/\.copy/), byline: expect.stringMatching(/writer/) }),
    ]);
    const isArticle = (path: string) =>
      site?.articleUrls.some((pattern) => pattern.test(`http://courier.example${path}`));
    expect([isArticle('/2026/12/01/some-other-story'), isArticle('/about'), isArticle('/')]).toEqual([
      true,
      false,
      false,
    ]);
    const text = await readFile(scraperOf('courier.example'), 'utf8');
    // who edited the page stands on every one of them, in a place that is named like a byline's
    expect(text).toMatch(
      /TO DECIDE: byline: another candidate: 'p\.credit' has "Desk: (?:Town|Country) pages, edited by Pat Moor"/,
    );
    expect(text).toMatch(/\/\/ body: on 5 of 5 pages as the generic extractor \(F1 (?:1\.00|0\.9\d)/);
    expect(
      (await readdir(join(folder, 'scrapers/courier.example/fixtures'))).filter((name) => name.endsWith('.json')),
    ).toHaveLength(3);
    const crawl = await newshawk('crawl', 'courier.example');
    expect(crawl.stderr).toMatch(/articles in the store +10/);
    const stored = (await newshawk('export', '-f', 'jsonl')).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const { title, paragraphs, author } of newStories)
      expect(stored.find((one) => one.title === title)).toMatchObject({
        body: paragraphs.join('\n\n'),
        authors: [author],
      });
    expect((await newshawk('learn', '--check')).code).toBe(0);
  });

  it('finds the button of a list that scripts fill, tries it, and writes the step', async () => {
    const { code, stderr } = await newshawk('new', 'http://live.example/', '--pages', '4');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('has more behind a button or at its end'),
    });
    const text = await readFile(scraperOf('live.example'), 'utf8');
    expect(text).toContain("steps: [clickUntilGone('button.load-more', { times: 5 })]");
    expect(text).toContain('// 5 links, 9 after two rounds');
    expect(await siteOf('live.example')).toMatchObject({ render: 'browser' });
    const crawl = await newshawk('crawl', 'live.example');
    expect(crawl.stderr).toMatch(/stored by this run +10/);
  });

  it('finds the list of articles that a menu names, with its further pages and tags, and reaches all', async () => {
    const { code, stderr } = await newshawk('new', 'http://journal.example/', '--pages', '3');
    expect(code).toBe(0);
    // no list is read as an article
    expect(stderr.match(/Reading \S+\/journal\/\S+ /g)).toEqual(Array(3).fill(expect.stringMatching(/opens-again/)));
    const site = await siteOf('journal.example');
    expect(site?.sources.map(({ url }) => url)).toEqual(['http://journal.example/journal/']);
    const isList = (path: string) => site?.listUrls.some((pattern) => pattern.test(`http://journal.example${path}`));
    expect(['/journal/?page=7', '/journal/tag/harbours/', '/journal/some-story/', '/about/'].map(isList)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const crawl = await newshawk('crawl', 'journal.example');
    expect(crawl.stderr).toMatch(/stored by this run +10/);
  });

  it('prints instead, as text or as JSON, and never writes over a scraper', async () => {
    const count = sites.requests.length;
    const again = await newshawk('new', 'http://courier.example/');
    expect({ code: again.code, stderr: again.stderr, requestCount: sites.requests.length }).toEqual({
      code: 2,
      stderr: expect.stringContaining('is there already'),
      requestCount: count,
    });
    const { stdout } = await newshawk('new', 'http://courier.example/', '--print', '--json', '--pages', '2');
    const printed = JSON.parse(stdout);
    expect(printed).toMatchObject({
      file: null,
      fixtures: [],
      study: { host: 'courier.example', pages: [{ via: 'static' }, {}] },
    });
    expect(printed.text).toContain('export default defineScraper({');
  });

  it.each([
    ['http://gone.example/', 31, 'answered 404'],
    ['http://empty.example/', 31, 'No article was found on http://empty.example/'],
    ['http://walled.example/', 33, 'robots.txt forbids http://walled.example/'],
    ['http://127.0.0.1:9/', 33, 'refused by the network policy'],
    ['not an address', 2, 'neither a host nor an http(s) address'],
  ])('says what is wrong with %s, and writes nothing', async (target, code, text) => {
    const result = await newshawk('new', target);
    expect({ code: result.code, stderr: result.stderr }).toEqual({ code, stderr: expect.stringContaining(text) });
    expect(await readdir(join(folder, 'scrapers'))).toEqual(['courier.example', 'journal.example', 'live.example']);
  });
});
