import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { soakRun } from './soak-run.ts';

// Pages a second by tasks at once, fixed numbers beside `auto`, on the sites of bench/soak.ts (51 % of the pages need a browser). Each round takes all of them in
// turn, so that a busy machine is the same for all; a round's ratios are compared, not its times.
// usage: npm run bench:scaling -- [--pages 120] [--rounds 3] [--fixed 1,2,4,8,16]. Exit 1: `auto` gives less than 90 % of the best fixed number.

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '120' },
    rounds: { type: 'string', default: '3' },
    fixed: { type: 'string', default: '1,2,4,8,16' },
  },
});
const [pages, rounds] = [Number(values.pages), Number(values.rounds)];
const fixed = values.fixed.split(',').map(Number);
if (!(pages >= 20 && rounds >= 1) || fixed.some((tasks) => !(tasks >= 1)))
  throw new RangeError('--pages is a number from 20 on, --rounds from 1 on, --fixed a list of numbers from 1 on');

interface Result {
  readonly pagesPerSecond: number;
  readonly cpuSecondsPerPage: number;
  readonly loopDelayP99Ms: number;
  readonly browserLimit: number;
  readonly limitedBy: string;
}

/** Retries wait for seconds with nothing to do: the rate is that of the first 90 % of the pages. */
const share = 0.9;

async function measure(concurrency: number | 'auto'): Promise<Result> {
  return await soakRun({ pages, concurrency, onSample: () => {}, sampleEveryMs: 500 }, async ({ samples, end }) => {
    const [first, last] = [
      samples.find(({ progress }) => progress.done > 0),
      samples.find(({ progress }) => progress.done >= share * pages),
    ];
    if (first === undefined || last === undefined) throw new Error('the crawl ended before it could be measured');
    const { report } = end;
    return {
      pagesPerSecond:
        ((last.progress.done - first.progress.done) * 1_000) / (last.progress.elapsedMs - first.progress.elapsedMs),
      cpuSecondsPerPage: (report.cpuSeconds ?? Number.NaN) / report.summary.pages,
      loopDelayP99Ms: report.loopDelayP99Ms,
      browserLimit: last.progress.load.browserPages.limit,
      limitedBy: last.progress.load.limitedBy,
    };
  });
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

const ways = [...fixed, 'auto'] as const;
const results = new Map<number | 'auto', Result[]>(ways.map((way) => [way, []]));
const ratios: number[] = [];
for (let round = 1; round <= rounds; round++) {
  console.error(`round ${round} of ${rounds}, load ${loadavg()[0]?.toFixed(1)}`);
  for (const way of ways) {
    const result = await measure(way);
    results.get(way)?.push(result);
    console.error(`  ${way}: ${result.pagesPerSecond.toFixed(2)} pages/s`);
  }
  const rates = fixed.map((way) => results.get(way)?.at(-1)?.pagesPerSecond ?? 0);
  ratios.push((results.get('auto')?.at(-1)?.pagesPerSecond ?? 0) / Math.max(...rates));
}

console.log(`${pages} pages a run, ${rounds} rounds, ${cpus().length} cores; medians:`);
console.table(
  Object.fromEntries(
    ways.map((way) => {
      const of = (each: (result: Result) => number) => median((results.get(way) ?? []).map(each));
      return [
        `${way}`,
        {
          'pages/s': of(({ pagesPerSecond }) => pagesPerSecond).toFixed(2),
          'CPU-s/page': of(({ cpuSecondsPerPage }) => cpuSecondsPerPage).toFixed(3),
          'loop p99 ms': of(({ loopDelayP99Ms }) => loopDelayP99Ms).toFixed(1),
          'browser pages at the end': of(({ browserLimit }) => browserLimit),
          'limited by': (results.get(way) ?? []).map(({ limitedBy }) => limitedBy).join(' '),
        },
      ];
    }),
  ),
);
const reached = median(ratios);
console.log(
  `${reached >= 0.9 ? 'ok  ' : 'FAIL'} auto gives ${(100 * reached).toFixed(0)} % of the best fixed number (each round: ${ratios.map((ratio) => `${(100 * ratio).toFixed(0)} %`).join(', ')})`,
);
process.exit(reached >= 0.9 ? 0 : 1);
