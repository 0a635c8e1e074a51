import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isAlive } from '../src/machine/process-tree.ts';
import type { Visit } from '../src/model/crawl/visit.ts';
import { openSqlite } from '../src/storage/sqlite/open-sqlite.ts';
import type { SoakSample } from './soak-crawl.ts';
import { type SoakRun, soakRun } from './soak-run.ts';
import { endsStored, kindOfPage } from './soak-site.ts';

// A long crawl through the whole pipeline: does memory stay flat, is anything left behind, is any page lost? Of the pages 51 % need a browser.
// usage: npm run bench:soak -- [--pages 5000] [--quick] [--concurrency auto|1..]. Exit 0: all bars are kept; 1: one is not.

const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    quick: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: 'auto' },
  },
});
const pages = Number(values.pages ?? (values.quick ? 300 : 5_000));
const concurrency = values.concurrency === 'auto' ? 'auto' : Number(values.concurrency);
if (!(pages >= 100) || (concurrency !== 'auto' && !(concurrency >= 1)))
  throw new RangeError('--pages is a number from 100 on, --concurrency `auto` or a number from 1 on');

/** Limit for the memory of the last quarter, as a multiple of the second's. */
const flatWithin = 1.1;
const mega = 1e6;
const graceMs = 5_000;

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

const least = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 10)] ?? 0;

/** Samples by the quarter of the pages in which they were taken. */
const quartersOf = (samples: readonly SoakSample[]): SoakSample[][] =>
  [0, 1, 2, 3].map((quarter) =>
    samples.filter(({ progress }) => Math.min(3, Math.floor((progress.done * 4) / pages)) === quarter),
  );

interface Measure {
  readonly name: string;
  readonly of: (sample: SoakSample) => number | null;
  /**
   * Has to be flat: its median, or its least (10th percentile) where open pages take the most of it and their number follows the machine's load: what is
   * left behind is there at the quietest moment too.
   */
  readonly judged: 'median' | 'least' | null;
}

const measures: readonly Measure[] = [
  { name: 'Node RSS, MB', of: ({ nodeBytes }) => nodeBytes / mega, judged: 'median' },
  {
    name: 'Node heap after collection, MB',
    of: ({ heapBytes }) => (heapBytes === null ? null : heapBytes / mega),
    judged: 'median',
  },
  { name: 'browser tree, own MB', of: ({ browserBytes }) => browserBytes / mega, judged: 'least' },
  { name: 'processes below', of: ({ processes }) => processes.length, judged: null },
  { name: 'open files', of: ({ files }) => files, judged: null },
  { name: 'active handles', of: ({ handles }) => handles, judged: null },
  {
    name: 'pages at once in the browser, limit',
    of: ({ progress }) => progress.load.browserPages.limit,
    judged: null,
  },
  { name: 'fetches at once, limit', of: ({ progress }) => progress.load.fetches.limit, judged: null },
  { name: 'contexts', of: ({ progress }) => progress.load.contexts, judged: null },
  { name: 'pages/s', of: ({ progress }) => progress.pagesPerSecond, judged: null },
];

const valuesOf = ({ of }: Measure, samples: readonly SoakSample[]): number[] =>
  samples.flatMap((sample) => of(sample) ?? []);

function table(quarters: readonly SoakSample[][]): void {
  const row = (measure: Measure) =>
    quarters.map((samples) => {
      const all = valuesOf(measure, samples);
      return `${median(all).toFixed(1)} (${least(all).toFixed(1)} to ${Math.max(0, ...all).toFixed(1)})`;
    });
  console.table(Object.fromEntries(measures.map((measure) => [measure.name, row(measure)])));
}

interface Check {
  readonly name: string;
  readonly wrong: readonly string[];
}

function flatness(quarters: readonly SoakSample[][]): Check[] {
  return measures
    .filter(({ judged }) => judged !== null)
    .map((measure) => {
      const level = measure.judged === 'least' ? least : median;
      const [second, last] = [quarters[1], quarters[3]].map((samples) => level(valuesOf(measure, samples ?? [])));
      const ratio = (last ?? 0) / (second ?? 0);
      const text = `${measure.name} (${measure.judged}): last quarter ${ratio.toFixed(3)} of the second`;
      return { name: text, wrong: ratio <= flatWithin ? [] : [`more than ${flatWithin}`] };
    });
}

/** Processes that were seen below the crawl and outlived it. */
async function orphans({ samples, end }: SoakRun): Promise<Check> {
  // A process that was told to end needs a moment, on a busy machine more than one.
  await wait(graceMs);
  const all = [...samples.flatMap(({ processes }) => processes), ...end.processes];
  const seen = new Map(all.map((one) => [`${one.pid} ${one.startedAt}`, one]));
  const alive = [...seen.values()].filter(isAlive);
  return {
    name: `${seen.size} processes were started below the crawl, none is left`,
    wrong: alive.map(({ pid, name }) => `${name} (${pid}) lives on`),
  };
}

async function endings({ site, folder }: SoakRun): Promise<Check[]> {
  await using store = await openSqlite(join(folder, 'data'));
  const visits = await store.visits.find({ limit: pages * 50 });
  const byUrl = Map.groupBy(visits, ({ url }) => url as string);
  const wrong: string[] = [];
  const outcomes = new Map<string, number>();
  for (let page = 0; page < pages; page++) {
    const ended = (byUrl.get(site.urlOf(page)) ?? []).filter(({ outcome }) => outcome !== 'deferred');
    const outcome = ended.map(nameOf).join(' + ') || 'none';
    const kind = kindOfPage(page);
    outcomes.set(`${kind}: ${outcome}`, (outcomes.get(`${kind}: ${outcome}`) ?? 0) + 1);
    if (ended.length !== 1) wrong.push(`${site.urlOf(page)} (${kind}) has ${ended.length} endings: ${outcome}`);
    else if ((ended[0]?.outcome === 'stored') !== endsStored(kind))
      wrong.push(`${site.urlOf(page)} (${kind}) ended as ${outcome}: ${ended[0]?.detail}`);
  }
  console.table(Object.fromEntries([...outcomes].sort()));
  const counts = await store.frontier.counts();
  const left = counts.pending + counts.leased;
  return [
    { name: `each of ${pages} pages has one ending, the one of its kind`, wrong },
    { name: 'the frontier is empty', wrong: left === 0 ? [] : [JSON.stringify(counts)] },
  ];
}

const nameOf = ({ outcome, reason }: Visit): string => (reason === null ? outcome : `${outcome} (${reason})`);

let saidAt = 0;
const onSample = ({ progress, nodeBytes, browserBytes, processes }: SoakSample): void => {
  if (progress.elapsedMs - saidAt < 30_000) return;
  saidAt = progress.elapsedMs;
  console.error(
    `${Math.round(progress.elapsedMs / 1_000)} s: ${progress.done} of ${pages}, ${progress.failures} failures, Node ${Math.round(nodeBytes / mega)} MB, browser ${Math.round(browserBytes / mega)} MB in ${processes.length} processes, ${progress.load.browserPages.limit} + ${progress.load.fetches.limit} at once (${progress.load.limitedBy}), load ${loadavg()[0]?.toFixed(1)}`,
  );
};

const checks = await soakRun({ pages, concurrency, onSample }, async (run) => {
  const quarters = quartersOf(run.samples);
  const { summary, elapsedMs, cpuSeconds, loopDelayP99Ms } = run.end.report;
  console.log(
    `${summary.pages} pages (${summary.byWay.static} ended static, ${summary.byWay.browser} in the browser) in ${Math.round(elapsedMs / 1_000)} s on ${cpus().length} cores: ${((summary.pages * 1_000) / elapsedMs).toFixed(2)} pages/s, ${((cpuSeconds ?? 0) / summary.pages).toFixed(3)} CPU-s a page, loop p99 ${loopDelayP99Ms.toFixed(1)} ms. By quarter of the pages, medians:`,
  );
  table(quarters);
  return [...flatness(quarters), await orphans(run), ...(await endings(run))];
});
for (const { name, wrong } of checks) {
  console.log(`${wrong.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  for (const line of wrong.slice(0, 10)) console.log(`       ${line}`);
  if (wrong.length > 10) console.log(`       and ${wrong.length - 10} more`);
}
process.exit(checks.every(({ wrong }) => wrong.length === 0) ? 0 : 1);
