import { parseArgs } from 'node:util';
import { treeCpuSeconds } from '../src/machine/process-tree.ts';
import { snapshotOfSource } from '../src/model/page/snapshot.ts';
import { canonicalUrl } from '../src/model/web/canonical-url.ts';
import { sampleOfPage } from '../src/reader/answer-readings.ts';
import { defineBrowsers } from '../src/settings/browsers.ts';
import { defineScraper } from '../src/settings/scraper.ts';
import { extract } from '../src/stages/extract/extract.ts';
import { findChromium } from '../src/stages/fetch/browser/chromium.ts';
import { createBrowserPool } from '../src/stages/fetch/browser-pool.ts';
import { CookieJars } from '../src/stages/fetch/identity/identity-cookies.ts';
import { identityOf, openTestGuard, silent } from '../test/stages/fetch/local-site.ts';
import { type ApiSite, openApiSite } from '../test/support/api-sites/open-api-site.ts';
import { styleNames } from '../test/support/api-sites/styles.ts';

// What learning the API behind a page costs: the answers of rendered pages are kept, and the one that has the article is searched. CPU of the search beside the CPU of
// the whole visit (browser, extraction and the site itself), and the size of what is kept in memory and in the store.
// usage: npm run bench:page-api-costs -- [--styles rest-id,nonce] [--seeds 1,2] [--pages 4]

const { values } = parseArgs({
  options: {
    styles: { type: 'string', default: styleNames.join(',') },
    seeds: { type: 'string', default: '1,2' },
    pages: { type: 'string', default: '4' },
  },
});
const [styles, seeds, pages] = [values.styles.split(','), values.seeds.split(',').map(Number), Number(values.pages)];
if (!(pages >= 1 && pages <= 40)) throw new RangeError('--pages is a number from 1 to 40');

interface PageCost {
  readonly style: string;
  readonly isSampled: boolean;
  /** CPU ms. */
  readonly visitMs: number;
  readonly extractMs: number;
  readonly searchMs: number;
  readonly answers: number;
  readonly answerChars: number;
  readonly sampleChars: number;
}

const chromium = await findChromium({ explicit: null, cacheDir: null, env: process.env });
const costs: PageCost[] = [];
for (const style of styles)
  for (const seed of seeds) {
    await using site = await openApiSite({ style, seed, pages: Math.max(10, pages) });
    costs.push(...(await costsOf(site, style)));
  }
console.table(
  Object.fromEntries([...Map.groupBy(costs, ({ style }) => style)].map(([style, some]) => [style, rowOf(some)])),
);
const searched = costs.toSorted((a, b) => shareOf(b) - shareOf(a));
const all = rowOf(costs);
console.log(
  `${costs.length} pages: the search takes ${all['search, ms']} ms of CPU a page (median), ${all['share of visit']} of the visit; the largest share is ${percent(shareOf(searched[0]))}`,
);
process.exit(0);

/** Renders pages one after the other, and searches their answers in this thread. */
async function costsOf(site: ApiSite, style: string): Promise<readonly PageCost[]> {
  await using guard = await openTestGuard({ allow: [`127.0.0.1:${site.port}`], connectTo: [...site.connectTo] });
  await using pool = createBrowserPool({
    chromium,
    sandbox: 'auto',
    browsers: defineBrowsers({}),
    cookies: new CookieJars(),
    probeProxy: async () => null,
    guard,
    maxBytes: 10_000_000,
    log: silent,
  });
  const identity = identityOf(await guard.routeFor(null));
  const scraper = defineScraper({ host: site.host, origin: site.origin });
  const measured: PageCost[] = [];
  // the first page warms the browser and this process up
  for (const [at, { url }] of site.articles.slice(0, pages + 1).entries()) {
    const before = treeCpuSeconds(process.pid) ?? 0;
    const page = await pool.open({ url, identity, waitFor: null, steps: [], keepAnswers: true, timeoutMs: 60_000 });
    const answers = await page.answers();
    const snapshot = snapshotOfSource(
      { url: canonicalUrl(url), html: page.html, takenAt: new Date() },
      { via: 'browser' },
    );
    await page[Symbol.asyncDispose]();
    const { result, ms: extractMs } = cpuOf(() => extract(snapshot, scraper));
    const visitMs = ((treeCpuSeconds(process.pid) ?? 0) - before) * 1_000;
    const { draft } = result;
    if (draft === null) continue;
    const input = { url: snapshot.url, takenAt: snapshot.takenAt, draft, media: [], answers };
    const { result: sample, ms: searchMs } = cpuOf(() => sampleOfPage(input, scraper));
    if (at === 0) continue;
    measured.push({
      style,
      isSampled: sample !== null,
      visitMs,
      extractMs,
      searchMs,
      answers: answers.answers.length,
      answerChars: answers.answers.reduce((sum, { text }) => sum + text.length, answers.shell?.length ?? 0),
      sampleChars: JSON.stringify(sample).length,
    });
  }
  return measured;
}

function cpuOf<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const before = process.threadCpuUsage();
  const result = work();
  const { user, system } = process.threadCpuUsage(before);
  return { result, ms: (user + system) / 1_000 };
}

function shareOf(cost: PageCost | undefined): number {
  return cost === undefined ? 0 : cost.searchMs / (cost.visitMs + cost.searchMs);
}

function rowOf(some: readonly PageCost[]) {
  const mid = (read: (cost: PageCost) => number) => some.map(read).sort((a, b) => a - b)[some.length >> 1] ?? 0;
  const most = (read: (cost: PageCost) => number) => Math.max(...some.map(read));
  const total = (read: (cost: PageCost) => number) => some.reduce((sum, cost) => sum + read(cost), 0);
  return {
    pages: some.length,
    sampled: some.filter(({ isSampled }) => isSampled).length,
    'visit, ms': mid(({ visitMs }) => visitMs).toFixed(0),
    'extraction, ms': mid(({ extractMs }) => extractMs).toFixed(1),
    'search, ms': mid(({ searchMs }) => searchMs).toFixed(1),
    'share of visit': percent(total(({ searchMs }) => searchMs) / total(({ visitMs, searchMs }) => visitMs + searchMs)),
    answers: mid(({ answers }) => answers),
    'kept, kB (most)': `${kb(mid(({ answerChars }) => answerChars))} (${kb(most(({ answerChars }) => answerChars))})`,
    'sample, kB (most)': `${kb(mid(({ sampleChars }) => sampleChars))} (${kb(most(({ sampleChars }) => sampleChars))})`,
  };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function kb(chars: number): string {
  return (chars / 1_000).toFixed(1);
}
