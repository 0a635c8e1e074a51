import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exitCodes } from '../src/errors.ts';
import type { CrawlReport } from '../src/run/report.ts';
import { openSqlite } from '../src/storage/sqlite/open-sqlite.ts';
import { startCrawl } from '../test/support/app/demo-crawl.ts';
import { type HalfStaticSite, openHalfStaticSite } from './half-static-site.ts';

// `render: auto` beside browser-only on a site of which half of the URL formats are rendered by the client: pages/s, CPU-seconds a page, and whether
// both store the same articles. Auto crawls one edition of the site with nothing known (learning), then the next one (steady state).
// usage: npm run bench:auto -- [--pages 150] [--shares 0.5,0.05] [--concurrency 4]

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '150' },
    shares: { type: 'string', default: '0.5,0.05,0' },
    concurrency: { type: 'string', default: '4' },
  },
});
const pages = Number(values.pages);
const shares = values.shares.split(',').map(Number);
if (!(pages >= 10) || shares.some((share) => !(share >= 0 && share <= 1)))
  throw new RangeError('--pages is a number from 10 on, --shares are numbers from 0 to 1');

interface Result {
  readonly report: CrawlReport;
  readonly articles: ReadonlyMap<string, string>;
}

const folder = await mkdtemp(join(tmpdir(), 'newshawk-auto-'));

async function scrapersWith(render: string, { host }: HalfStaticSite): Promise<string> {
  const scrapers = join(folder, render);
  await mkdir(join(scrapers, host), { recursive: true });
  await writeFile(
    join(scrapers, host, 'scraper.ts'),
    `import { defineScraper, sitemap } from 'newshawk';
export default defineScraper({
  host: '${host}', origin: 'http://${host}', language: 'en', render: '${render}', sources: [sitemap('/sitemap.xml')],
  links: { article: [/-\\d+$/], ignore: [/\\/section\\//] }, politeness: { gapMs: 0, concurrency: 16 },
});
`,
  );
  return scrapers;
}

async function crawl(site: HalfStaticSite, render: 'auto' | 'browser', store: string): Promise<Result> {
  const noTopics = join(folder, 'no-topics.json');
  await writeFile(noTopics, '[]');
  const env = {
    NEWSHAWK_SCRAPERS: await scrapersWith(render, site),
    NEWSHAWK_TOPICS: noTopics,
    NEWSHAWK_CONNECT_TO: `${site.host}:80=127.0.0.1:${site.port}`,
    NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${site.port}`,
    NEWSHAWK_STATIC_TIMEOUT_MS: '20000',
    NEWSHAWK_MAX_ATTEMPTS: '3',
    NEWSHAWK_HOST_CONCURRENCY: '16',
  };
  const args = ['crawl', '--json', '--quiet', '--concurrency', values.concurrency];
  const demo = { port: site.port, connectTo: [] };
  const { code, stdout, stderr } = await startCrawl({ demo, store: `file:${store}`, args, env }).ended;
  // incomplete: some pages are broken on purpose
  if (code !== 0 && code !== exitCodes.incomplete) throw new Error(`the crawl ended with ${code}: ${stderr}`);
  await using opened = await openSqlite(store);
  const articles = new Map<string, string>();
  for await (const { url, title, body } of opened.articles.stream({})) articles.set(url, `${title}\n${body}`);
  return { report: JSON.parse(stdout) as CrawlReport, articles };
}

const pagesPerSecond = ({ report: { summary, elapsedMs } }: Result): number => (summary.pages * 1_000) / elapsedMs;
const cpuPerPage = ({ report: { summary, cpuSeconds } }: Result): number => (cpuSeconds ?? Number.NaN) / summary.pages;

function row(one: Result, base: Result, expected: ReadonlyMap<string, string>) {
  const same = [...expected].filter(([url, text]) => one.articles.get(url) === text).length;
  return {
    pages: one.report.summary.pages,
    'kept from the browser': one.report.summary.byWay.browser,
    'pages/s': pagesPerSecond(one).toFixed(2),
    'x browser-only': (pagesPerSecond(one) / pagesPerSecond(base)).toFixed(2),
    'CPU-s/page': cpuPerPage(one).toFixed(3),
    'CPU x less': (cpuPerPage(base) / cpuPerPage(one)).toFixed(2),
    'same articles': `${same} of ${expected.size}`,
  };
}

try {
  for (const share of shares) {
    await using site = await openHalfStaticSite({ pages, clientShare: share });
    const [auto, only] = [join(folder, `auto-${share}`), join(folder, `browser-${share}`)];
    console.error(`${share * 100} % of the pages client-rendered, load ${loadavg()[0]?.toFixed(1)}`);
    const learning = await crawl(site, 'auto', auto);
    const browserFirst = await crawl(site, 'browser', only);
    site.edition = 1;
    const steady = await crawl(site, 'auto', auto);
    const browser = await crawl(site, 'browser', only);
    console.log(
      `\n${share * 100} % of the pages have a client-rendered format (half of the formats), ${pages} pages an edition`,
    );
    console.table({
      'browser-only, edition 1': row(browserFirst, browserFirst, browserFirst.articles),
      'auto, edition 1 (learning)': row(learning, browserFirst, browserFirst.articles),
      'browser-only, edition 2': row(browser, browser, browser.articles),
      'auto, edition 2 (steady)': row(steady, browser, browser.articles),
    });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
