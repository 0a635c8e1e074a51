import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { atMost, holds, median } from '../fetch/table.ts';
import { own } from './bench-pages.ts';
import { peerScores } from './peer-scores.ts';
import { listPeers } from './score-corpus.ts';
import type { PageResult, RunPlan } from './way.ts';

/** Name in the table by file; versions are pinned in package.json. */
const ways: Readonly<Record<string, string>> = {
  newshawk: 'newshawk',
  'readability-linkedom': 'Readability + linkedom',
  'readability-jsdom': 'Readability + jsdom',
  defuddle: 'defuddle (linkedom)',
};
const slowPeer = 'readability-jsdom';
/** The bars of the design: ms of CPU at the median page, and how often as fast as Readability on jsdom. */
const bars = { medianMs: 15, timesFaster: 4 };

export interface PeerOptions {
  readonly rounds: number;
  /** Of each source; null: all. */
  readonly pages: number | null;
  /** For predictions and picked corpora. */
  readonly scratch: string;
}

type Rounds = Readonly<Record<string, readonly (readonly PageResult[])[]>>;

/** CPU time and body F1 beside other extractors of the same kind: the same pages in the same run, in turns, each in a separate process. */
export async function comparePeers(sources: readonly string[], options: PeerOptions): Promise<void> {
  const results = await inTurns(sources, options);
  for (const source of sources) {
    console.log(
      `\n${nameOf(source)}${source === own ? '' : `; its own list of peers, on all its pages: ${listPeers(source)}`}`,
    );
    const isWanted = (result: PageResult): boolean => result.source === source;
    const found = Object.fromEntries(
      Object.entries(results).map(([way, [first = []]]) => [way, first.filter(isWanted)]),
    );
    console.table(rows(results, isWanted, peerScores(source, found, options)));
  }
  console.log('\nall pages; CPU ms a page, each the median of its rounds');
  console.table(rows(results, () => true, {}));
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

/** Interleaved: what else the machine does meets all ways alike. */
async function inTurns(sources: readonly string[], { rounds, pages }: PeerOptions): Promise<Rounds> {
  const results: Record<string, PageResult[][]> = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  for (let round = 1; round <= rounds; round++)
    for (const way of Object.keys(ways)) {
      console.error(`round ${round} of ${rounds}: ${ways[way]} (load ${loadavg()[0]?.toFixed(1)})`);
      results[way]?.push(await runWay({ way, sources, pages }));
    }
  return results;
}

async function runWay(plan: RunPlan): Promise<PageResult[]> {
  const script = fileURLToPath(new URL('run-way.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(plan));
  const ended = once(child, 'exit');
  const printed = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error(`${plan.way} ended with code ${code}: its own words are above`);
  return JSON.parse(printed) as PageResult[];
}

/** Of each page the median of its rounds. */
function pageTimes(
  rounds: readonly (readonly PageResult[])[] = [],
  wanted: (result: PageResult) => boolean = () => true,
): number[] {
  const [first = []] = rounds;
  return first.flatMap((result, at) =>
    wanted(result) ? [median(rounds.map((round) => round[at]?.cpuMs ?? Number.NaN))] : [],
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
      const errors = (rounds[0] ?? []).filter((result) => wanted(result) && result.error !== null).length;
      return [name, { ...timeColumns(times, ours), pages: times.length, errors, ...scored[way] }];
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
