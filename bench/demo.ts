import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { lastEdition } from '../demo/articles.ts';
import { type Demo, startDemo } from '../demo/server.ts';
import { exitCodes } from '../src/errors.ts';
import type { CrawlReport } from '../src/run/report.ts';
import { openSqlite } from '../src/storage/sqlite/open-sqlite.ts';
import { startCrawl } from '../test/support/app/demo-crawl.ts';
import type { RawLoopPlan, RawLoopResult } from './raw-loop.ts';

// CPU-seconds a page of the demo crawl beside a raw Playwright loop over the same pages in the same browser, in turns, each in a separate process
// with a fresh store. usage: npm run bench:demo -- [--rounds 3] [--concurrency 4]

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, concurrency: { type: 'string', default: '4' } },
});
const [rounds, concurrency] = [Number(values.rounds), Number(values.concurrency)];
if (!(rounds >= 1 && concurrency >= 1)) throw new RangeError('--rounds and --concurrency are numbers from 1 on');

interface Round extends RawLoopResult {
  /** Pages that a browser rendered. */
  readonly rendered: number;
}

const root = fileURLToPath(new URL('../', import.meta.url));

/** One crawl with the real command line. */
async function crawl(demo: Demo, store: string, env: Readonly<Record<string, string>>): Promise<Round> {
  const args = ['crawl', '--json', '--quiet', '--concurrency', String(concurrency)];
  const { code, stdout, stderr } = await startCrawl({ demo, store: `file:${store}`, args, env }).ended;
  // incomplete: some pages are broken on purpose
  if (code !== 0 && code !== exitCodes.incomplete) throw new Error(`the crawl ended with ${code}: ${stderr}`);
  const { summary, elapsedMs, cpuSeconds, loopDelayP99Ms } = JSON.parse(stdout) as CrawlReport;
  return { pages: summary.pages, rendered: summary.byWay.browser, elapsedMs, cpuSeconds, loopDelayP99Ms };
}

/** Pages that a crawl had an answer from. The one that hangs is left out: it would cost the loop its whole timeout. */
async function answeredPages(store: string): Promise<string[]> {
  await using opened = await openSqlite(store);
  const visits = await opened.visits.find({ limit: 1_000 });
  return visits.filter(({ kind, status }) => kind === 'page' && status === 200).map(({ url }) => url);
}

async function rawLoop(plan: RawLoopPlan): Promise<Round> {
  const file = fileURLToPath(new URL('raw-loop.ts', import.meta.url));
  const child = spawn(process.execPath, [file], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(plan));
  const printed = await text(child.stdout);
  if (printed === '') throw new Error('the raw loop ended without a result: see above');
  return { ...(JSON.parse(printed) as RawLoopResult), rendered: plan.urls.length };
}

/** The project's scrapers, but for one word: every page goes through the browser. */
async function browserScrapers(folder: string): Promise<string> {
  const scrapers = join(root, 'scrapers');
  for (const host of await readdir(scrapers)) {
    const source = await readFile(join(scrapers, host, 'scraper.ts'), 'utf8');
    const plain = source.replace(/^\s*render: .*\n/m, '');
    const copy = plain.replace('defineScraper({', "defineScraper({\n  render: 'browser',");
    if (copy === plain)
      throw new Error(`scrapers/${host}/scraper.ts has no "defineScraper({" to put render: 'browser' in`);
    await mkdir(join(folder, host), { recursive: true });
    await writeFile(join(folder, host, 'scraper.ts'), copy);
  }
  return folder;
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

function row(all: readonly Round[], raw: readonly Round[]): Record<string, string | number> {
  const of = (each: (round: Round) => number) => median(all.map(each));
  const perPage = (some: readonly Round[]) =>
    median(some.map(({ cpuSeconds, pages }) => (cpuSeconds ?? Number.NaN) / pages));
  return {
    pages: of(({ pages }) => pages),
    rendered: of(({ rendered }) => rendered),
    'pages/s': of(({ pages, elapsedMs }) => (pages * 1_000) / elapsedMs).toFixed(2),
    'CPU-s/page': perPage(all).toFixed(3),
    'of raw': (perPage(all) / perPage(raw)).toFixed(2),
    'loop p99 ms': of(({ loopDelayP99Ms }) => loopDelayP99Ms).toFixed(1),
    'CPU-s/page of each round': all.map((round) => perPage([round]).toFixed(3)).join(' '),
  };
}

const folder = await mkdtemp(join(tmpdir(), 'newshawk-bench-'));
const demo = await startDemo({ edition: lastEdition });
try {
  const scrapers = await browserScrapers(join(folder, 'scrapers'));
  const results = { newshawk: [] as Round[], browser: [] as Round[], raw: [] as Round[], kept: [] as Round[] };
  for (let round = 1; round <= rounds; round++) {
    console.error(`round ${round} of ${rounds}, load ${loadavg()[0]?.toFixed(1)}`);
    const stores = { newshawk: join(folder, `own-${round}`), browser: join(folder, `browser-${round}`) };
    results.newshawk.push(await crawl(demo, stores.newshawk, {}));
    results.browser.push(await crawl(demo, stores.browser, { NEWSHAWK_SCRAPERS: scrapers }));
    const urls = await answeredPages(stores.browser);
    results.raw.push(await rawLoop({ urls, concurrency, port: demo.port, keepsPages: false }));
    results.kept.push(await rawLoop({ urls, concurrency, port: demo.port, keepsPages: true }));
  }
  console.table({
    newshawk: row(results.newshawk, results.raw),
    'newshawk, every page in the browser': row(results.browser, results.raw),
    'raw Playwright loop, a new page each': row(results.raw, results.raw),
    'raw Playwright loop, pages kept': row(results.kept, results.raw),
  });
} finally {
  await demo.close();
  await rm(folder, { recursive: true, force: true });
}
