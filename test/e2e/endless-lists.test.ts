import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { openWireSite, type WireAnswer, wireArticle } from '../support/sites/wire-site.ts';

const origin = 'http://plain.example';
const perPage = 5;
const words = ['North', 'South', 'East', 'West', 'Upper', 'Lower', 'Old', 'New', 'Great', 'Little'];
const places = ['Quay', 'Mole', 'Basin', 'Lock', 'Weir', 'Dock', 'Pier', 'Ferry', 'Mill', 'Bridge'];
/** A title of its own for each number below a hundred. */
const titleOf = (n: number): string => `${words[n % 10]} ${places[Math.floor(n / 10) % 10]}`;

/** Comments load when their end is seen, and by a button: a visit of the article must do neither. */
const comments = `<section id="replies"><p>Two readers wrote.</p><button onclick="fetch('/comments')">Load more comments</button><div id="end"></div></section>
<script>addEventListener('scroll', () => fetch('/comments'));</script>`;

const home = `<html lang="en"><head><title>Plain</title></head><body><main><h1>News</h1><ul id="list"></ul><div id="end" style="height:10px"></div></main><script>
let page = 1, busy = false, more = true;
const load = async () => {
  if (busy || !more) return;
  busy = true;
  const data = await (await fetch('/api?page=' + page++)).json();
  for (const { url, title } of data.items) document.getElementById('list').insertAdjacentHTML('beforeend', '<li style="height:200px"><h2><a href="' + url + '">' + title + ' works go on</a></h2></li>');
  more = data.hasMore; busy = false;
};
load();
new IntersectionObserver(([entry]) => { if (entry.isIntersecting) load(); }, { rootMargin: '100px' }).observe(document.getElementById('end'));
</script></body></html>`;

/** @param stories of the list; infinite: it never ends */
const answerOf =
  (stories: number) =>
  (path: string): WireAnswer | null => {
    const { pathname, searchParams } = new URL(path, origin);
    if (pathname === '/') return home;
    if (pathname === '/api') {
      const from = (Number(searchParams.get('page')) - 1) * perPage;
      const numbers = Array.from({ length: perPage }, (_, n) => from + n).filter((n) => n < stories);
      const items = numbers.map((n) => ({ url: `/stories/${n}`, title: titleOf(n) }));
      const body = JSON.stringify({ items, hasMore: from + perPage < stories });
      return { body, headers: { 'content-type': 'application/json' } };
    }
    const [, number] = /^\/stories\/(\d+)$/.exec(pathname) ?? [];
    return number === undefined ? null : wireArticle(titleOf(Number(number)), comments);
  };

async function openProject(stories: number) {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-endless-'));
  const site = await openWireSite(answerOf(stories));
  return {
    site,
    run: (env: Readonly<Record<string, string>> = {}) =>
      startCrawl({
        demo: { port: site.port, connectTo: [`plain.example:80=127.0.0.1:${site.port}`] },
        store: `file:${folder}/store`,
        args: ['crawl', `${origin}/`],
        env: { NEWSHAWK_SCRAPERS: folder, ...env },
        cwd: folder,
      }).ended,
    stored: async (): Promise<number> => {
      await using store = await openSqlite(`${folder}/store`);
      return (await store.articles.list({ limit: 1_000 })).length;
    },
    asked: (path: string): number => site.requests.filter((request) => request.path.startsWith(path)).length,
    [Symbol.asyncDispose]: async () => {
      await site[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, maxRetries: 5 });
    },
  };
}

describe.concurrent('a crawl of a list that loads more when it is scrolled', () => {
  it('finds all its articles, and expands none of them', async () => {
    await using project = await openProject(23);
    const { code, stderr } = await project.run();
    expect(code, stderr).toBe(0);
    expect(await project.stored()).toBe(23);
    expect(project.asked('/comments')).toBe(0);
  });

  it('ends as incomplete where the list does not end, and names it', async () => {
    await using project = await openProject(Number.POSITIVE_INFINITY);
    const { code, stderr } = await project.run({ NEWSHAWK_LIST_BUDGET_MS: '4000', NEWSHAWK_LINKS_PER_PAGE: '20' });
    expect(code, stderr).toBe(16);
    expect(stderr).toMatch(/incomplete: 1 list has more/);
    expect(stderr).toMatch(/list cut short +http:\/\/plain\.example\//);
    expect(stderr).toMatch(/it loads more when scrolled: \d+ further links/);
  });

  it('reads the first screen only without a budget', async () => {
    await using project = await openProject(23);
    expect((await project.run({ NEWSHAWK_LIST_BUDGET_MS: '0' })).code).toBe(0);
    expect(await project.stored()).toBeLessThan(23);
  });
});
