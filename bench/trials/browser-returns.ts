import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findChromium } from '../../src/stages/fetch/browser/chromium.ts';
import { type Check, check, pause, type Trial, tail, waitFor } from './trial.ts';

/** A browser whose start fails while a file says so. */
async function writeBrowser(folder: string, broken: string): Promise<string> {
  const { executablePath } = await findChromium({
    engine: 'headless-shell',
    explicit: null,
    cacheDir: null,
    env: process.env,
  });
  const script = join(folder, 'browser.sh');
  await writeFile(script, `#!/bin/sh\n[ -e '${broken}' ] && exit 1\nexec '${executablePath}' "$@"\n`);
  await chmod(script, 0o755);
  return script;
}

/** Pages that need a browser wait until one starts again: in `crawl`, and in `watch` after its browser was killed. */
export const browserReturns: Trial = {
  name: 'a browser that fails to start comes back',
  run: async (bench) => {
    const broken = join(bench.folder, 'browser-is-broken');
    const browser = await writeBrowser(bench.folder, broken);
    await bench.writeScraper(
      `render: 'browser', sources: [listing('/', { every: '2s' })], links: { article: [/news/] },`,
    );
    const env = { CHROMIUM_PATH: browser };
    const checks: Check[] = [];

    const watch = bench.start({ args: ['watch'], env });
    const begun = await waitFor(async () => (await bench.storedArticles().catch(() => [])).length >= 3, 60_000);
    bench.say(
      `watch: ${(await bench.storedArticles()).length} articles; the browser is killed and can't start for 50 s`,
    );
    await writeFile(broken, '');
    await killBrowsers(watch.child.pid);
    bench.site.articles += 4;
    await pause(50_000);
    bench.say(
      `after 50 s: ${(await bench.storedArticles()).length} articles, watch ${watch.child.exitCode === null ? 'runs' : `ended ${watch.child.exitCode}`}`,
    );
    await rm(broken);
    const all = await waitFor(async () => (await bench.storedArticles()).length === bench.site.articles, 90_000);
    bench.say(`browser there again: ${(await bench.storedArticles()).length} of ${bench.site.articles} articles`);
    checks.push(check('watch reads articles at first', begun, begun));
    checks.push(
      check('watch still runs after 50 s without a browser', watch.child.exitCode === null, watch.child.exitCode),
    );
    checks.push(
      check('all articles are stored after the browser came back', all, (await bench.storedArticles()).length),
    );
    watch.child.kill('SIGTERM');
    const { stderr } = await watch.ended;
    if (!all) console.log(`           ${tail(stderr, 30)}`);
    return checks;
  },
};

/** Kills the browsers below a process, and nothing else. */
async function killBrowsers(pid: number | undefined): Promise<void> {
  const { readdir, readFile } = await import('node:fs/promises');
  const parents = new Map<number, { parent: number; command: string }>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((file) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
    );
    const parent = Number(/\) \S (\d+)/.exec(stat ?? '')?.[1] ?? Number.NaN);
    parents.set(Number(name), { parent, command: command ?? '' });
  }
  const isBelow = (child: number): boolean => {
    const parent = parents.get(child)?.parent;
    return parent !== undefined && parent > 1 && (parent === pid || isBelow(parent));
  };
  for (const [child, { command }] of parents)
    if (isBelow(child) && /--headless|--remote-debugging|--type=/.test(command))
      try {
        process.kill(child, 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
}
