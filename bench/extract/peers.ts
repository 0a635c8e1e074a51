import { loadavg } from 'node:os';
import { basename } from 'node:path';
import { atMost, holds, median } from '../fetch/table.ts';
import { own } from './bench-pages.ts';
import { peerScores } from './peer-scores.ts';
import { listPeers } from './score-corpus.ts';
import type { PageResult } from './way.ts';
import { startWay, type WayProcess } from './way-process.ts';

/** Name in the table by file; versions are pinned in package.json. */
const ways: Readonly<Record<string, string>> = {
  newshawk: 'newshawk',
  'readability-linkedom': 'Readability + linkedom',
  'readability-jsdom': 'Readability + jsdom',
  defuddle: 'defuddle (linkedom)',
  'tree-only': 'parse5, the tree only',
};
const yardstick = 'tree-only';
const slowPeer = 'readability-jsdom';
/** The bars of the design: ms of CPU at the median page, and how often as fast as Readability on jsdom. */
const bars = { medianMs: 12, timesFaster: 4 };
/** Pages that each way reads before anything counts. Measured: pages 1 to 40 cost 1.7 times as much as later ones, after page 160 the cost no longer falls. */
const warmUpPages = 160;
/** Pages that one way reads before the next way has its turn: short enough that all ways meet the same load of the machine. */
const turnPages = 10;

export interface PeerOptions {
  readonly rounds: number;
  /** Of each source; null: all. */
  readonly pages: number | null;
  /** For predictions and picked corpora. */
  readonly scratch: string;
}

type Rounds = Readonly<Record<string, readonly (readonly PageResult[])[]>>;

interface Measured {
  readonly results: Rounds;
  /** CPU milliseconds by way (`WayStarted`). */
  readonly coldMs: Readonly<Record<string, number>>;
}

/**
 * Warm CPU time and body F1 beside other extractors of the same kind: the same pages in the same run, ten at a time in turns. Each way has a process that lives
 * for all rounds. A cold start is measured apart.
 */
export async function comparePeers(sources: readonly string[], options: PeerOptions): Promise<void> {
  const { results, coldMs } = await inTurns(sources, options);
  for (const source of sources) {
    console.log(
      `\n${nameOf(source)}${source === own ? '' : `; its own list of peers, on all its pages: ${listPeers(source)}`}`,
    );
    const isWanted = (result: PageResult): boolean => result.source === source;
    const found = Object.fromEntries(
      Object.entries(results)
        .filter(([way]) => way !== yardstick)
        .map(([way, [first = []]]) => [way, first.filter(isWanted)]),
    );
    console.table(rows(results, isWanted, peerScores(source, found, options)));
  }
  console.log(
    `\nall pages, warm (after ${warmUpPages} pages): CPU ms per page, of each page the median of ${options.rounds} rounds`,
  );
  console.table(rows(results, () => true, {}));
  console.log(
    `cold, CPU ms for loading the modules and reading the first page: ${Object.entries(coldMs)
      .map(([way, ms]) => `${ways[way]} ${ms.toFixed(0)}`)
      .join(', ')}`,
  );
  console.log(
    'CPU ms grow with the load of the machine (shared cores and caches): the median of the fastest rounds grows least, the ratios hardly. parse5 is the yardstick.',
  );
  console.log(
    'newshawk has learned from the pages of zyte, fundus-evaluation, wcxb, zh-web and trafilatura-htmldate: their F1 is measured by --cv.',
  );
  const [ours, theirs] = [pageTimes(results.newshawk), pageTimes(results[slowPeer])];
  const ratio = median(theirs) / median(ours);
  console.table([
    atMost('newshawk, CPU ms at the median page', median(ours), bars.medianMs),
    holds(`${ways[slowPeer]} : newshawk, medians, >= ${bars.timesFaster}`, ratio.toFixed(1), ratio >= bars.timesFaster),
  ]);
}

async function inTurns(sources: readonly string[], { rounds, pages }: PeerOptions): Promise<Measured> {
  using stack = new DisposableStack();
  const processes: WayProcess[] = [];
  for (const way of Object.keys(ways)) {
    const process = stack.use(await startWay({ way, sources, pages }));
    processes.push(process);
    await warmUp(process);
  }
  const results: Record<string, PageResult[][]> = Object.fromEntries(processes.map(({ way }) => [way, []]));
  for (let round = 1; round <= rounds; round++) {
    console.error(`round ${round} of ${rounds} (load ${loadavg()[0]?.toFixed(1)})`);
    for (const [way, read] of Object.entries(await oneRound(processes))) results[way]?.push(read);
  }
  return { results, coldMs: Object.fromEntries(processes.map(({ way, coldMs }) => [way, coldMs])) };
}

async function oneRound(processes: readonly WayProcess[]): Promise<Record<string, PageResult[]>> {
  const results: Record<string, PageResult[]> = Object.fromEntries(processes.map(({ way }) => [way, []]));
  for (let from = 0; from < (processes[0]?.pages ?? 0); from += turnPages)
    for (const process of processes)
      results[process.way]?.push(...(await process.read({ from, to: from + turnPages })));
  return results;
}

async function warmUp(process: WayProcess): Promise<void> {
  console.error(`warm-up: ${ways[process.way]}, ${warmUpPages} pages`);
  for (let left = warmUpPages; left > 0; left -= process.pages)
    await process.read({ from: 0, to: Math.min(left, process.pages) });
}

/** One number for each page from its times in all rounds. */
function pageTimes(
  rounds: readonly (readonly PageResult[])[] = [],
  wanted: (result: PageResult) => boolean = () => true,
  ofRounds: (times: readonly number[]) => number = median,
): number[] {
  const [first = []] = rounds;
  return first.flatMap((result, at) =>
    wanted(result) ? [ofRounds(rounds.map((round) => round[at]?.cpuMs ?? Number.NaN))] : [],
  );
}

function rows(
  results: Rounds,
  wanted: (result: PageResult) => boolean,
  scored: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Record<string, Record<string, string | number>> {
  const ours = pageTimes(results.newshawk, wanted);
  return Object.fromEntries(
    Object.entries(ways).map(([way, name]) => {
      const rounds = results[way] ?? [];
      const times = pageTimes(rounds, wanted);
      const fastest = pageTimes(rounds, wanted, (ofPage) => Math.min(...ofPage));
      const errors = (rounds[0] ?? []).filter((result) => wanted(result) && result.error !== null).length;
      return [
        name,
        {
          ...timeColumns(times, ours),
          'median ms, fastest rounds': median(fastest).toFixed(1),
          pages: times.length,
          errors,
          ...scored[way],
        },
      ];
    }),
  );
}

const total = (times: readonly number[]): number => times.reduce((sum, ms) => sum + ms, 0);

const timeColumns = (times: readonly number[], ours: readonly number[]): Record<string, string> => ({
  'median ms': median(times).toFixed(1),
  'p90 ms': (times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.9)] ?? Number.NaN).toFixed(1),
  'mean ms': (total(times) / times.length).toFixed(1),
  'x newshawk, median': (median(times) / median(ours)).toFixed(1),
  'x newshawk, mean': (total(times) / total(ours)).toFixed(1),
});

const nameOf = (source: string): string => (source === own ? 'own corpus (test/quality/layouts)' : basename(source));
