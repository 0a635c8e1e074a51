import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTroubledSites } from '../support/sites/troubled-sites.ts';

const program = fileURLToPath(new URL('../../bin/newshawk.mjs', import.meta.url));

let sites: Awaited<ReturnType<typeof openTroubledSites>>;
let folder = '';
beforeAll(async () => {
  sites = await openTroubledSites();
  folder = await mkdtemp(join(tmpdir(), 'newshawk-troubled-'));
});
afterAll(async () => {
  await sites[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function start(...args: string[]): { readonly child: ChildProcess; readonly ended: Promise<[number | null, string]> } {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: {
      ...process.env,
      ...sites.env,
      NEWSHAWK_STORE: `file:${join(folder, `${args.join('-').replace(/\W+/g, '-')}`)}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part) => {
      text += part;
    });
  return { child, ended: once(child, 'close').then(([code]) => [code, text]) };
}
const files = async () => (await readdir(folder, { recursive: true })).filter((name) => name.startsWith('scrapers'));

describe.concurrent('Ctrl-C while a site is read', () => {
  // the page that is being read never ends: waiting for it would end with the time limit of a page
  it.each([
    [['new', 'http://slow.example/'], 'slow.example/news/', 'No scraper and no fixture was written'],
    [['sources', 'discover', 'http://hanging.example/'], 'hanging.example/', 'no source is proposed or added'],
  ])('ends %j at once, and says what was not done', async (args, request, note) => {
    const { child, ended } = start(...args);
    await sites.until(() => sites.requests.some((one) => one.startsWith(request)));
    child.kill('SIGINT');
    const [code, text] = await ended;
    expect({ code, text }).toEqual({ code: 11, text: expect.stringContaining(note) });
    expect(text).not.toContain('bug in newshawk');
    expect(await files()).toEqual([]);
  });
});

describe('new, on a site with problems', () => {
  it.each([
    [
      'http://blocked.example/',
      /the server refuses us \(403\): http:\/\/blocked\.example\/\. If it opens in your browser/,
    ],
    [
      'http://guarded.example/',
      /3 were tried, none is an article:\n {2}- http:\/\/guarded\.example\/news\/.*refuses us \(403\)/,
    ],
    ['http://contents.example/', /5 were tried, none is an article:\n {2}- \S+: list: page type: listing/],
  ])('%s ends with 31, says why, and writes nothing', async (target, why) => {
    const before = sites.requests.length;
    const [code, text] = await start('new', target).ended;
    expect({ code, text }).toEqual({ code: 31, text: expect.stringMatching(why) });
    // a site that refuses each page is not asked for twice as many as wanted
    const articles = sites.requests.slice(before).filter((request) => request.includes('/news/'));
    expect(new Set(articles).size).toBeLessThanOrEqual(3);
    expect(await files()).toEqual([]);
  });

  it.each([
    ['http://quiet.example/', 'quiet.example', /feed\('\/feed\.xml'/],
    // the address of a feed is as good as that of the page that names it
    ['http://feed.example/', 'feed.example', /feed\('\/'/],
    ['http://moved.example/', 'weir.example', /listing\('\/'/],
  ])('%s gives a scraper of %s', async (target, host, source) => {
    const [code, text] = await start('new', target, '--pages', '3').ended;
    expect({ code, text }).toEqual({
      code: 0,
      text: expect.stringContaining(`${join('scrapers', host, 'scraper.ts')} is written, with 3 pages`),
    });
    expect(text.includes(`moved.example leads to http://weir.example: the scraper is of that site.`)).toBe(
      target.includes('moved'),
    );
    expect(await readFile(join(folder, 'scrapers', host, 'scraper.ts'), 'utf8')).toMatch(source);
    const names = await readdir(join(folder, 'scrapers', host));
    expect(names.sort()).toEqual(['fixtures', 'scraper.ts']);
    await rm(join(folder, 'scrapers'), { recursive: true });
  });
});
