import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { CrawlReport } from '../src/run/report.ts';
import { startCrawl } from '../test/support/app/demo-crawl.ts';
import { articlePath, listPaths, openArticleSite, siteHost, type Vocabulary } from './pipeline/article-site.ts';
import { sharesByStage } from './pipeline/profile-shares.ts';

// The whole pipeline on static pages of 15 KB: discovered on lists, fetched, extracted, compared, classified, stored. Beside it Crawlee's CheerioCrawler, which only fetches and parses.
// In turns, each in a separate process with a fresh store; medians of the rounds. `--profile`: the main thread's CPU by stage, of one more crawl of each site.
// usage: npm run bench:pipeline -- [--pages 1000] [--rounds 3] [--concurrency 8] [--profile]

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '8' },
    profile: { type: 'boolean', default: false },
  },
});
const [pages, rounds, concurrency] = [Number(values.pages), Number(values.rounds), Number(values.concurrency)];
if (!(pages >= 10 && rounds >= 1 && concurrency >= 1))
  throw new RangeError('--pages is a number from 10 on, --rounds and --concurrency from 1 on');

interface Measured {
  readonly pages: number;
  readonly elapsedMs: number;
  readonly cpuSeconds: number;
  readonly loopDelayP99Ms: number | null;
}

const vocabularies: readonly Vocabulary[] = ['shared', 'own'];
const folder = await mkdtemp(join(tmpdir(), 'newshawk-pipeline-'));
const scrapers = join(folder, 'scrapers');
await mkdir(join(scrapers, 'ledger'), { recursive: true });
await writeFile(
  join(scrapers, 'ledger', 'scraper.ts'),
  `import { defineScraper } from 'newshawk';
export default defineScraper({
  host: '${siteHost}', origin: 'http://${siteHost}', render: 'static', politeness: { gapMs: 0, concurrency: ${concurrency} },
  sources: [${listPaths(pages)
    .map((url) => `{ kind: 'listing', url: '${url}', links: '.news', maxDepth: 1 }`)
    .join(', ')}],
});
`,
);

async function crawl(port: number, env: Readonly<Record<string, string>> = {}): Promise<Measured> {
  const store = join(folder, 'store');
  await rm(store, { recursive: true, force: true });
  const { code, stdout, stderr } = await startCrawl({
    demo: { port, connectTo: [`${siteHost}:80=127.0.0.1:${port}`] },
    store: `file:${store}`,
    args: ['crawl', '--json', '--quiet', '--concurrency', String(concurrency)],
    env: { NEWSHAWK_SCRAPERS: scrapers, ...env },
  }).ended;
  if (code !== 0) throw new Error(`the crawl ended with ${code}: ${stderr}`);
  const report = JSON.parse(stdout) as CrawlReport;
  const stored = report.published + report.duplicates + report.offTopic;
  if (stored !== pages) throw new Error(`${stored} of ${pages} articles are in the store`);
  return {
    pages,
    elapsedMs: report.elapsedMs,
    cpuSeconds: report.cpuSeconds ?? Number.NaN,
    loopDelayP99Ms: report.loopDelayP99Ms,
  };
}

async function cheerio(port: number): Promise<Measured> {
  const file = fileURLToPath(new URL('pipeline/cheerio-crawl.ts', import.meta.url));
  const child = spawn(process.execPath, [file, String(port), String(concurrency)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(Array.from({ length: pages }, (_, number) => articlePath(number))));
  const printed = await text(child.stdout);
  if (printed === '') throw new Error('CheerioCrawler ended without a result: see above');
  return { ...JSON.parse(printed), loopDelayP99Ms: null };
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

async function profile(port: number): Promise<void> {
  const profiles = join(folder, 'profiles');
  await rm(profiles, { recursive: true, force: true });
  await crawl(port, { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` });
  const texts = await Promise.all((await readdir(profiles)).map((name) => readFile(join(profiles, name), 'utf8')));
  for (const { thread, shares } of sharesByStage(texts)) console.log(`  ${thread}: ${shares}`);
}

try {
  for (const vocabulary of vocabularies) {
    await using site = await openArticleSite(pages, vocabulary);
    const measured = { newshawk: [] as Measured[], cheerio: [] as Measured[] };
    for (let round = 1; round <= rounds; round++) {
      console.error(`${vocabulary} words, round ${round} of ${rounds}, load ${loadavg()[0]?.toFixed(1)}`);
      measured.newshawk.push(await crawl(site.port));
      measured.cheerio.push(await cheerio(site.port));
    }
    console.log(`\n${pages} articles of 15 KB, ${vocabulary} words`);
    for (const [name, results] of Object.entries(measured)) {
      const cpu = median(results.map(({ cpuSeconds }) => (1_000 * cpuSeconds) / pages));
      const rate = median(results.map(({ elapsedMs }) => (1_000 * pages) / elapsedMs));
      const delays = results.flatMap(({ loopDelayP99Ms }) => loopDelayP99Ms ?? []);
      const loop = delays.length === 0 ? '' : `, event loop p99 ${median(delays).toFixed(0)} ms`;
      console.log(`  ${name.padEnd(9)} ${cpu.toFixed(1)} ms CPU a page, ${rate.toFixed(0)} pages/s${loop}`);
    }
    const ratios = measured.newshawk.map(
      ({ cpuSeconds }, at) => cpuSeconds / (measured.cheerio[at]?.cpuSeconds ?? Number.NaN),
    );
    console.log(`  CPU by CheerioCrawler's: x${median(ratios).toFixed(2)}`);
    if (values.profile) await profile(site.port);
  }
} finally {
  await rm(folder, { recursive: true });
}
