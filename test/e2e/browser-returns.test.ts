import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTrialSite } from '../../bench/trials/trial-site.ts';
import { findChromium } from '../../src/stages/fetch/browser/chromium.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { eventually } from '../support/waiting.ts';

const articles = 8;

/** A site whose articles only a browser can read, and a browser that is a script; `broken` is a file that the script may look for. */
async function openProject({ render, script }: { readonly render: string; readonly script: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-browser-'));
  const site = await openTrialSite({ articles, rendered: true });
  const { executablePath } = await findChromium({ explicit: null, cacheDir: null, env: process.env });
  const [browser, broken] = [join(folder, 'browser'), join(folder, 'broken')];
  const real = `exec '${executablePath}' "$@"`;
  await writeFile(browser, `#!/bin/sh\n[ "$1" = --version ] && ${real}\nbroken='${broken}'\n${script}\n${real}\n`);
  await chmod(browser, 0o755);
  await mkdir(join(folder, 'scrapers', site.host), { recursive: true });
  const scraper = `import { defineScraper, listing } from 'newshawk';
export default defineScraper({ host: '${site.host}', origin: 'http://${site.host}', render: '${render}',
  sources: [listing('/', { every: '2s' })], links: { article: [/news/] } });`;
  await writeFile(join(folder, 'scrapers', site.host, 'scraper.ts'), scraper);
  const store = `file:${folder}/data`;
  return {
    broken,
    start: (command: 'crawl' | 'watch') =>
      startCrawl({
        demo: { port: site.port, connectTo: [`${site.host}:80=127.0.0.1:${site.port}`] },
        store,
        cwd: folder,
        args: [command],
        env: { CHROMIUM_PATH: browser, NEWSHAWK_MAX_ATTEMPTS: '1' },
      }),
    open: () => openSqlite(join(folder, 'data')),
    stored: async (): Promise<number> => {
      if (!existsSync(join(folder, 'data', 'newshawk.db'))) return 0;
      await using opened = await openSqlite(join(folder, 'data'));
      return await opened.articles.count({});
    },
    [Symbol.asyncDispose]: async () => {
      await site[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

// side by side: they wait for browsers that do not start
describe.concurrent('a browser that is not there', () => {
  it.each(['auto', 'browser'])(
    'loses no article of a crawl (%s) when it is killed right after its starts',
    async (render) => {
      // the first two are killed as they begin, the next two when they are just there
      const early = `echo >> "$broken"; n=$(wc -l < "$broken")
[ $n -gt 2 ] || kill -9 $$
[ $n -gt 4 ] || { (sleep 0.3; kill -9 $$) & }`;
      await using project = await openProject({ render, script: early });
      const { code, stderr } = await project.start('crawl').ended;
      expect({ code, stored: await project.stored() }, stderr).toEqual({ code: 0, stored: articles });
      await using store = await project.open();
      expect(await store.failures.find({ limit: 9 })).toEqual([]);
    },
  );

  it('is waited for in watch, however often its start fails', async ({ expect }) => {
    await using project = await openProject({ render: 'browser', script: '[ -e "$broken" ] && exit 1' });
    await writeFile(project.broken, '');
    const { child, printed, ended } = project.start('watch');
    await printed.prints('stderr', /browser\.absent[\s\S]*browser\.absent/);
    expect({ exitCode: child.exitCode, stored: await project.stored() }).toEqual({ exitCode: null, stored: 0 });
    await rm(project.broken);
    await eventually(async () => expect(await project.stored()).toBe(articles));
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('ends a crawl that needs it at once where it can never start, and says why', async () => {
    const script = 'echo "error while loading shared libraries: libnss3.so" >&2; exit 127';
    await using project = await openProject({ render: 'auto', script });
    const { code, stderr } = await project.start('crawl').ended;
    expect({ code, stderr }).toEqual({
      code: 10,
      stderr: expect.stringMatching(/does not start: error while loading shared libraries/),
    });
    await using store = await project.open();
    // nothing is lost: its pages wait
    expect({
      failures: await store.failures.find({ limit: 9 }),
      pending: (await store.frontier.counts()).pending,
    }).toEqual({ failures: [], pending: articles });
  });
});
