import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { AddressClass } from '../../src/model/web/url-pattern.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { slug } from '../stages/url-patterns/site-addresses.ts';
import { at, claimOf, ending, entry } from '../storage/records.ts';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { openWireSite, type WireSite, wireArticle } from '../support/sites/wire-site.ts';

const origin = 'http://plain.example';
const offers = Array.from({ length: 40 }, (_, number) => `/offers/${1_000_000 + number * 37}`);
const stories = ['/world/north-quay-works-go-on', '/politics/south-mole-works-go-on-too'];

const home = `<html lang="en"><head><title>Plain</title></head><body><h1>News</h1><ul>${[...stories, ...offers]
  .map((path) => `<li><h2><a href="${path}">${path.replace(/\W+/g, ' ')} and a teaser</a></h2></li>`)
  .join('')}</ul></body></html>`;

/** A title that no other number has. */
const title = (number: number): string =>
  `/${slug(number)}-${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
const partners = Array.from({ length: 40 }, (_, number) => title(1_000 + number));
const teaser = (path: string) => `<a href="${path}">${path.replace(/\W+/g, ' ')} and a teaser</a>`;
/** A list whose articles and advertising have the same form of address. */
const boxes = `<html lang="en"><head><title>Plain</title></head><body><h1>News</h1><main>${stories
  .map((path) => `<h2>${teaser(path)}</h2>`)
  .join(
    '',
  )}</main><aside class="partners">${partners.map((path) => `<div class="item">${teaser(path)}</div>`).join('')}</aside></body></html>`;

let folder: string;
let site: WireSite;
const asked: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-patterns-'));
  asked.length = 0;
  site = await openWireSite((path) => {
    asked.push(path);
    if (path === '/') return home;
    if (path === '/boxes') return boxes;
    return stories.includes(path) ? wireArticle(path) : null;
  });
});
afterEach(async () => {
  await site[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) =>
  startCrawl({
    demo: { port: site.port, connectTo: [`plain.example:80=127.0.0.1:${site.port}`] },
    store: `file:${folder}/store`,
    args,
    env: { NEWSHAWK_SCRAPERS: folder, NEWSHAWK_RENDER: 'static' },
    cwd: folder,
  });

/** As if these pages had been visited. */
async function remember(
  pages: readonly (readonly [path: string, label: AddressClass, places?: readonly string[]])[],
): Promise<void> {
  await using store = await openSqlite(`${folder}/store`);
  for (const [number, [path, label, places]] of pages.entries()) {
    const url = canonicalUrl(origin + path);
    await store.frontier.reopen([entry(url)], { revisit: false, now: at(0) });
    const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
    if (task === undefined) throw new Error('no task could be claimed');
    await store.commit(
      ending(task, { seen: { site: 'plain.example', url, label, at: at(number), ...(places && { places }) } }),
    );
  }
}

it('a crawl leaves out links whose pattern never held an article, counts them, and says so', async () => {
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  await remember([
    ...numbers.map((number) => [`/world/${slug(number)}`, 'article'] as const),
    ...numbers.map((number) => [`/offers/${5_000_000 + number * 13}`, 'other'] as const),
  ]);
  const crawled = await run('crawl', `${origin}/`).ended;
  const explained = await run('explain', `${origin}${offers.find((path) => !asked.includes(path))}`).ended;
  expect(explained.stdout).toMatch(/URL pattern\n.*class +other .*the shape of known addresses: 40 for other/);
  expect(explained.stdout).toMatch(/links to it +left out: the last 4\d pages with this pattern were no articles/);
  const shown = await run('urls', 'show', 'plain.example').ended;
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringMatching(/other +0\.\d\d +40 +0 +\^https/) });
  expect((await run('urls', 'list').ended).stdout).toMatch(/plain\.example +3\d +\d+ +4\d/);
  const fetched = asked.filter((path) => path.startsWith('/offers/'));
  expect(asked).toEqual(expect.arrayContaining(stories));
  expect(fetched.length).toBeLessThanOrEqual(3);
  await using store = await openSqlite(`${folder}/store`);
  const [visit] = await store.visits.find({ url: canonicalUrl(`${origin}/`), limit: 1 });
  expect(visit).toMatchObject({
    linksLeft: offers.length - fetched.length,
    detail: expect.stringContaining(
      `${offers.length - fetched.length} links left out: no articles by their URL patterns`,
    ),
  });
  // the table at the end has the count and the reason of the visit
  expect(crawled.stdout + crawled.stderr).toMatch(
    new RegExp(`links left out +${offers.length - fetched.length} no articles by their URL patterns`),
  );
  const learned = await store.knownAddresses.ofSite('plain.example');
  expect(learned.filter(({ url }) => stories.some((path) => url.endsWith(path))).map(({ label }) => label)).toEqual([
    'article',
    'article',
  ]);
});

it('a crawl leaves out links by their places on lists, counts them, and explains the places', async () => {
  const numbers = Array.from({ length: 110 }, (_, number) => number);
  const box = ['a<div.item<aside.partners'];
  await remember(
    numbers.flatMap((number) => [
      [title(number), 'article', ['a<h2<main']] as const,
      [title(number + 500), 'other', box] as const,
    ]),
  );
  await run('crawl', `${origin}/boxes`).ended;
  const fetched = asked.filter((path) => partners.includes(path));
  expect(asked).toEqual(expect.arrayContaining(stories));
  // one in ten: the addresses of articles and advertising are alike
  expect(fetched.length).toBeLessThanOrEqual(partners.length / 4);
  const explained = (await run('explain', `${origin}/boxes`).ended).stdout;
  expect(explained).toMatch(
    /links on its lists\n(?:.*\n)*? +left out +a<div\.item<aside\.partners: 0 articles, 0 lists, 11\d other pages; links here are left out/,
  );
  expect(explained).toMatch(/followed +a<h2<main: 11\d articles, 0 lists, 0 other pages; links here are followed: /);
  await using store = await openSqlite(`${folder}/store`);
  const [visit] = await store.visits.find({ url: canonicalUrl(`${origin}/boxes`), limit: 1 });
  const left = partners.length - fetched.length;
  expect(visit).toMatchObject({
    linksLeft: left,
    detail: expect.stringContaining(`${left} links left out: no articles come from their places on lists`),
  });
  const learned = await store.knownAddresses.ofSite('plain.example');
  expect(learned.find(({ url }) => url.endsWith(stories[0] ?? ''))).toMatchObject({
    label: 'article',
    places: ['a<h2<main'],
  });
});
