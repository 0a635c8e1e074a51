import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { scraper, scraperFolder } from '../support/scraper-folder.ts';
import { openWireSite, wireArticle } from '../support/sites/wire-site.ts';

const host = 'mend.example';
const path = '/2026/11/20/short-note';
const rules = (wrappers: string): string =>
  scraper(`{
    host: '${host}', origin: 'http://${host}', render: 'static',
    sources: [{ kind: 'feed', url: '/feed.xml' }],
    links: { article: [/\\/20\\d\\d\\//] }, ${wrappers}
  }`);
/** Too short to be an article for anybody who was not told. */
const note = '<html><body><h1>Quay closed</h1><div class="t">The quay is closed until noon.</div></body></html>';

describe('a failure that is fixed', () => {
  const scrapers = scraperFolder({ 'mend/scraper.ts': rules('') });
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-mend-'));
  });
  afterAll(async () => {
    scrapers[Symbol.dispose]();
    await rm(folder, { recursive: true });
  });

  it('is stored by a replay with the new rules, offline, and shown no more; retry has the others fetched again', async () => {
    let isDown = true;
    await using site = await openWireSite((asked) => {
      if (asked === '/feed.xml')
        return `<rss version="2.0"><channel>${[path, '/2026/11/20/later'].map((link) => `<item><title>x</title><link>http://${host}${link}</link></item>`).join('')}</channel></rss>`;
      if (asked === path) return note;
      if (asked === '/2026/11/20/later') return isDown ? { status: 500, body: 'down' } : wireArticle('Later Note');
      return null;
    });
    const run = async (...args: string[]) => {
      const demo = { port: site.port, connectTo: [`${host}:80=127.0.0.1:${site.port}`] };
      const ended = await startCrawl({
        demo,
        store: `file:${folder}/store`,
        args,
        env: { NEWSHAWK_SCRAPERS: scrapers.dir },
      }).ended;
      return { ...ended, json: () => JSON.parse(ended.stdout) };
    };
    await run('crawl');
    const { failures } = (await run('failures', 'list', '--json')).json();
    const reasons = failures.map(({ reason }: { reason: string }) => reason).sort();
    expect(reasons).toEqual(['layout-changed', 'unreachable']);
    const { id } = failures.find(({ reason }: { reason: string }) => reason === 'layout-changed');
    const asked = site.requests.length;

    expect((await run('failures', 'replay', id, '--store')).code).toBe(31);
    await writeFile(join(scrapers.dir, 'mend/scraper.ts'), rules(`wrappers: [{ title: 'h1', body: '.t' }],`));
    const replayed = await run('failures', 'replay', id, '--store');
    expect(replayed).toMatchObject({ code: 0, stderr: expect.stringContaining('Stored: article') });
    expect(site.requests).toHaveLength(asked);
    expect((await run('export')).stdout).toContain('The quay is closed until noon.');
    expect((await run('failures', 'list', '--json')).json().failures).toMatchObject([{ reason: 'unreachable' }]);
    expect((await run('failures', 'list', '--all', '--json')).json().failures).toHaveLength(2);

    isDown = false;
    expect((await run('failures', 'retry', '--site', host)).stdout).toBe(`http://${host}/2026/11/20/later\n`);
    await run('crawl');
    expect((await run('export')).stdout).toContain('Later Note');
    expect((await run('failures', 'list', '--json')).json()).toMatchObject({
      failures: [],
      counts: [],
      withoutBundle: [],
    });
  });
});
