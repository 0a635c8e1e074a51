import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { namedPage } from '../../src/crawl/links/targets.ts';
import { exitCodes } from '../../src/errors.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { articlePage } from '../stages/extract/page.ts';
import { openLocalSite } from '../stages/fetch/local-site.ts';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { scraper, scraperFolder } from '../support/scraper-folder.ts';

it('a broken scraper stops its own site and no other, and the exit code says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-broken-'));
  await using site = await openLocalSite({
    '/list': '<h1>News</h1><h2><a href="/2026/story">Harbour bridge reopens after eleven months of work</a></h2>',
    '/2026/story': articlePage({}),
    '/2026/waiting': articlePage({}),
  });
  using scrapers = scraperFolder({
    'sound/scraper.ts': scraper(
      `{ host: 'sound.example', origin: 'http://sound.example', render: 'static', sources: [{ kind: 'listing', url: '/list' }] }`,
    ),
    'broken/scraper.ts': scraper(`{ host: 'broken.example', origin: 'http://broken.example', language: 'english' }`),
  });
  const waiting = canonicalUrl('http://broken.example/2026/waiting');
  {
    await using store = await openSqlite(`${folder}/store`);
    await store.frontier.put([namedPage({ url: waiting }, 'broken.example', new Date(0))], new Date(0));
  }
  const run = (...args: string[]) =>
    startCrawl({
      demo: {
        port: site.port,
        connectTo: ['sound', 'broken'].map((name) => `${name}.example:80=127.0.0.1:${site.port}`),
      },
      store: `file:${folder}/store`,
      args,
      env: { NEWSHAWK_SCRAPERS: scrapers.dir, NEWSHAWK_TOPICS: '' },
      cwd: folder,
    }).ended;
  const all = await run('crawl');
  expect(all.code, all.stderr).toBe(exitCodes.incomplete);
  expect(all.stderr).toContain("The scraper of broken.example can't be used, and its site is left out");
  expect(all.stderr).toContain('language: an ISO 639-1 code is wanted');
  expect(all.stderr).toMatch(/broken scraper\s+broken\.example left out/);
  // its page waits: neither read by generic rules nor failed
  expect(site.asked).toContain('/2026/story');
  expect(site.asked).not.toContain('/2026/waiting');
  {
    await using store = await openSqlite(`${folder}/store`);
    expect(await store.articles.count({})).toBe(1);
    expect((await store.frontier.get(waiting))?.state).toBe('pending');
  }
  const named = await run('crawl', 'http://broken.example/2026/waiting');
  expect(named).toMatchObject({ code: exitCodes.configuration, stderr: expect.stringContaining('language: ') });
  const tested = await run('test');
  expect(tested).toMatchObject({
    code: exitCodes.configuration,
    stdout: expect.stringContaining('language: an ISO 639-1'),
  });
  const doctor = await run('doctor', 'scrapers');
  expect(doctor).toMatchObject({ code: exitCodes.configuration, stdout: expect.stringContaining('language: ') });
  const config = await run('config', 'print', '--json');
  expect(JSON.parse(config.stdout)).toContainEqual(
    expect.objectContaining({ variable: 'scraper: broken.example', value: [expect.stringContaining('language: ')] }),
  );
  const extracted = await run('extract', 'http://broken.example/2026/waiting');
  expect(extracted.code, extracted.stderr).toBe(exitCodes.configuration);
  await rm(folder, { recursive: true });
});
