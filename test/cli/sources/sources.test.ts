import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseWindow, windowText } from '../../../src/cli/sources/source-tables.ts';
import type { SourceProposal, SourceProposals } from '../../../src/commands/sources/discover-sources.ts';
import { exitCodes } from '../../../src/errors.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, keptOpen, openFakeApp } from '../../support/app/fake-app.ts';

let folder: string;
let opened: FakeApp;
let app: FakeApp;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-sources-'));
  opened = await openFakeApp({ empty: true });
  app = keptOpen(opened);
});
afterEach(async () => {
  await opened[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const sources = (...argv: string[]) => cli(['sources', ...argv], { app });
const feed = 'http://paper.example/feed.xml';

describe('sources', () => {
  it('adds, lists, shows, pauses, resumes and removes', async () => {
    const added = await sources('add', feed, 'http://paper.example/', '--every', '5m', '--window', 'mon-fri 6-22 UTC');
    expect(added.stderr).toContain(`${feed} is added as a feed, by its address`);
    expect(added.stderr).toContain('http://paper.example/ is added as a listing');
    const { stdout } = await sources('list', '--site', 'paper.example');
    expect(stdout).toMatch(/\bnew +feed +1 +5m.*feed\.xml/);
    expect((await sources('show', feed)).stdout).toContain('hours: mon,tue,wed,thu,fri 6-22 UTC');
    expect((await sources('pause', feed)).stderr).toContain(`${feed} is paused`);
    expect((await sources('list')).stdout).toMatch(/paused +feed/);
    expect((await sources('resume', feed)).stderr).toContain('is polled again');
    expect((await sources('remove', feed)).stderr).toContain('is removed');
    expect((await sources('show', feed)).code).toBe(exitCodes.nothingFound);
    expect((await app.storeOfTest.sources.list()).map(({ kind }) => kind)).toEqual(['listing']);
  });

  it('imports an exported file without a loss', async () => {
    await sources('add', feed, '--every', '90s', '--weight', '4', '--paused');
    const { stdout: file } = await sources('export');
    const before = await app.storeOfTest.sources.list();
    await sources('remove', feed);
    await writeFile(join(folder, 'sources.opml'), file);
    const { code, stderr } = await sources('import', join(folder, 'sources.opml'));
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Sources: 1 added') });
    const definition = ({ url, weight, baseIntervalMs, pausedAt }: (typeof before)[number]) => ({
      url,
      weight,
      baseIntervalMs,
      isPaused: Boolean(pausedAt),
    });
    expect((await app.storeOfTest.sources.list()).map(definition)).toEqual(before.map(definition));
  });

  it('prints no control characters of a file that is no list', async () => {
    await writeFile(join(folder, 'random.txt'), `a\u001b]0;title\u0007\u001b[31m${'x'.repeat(999)}\n`);
    const { code, stderr } = await sources('import', join(folder, 'random.txt'));
    expect(code).toBe(exitCodes.nothingFound);
    expect(stderr).toMatch(/^[a-z\d[\]; ]{1,200} is left out/);
  });

  it('imports a list of addresses, and says what it left out', async () => {
    await writeFile(join(folder, 'urls.txt'), `${feed}\nnonsense\n`);
    const { code, stdout } = await cli(['--json', 'sources', 'import', join(folder, 'urls.txt')], { app });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ added: 1, updated: 0, refused: [{ entry: 'nonsense' }] });
    await writeFile(join(folder, 'none.txt'), 'nonsense\n');
    expect((await sources('import', join(folder, 'none.txt'))).code).toBe(exitCodes.nothingFound);
    expect((await sources('import', join(folder, 'missing.txt'))).code).toBe(exitCodes.usage);
  });
});

describe('sources discover', () => {
  const list = (url: string, more: Partial<SourceProposal> = {}): SourceProposal => ({
    url,
    kind: 'feed',
    links: 30,
    perDay: 12.4,
    newestAt: null,
    addsPerDay: 12.4,
    isProposed: true,
    namedBy: 'http://paper.example/',
    every: '60m',
    isPolled: false,
    ...more,
  });
  const report: SourceProposals = {
    homeUrl: 'http://paper.example/',
    way: 'static',
    lists: [],
    proposals: [
      list(feed),
      list('http://paper.example/polled', { isPolled: true }),
      list('http://paper.example/', { kind: 'listing', perDay: null, isProposed: false }),
    ],
    unread: [{ url: 'http://paper.example/sitemap.xml', why: 'the source answered 404' }],
  };
  const discover = (...argv: string[]) =>
    cli(['sources', 'discover', 'paper.example', ...argv], {
      app: { ...app, discoverSources: async () => report },
    });

  it('shows what each list would bring a day, and changes nothing', async () => {
    const { code, stdout, stderr } = await discover();
    expect(code).toBe(0);
    expect(stdout).toMatch(/yes +feed +12 +12 +30 +60m +http:\/\/paper\.example\/feed\.xml/);
    expect(stdout).toMatch(/polled +feed/);
    expect(stdout).toMatch(/listing +\? /);
    expect(stderr).toContain('http://paper.example/sitemap.xml was not read: the source answered 404');
    expect(await app.storeOfTest.sources.list()).toEqual([]);
  });

  it('adds the proposed ones that are not polled yet', async () => {
    await discover('--add');
    expect(await app.storeOfTest.sources.list()).toMatchObject([
      { url: feed, kind: 'feed', baseIntervalMs: 3_600_000 },
    ]);
  });
});

describe('parseWindow', () => {
  it.each([
    ['mon-fri 6-22 Europe/London', [1, 2, 3, 4, 5], 6, 22, 'Europe/London'],
    ['sat,sun 8-24', [0, 6], 8, 24, 'UTC'],
    ['fri-mon 22-4 UTC', [0, 1, 5, 6], 22, 4, 'UTC'],
    ['daily 0-6', [0, 1, 2, 3, 4, 5, 6], 0, 6, 'UTC'],
  ] as const)('reads %s', (text, days, fromHour, toHour, timeZone) => {
    const window = parseWindow(text);
    expect(window).toEqual({ days, fromHour, toHour, timeZone });
    expect(parseWindow(windowText(window))).toEqual(window);
  });

  it.each(['', 'monday 6-8', 'mon 24-3', 'mon 6-25', '6-8'])('refuses "%s"', (text) => {
    expect(() => parseWindow(text)).toThrow('Write days, hours and a time zone');
  });
});
