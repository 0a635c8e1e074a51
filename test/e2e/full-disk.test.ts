import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/errors.ts';
import { type Ended, startCrawl } from '../support/app/demo-crawl.ts';
import { openWireSite, wireArticle } from '../support/sites/wire-site.ts';
import { openSmallDisk } from '../support/store/small-disk.ts';
import { storeDefects } from '../support/store/store-defects.ts';

const articleCount = 60;
const host = 'ledger.example';

/** The stories that are listed, of which none is a copy of another. */
async function openSite() {
  const site = { listed: 5 };
  const wire = await openWireSite((path) => {
    const [, number] = /^\/story\/(\d+)$/.exec(path) ?? [];
    if (path === '/')
      return `<!doctype html><title>News</title><main><ul class="news">${Array.from({ length: site.listed }, (_, at) => `<li><a href="/story/${at}">Story number ${at} of the day in full</a></li>`).join('')}</ul></main>`;
    return number === undefined
      ? null
      : wireArticle(`Harbour ${'abcdefghij'[Number(number) % 10]}${number}`, fillerOf(Number(number)));
  });
  return Object.assign(site, wire);
}

/** Text that no compression makes small. */
const fillerOf = (number: number): string => {
  let state = number + 1;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8).toString(36);
  };
  return `<!-- ${Array.from({ length: 3_000 }, next).join('')} -->`;
};

const cases = [
  { what: 'the disk of the whole store', parts: [], full: 'store', leftKb: 200 },
  { what: 'the disk of the blobs only', parts: ['store/blobs'], full: 'store/blobs', leftKb: 100 },
  { what: 'the disk of the database only: its log cannot grow', parts: ['store/blobs'], full: 'store', leftKb: 100 },
] as const;

const probe = await openSmallDisk(1);
const whyNone = typeof probe === 'string' ? probe : null;
if (typeof probe !== 'string') await probe[Symbol.asyncDispose]();

// Side by side: each has its own disk and site.
describe.concurrent('a crawl whose disk gets full', () => {
  it.for(cases)('says so and what to do, and loses nothing: $what', async ({ parts, full, leftKb }, { skip }) => {
    if (whyNone !== null) return skip(whyNone);
    const disk = await openSmallDisk(40, parts);
    if (typeof disk === 'string') return skip(disk);
    await using _ = disk;
    await using site = await openSite();
    const folder = await mkdtemp(join(tmpdir(), 'newshawk-full-'));
    await mkdir(join(folder, host), { recursive: true });
    await mkdir(join(disk.outside, 'store'), { recursive: true });
    await writeFile(
      join(folder, host, 'scraper.ts'),
      `import { defineScraper } from 'newshawk';
export default defineScraper({ host: '${host}', origin: 'http://${host}', render: 'static', sources: [{ kind: 'listing', url: '/', links: '.news', maxDepth: 1 }] });
`,
    );
    const run = (...args: string[]): Promise<Ended> =>
      startCrawl({
        demo: { port: site.port, connectTo: [`${host}:80=127.0.0.1:${site.port}`] },
        store: `file:${disk.folder}/store`,
        args,
        within: disk.within,
        env: { NEWSHAWK_SCRAPERS: folder },
      }).ended;
    expect(await run('crawl')).toMatchObject({ code: 0 });
    site.listed = articleCount;
    await disk.fill(full, leftKb);
    const stopped = await run('crawl');
    expect(stopped.stderr).toMatch(/^newshawk: The store .* failed: the disk is full: free some space/m);
    expect(stopped.code).toBe(exitCodes.store);
    await disk.free(full);
    const copy = join(folder, 'copy');
    await cp(join(disk.outside, 'store'), copy, { recursive: true });
    const intact = new DatabaseSync(join(copy, 'newshawk.db'));
    expect(intact.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    intact.close();
    const { articles, found } = await storeDefects(copy);
    expect(found).toEqual([]);
    expect(articles).toBeGreaterThanOrEqual(5);
    expect(articles).toBeLessThan(articleCount);
    expect(await run('crawl', '--resume')).toMatchObject({ code: 0 });
    const { stdout } = await run('status', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      articles: { published: articleCount },
      frontier: { pending: 0, leased: 0, failed: 0 },
    });
    await rm(folder, { recursive: true, force: true });
  });
});
