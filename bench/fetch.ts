import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Measured, measure, type Site, startSite } from './fetch/measure.ts';
import { atMost, type Bar, cpuPerPage, holds, isComplete, row } from './fetch/table.ts';
import { chromedpMissing } from './fetch/ways/chromedp.ts';

// What a page costs: our ways beside others, in turns, on the same site in the same browser, each in a separate process.
// usage: npm run bench:fetch -- [--only render,slow,static,scaling,identities (not by default)] [--rounds 3] [--pages 16] [--concurrency 4] [--ways newshawk,crawlee] [--quick]

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'render,slow,static,scaling' },
    ways: { type: 'string' },
    rounds: { type: 'string' },
    pages: { type: 'string' },
    concurrency: { type: 'string', default: '4' },
    quick: { type: 'boolean', default: false },
  },
});
const number = (name: 'rounds' | 'pages' | 'concurrency', otherwise: number): number => {
  const value = Number(values[name] ?? otherwise);
  if (!(Number.isInteger(value) && value > 0)) throw new RangeError(`--${name} is a number from 1 on`);
  return value;
};
const rounds = number('rounds', values.quick ? 1 : 3);
const pages = number('pages', values.quick ? 12 : 16);
const concurrency = number('concurrency', 4);
const parts = new Set(values.only.split(','));
const apiDelayMs = 300;

/** Name in the table by name of the way's file. */
const renderWays: Readonly<Record<string, string>> = {
  newshawk: 'newshawk',
  'newshawk-direct': 'newshawk, guard off',
  'newshawk-drawn': 'newshawk, frames continuous',
  'newshawk-all-drawn': 'the same, nothing blocked',
  'raw-cdp': 'raw CDP loop (floor)',
  'raw-playwright': 'raw Playwright loop',
  crawlee: 'Crawlee PlaywrightCrawler',
  'crawlee-adaptive': 'Crawlee AdaptivePlaywrightCrawler',
  'puppeteer-cluster': 'puppeteer-cluster',
  chromedp: 'chromedp (Go), blocking',
};
const quickWays = ['newshawk', 'raw-cdp', 'crawlee'];
const staticWays: Readonly<Record<string, string>> = {
  'static-newshawk': 'newshawk',
  'static-undici-cheerio': 'undici + cheerio',
  'static-crawlee-cheerio': 'Crawlee CheerioCrawler',
};

type Results = Readonly<Record<string, readonly Measured[]>>;

/** Interleaved: what else the machine does meets all ways alike. */
async function inTurns(ways: readonly string[], site: Site, what: { pages: number; rounds: number }): Promise<Results> {
  const results: Record<string, Measured[]> = Object.fromEntries(ways.map((way) => [way, []]));
  for (let round = 1; round <= what.rounds; round++) {
    console.error(`round ${round} of ${what.rounds}: ${ways.join(', ')} (load ${loadavg()[0]?.toFixed(1)})`);
    for (const way of ways) {
      const measured = await measure(way, site, { pages: what.pages, concurrency });
      if (measured.error !== null) console.error(`${way}: ${measured.error}`);
      results[way]?.push(measured);
    }
  }
  return results;
}

async function withSite<T>(delayMs: number, work: (site: Site) => Promise<T>): Promise<T> {
  const site = await startSite(delayMs);
  try {
    return await work(site);
  } finally {
    site.close();
  }
}

const wanted = (): readonly string[] => {
  const missing = chromedpMissing();
  if (missing !== null && !values.quick) console.error(`chromedp is left out: ${missing}`);
  const all = values.ways?.split(',') ?? (values.quick ? quickWays : Object.keys(renderWays));
  return all.filter((way) => way !== 'chromedp' || missing === null);
};

function show(title: string, results: Results, names: Readonly<Record<string, string>>, peers: Results): void {
  console.log(`\n${title}`);
  console.table(Object.fromEntries(Object.entries(results).map(([way, all]) => [names[way] ?? way, row(all, peers)])));
}

async function render(): Promise<Bar[]> {
  const results = await withSite(apiDelayMs, (site) => inTurns(wanted(), site, { pages, rounds }));
  const { newshawk = [], crawlee = [], 'raw-cdp': floor = [], 'newshawk-direct': direct = [] } = results;
  show(`Rendering, ${concurrency} pages at once, medians of ${rounds} rounds of ${pages} pages`, results, renderWays, {
    Crawlee: crawlee,
    floor,
  });
  if (direct.length > 0 && isComplete(direct))
    console.log(`the guard costs ${(cpuPerPage(newshawk) - cpuPerPage(direct)).toFixed(3)} CPU-s a page`);
  const ratio = (peer: readonly Measured[]): number => cpuPerPage(newshawk) / cpuPerPage(peer);
  return [
    atMost("CPU of Crawlee's PlaywrightCrawler, x", ratio(crawlee), 0.42),
    atMost('CPU of the raw CDP loop, x', ratio(floor), 1.2),
    holds('all pages complete', row(newshawk, {}).complete ?? '', isComplete(newshawk)),
  ];
}

async function slow(): Promise<Bar[]> {
  const ways = values.quick ? ['newshawk'] : ['newshawk', 'raw-cdp'];
  const results = await withSite(apiDelayMs * 8, (site) => inTurns(ways, site, { pages, rounds: 1 }));
  show(`The same with an API 8 times slower (${apiDelayMs * 8} ms)`, results, renderWays, {});
  const own = results.newshawk ?? [];
  return [holds('all pages complete, API 8 times slower', row(own, {}).complete ?? '', isComplete(own))];
}

async function statics(): Promise<Bar[]> {
  const results = await withSite(apiDelayMs, (site) =>
    inTurns(Object.keys(staticWays), site, { pages: values.quick ? 100 : 200, rounds }),
  );
  show(
    'Static: fetch, decode, parse, links (half of the pages have no article without a browser)',
    results,
    staticWays,
    {},
  );
  return [atMost('static CPU-s a page', cpuPerPage(results['static-newshawk'] ?? []), 0.008)];
}

async function scaling(): Promise<Bar[]> {
  const steps = values.quick ? [1, 4] : [1, 2, 4, 8, 16];
  const rows = await withSite(apiDelayMs, async (site) => {
    const all: Record<string, Record<string, string>> = {};
    for (const at of steps) {
      const measured = await measure('newshawk', site, { pages: Math.max(pages, at * 2), concurrency: at });
      all[`${at} at once`] = row([measured], {});
    }
    return all;
  });
  console.log('\nnewshawk by concurrency');
  console.table(rows);
  return [];
}

/** 200 identities over 20 proxies in one browser is a separate measurement: bench/proxies.ts. */
async function identities(): Promise<Bar[]> {
  const file = fileURLToPath(new URL('proxies.ts', import.meta.url));
  await once(spawn(process.execPath, [file], { stdio: 'inherit' }), 'exit');
  return [];
}

console.error(`${chromium.executablePath} ${chromium.version} (${chromium.origin}), load ${loadavg()[0]?.toFixed(1)}`);
const begun = performance.now();
const bars: Bar[] = [];
for (const [name, part] of Object.entries({ render, slow, static: statics, scaling, identities }))
  if (parts.has(name)) bars.push(...(await part()));
console.log('\nBars (docs: design, fetching)');
console.table(bars);
console.error(`${((performance.now() - begun) / 1_000).toFixed(0)} s, load ${loadavg()[0]?.toFixed(1)}`);
