import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import { numbersFrom } from '../dedupe/generated.ts';
import { type Bench, pause } from './trial.ts';

/** What a crawl is about to do when it is killed. */
export const momentKinds = ['start', 'request', 'blob', 'database'] as const;

export interface KillMoment {
  readonly kind: (typeof momentKinds)[number];
  /** Articles that the crawl asks for before; for `start` none. */
  readonly articles: number;
  /** Time between what is waited for and the kill. */
  readonly delayMs: number;
}

/** Longest delay by kind, ms: a start takes a second or two, a page some tenths, a file and a transaction a few milliseconds. */
const longestDelayMs: Readonly<Record<KillMoment['kind'], number>> = {
  start: 2_500,
  request: 200,
  blob: 4,
  database: 10,
};

/** Few articles a crawl: there are some left for the last one. */
const mostArticles = 5;

/** Each kind as often as the others, in an order by chance; the first is not `start`: later ones find a store. */
export function killMoments(seed: number, count: number): KillMoment[] {
  const random = numbersFrom(seed);
  const below = (limit: number) => random() % limit;
  const order = Array.from({ length: count }, (_, at) => ({ at, place: at === 0 ? -1 : random() }));
  return order
    .toSorted((a, b) => a.place - b.place)
    .map(({ at }) => {
      const kind = momentKinds[(at + 1) % momentKinds.length] ?? 'request';
      // the first change of the database is the start of a run: its claims and the poll of the listing
      const fewest = kind === 'database' ? 0 : 2;
      const articles = kind === 'start' ? 0 : fewest + below(mostArticles - fewest + 1);
      return { kind, articles, delayMs: below(longestDelayMs[kind] + 1) };
    });
}

/** Ends at the moment, or when `isOver` aborts: the crawl has ended by itself. */
export async function reachMoment(bench: Bench, moment: KillMoment, isOver: AbortSignal): Promise<void> {
  const before = articleRequests(bench);
  while (articleRequests(bench) < before + moment.articles && !isOver.aborted) await pause(10);
  const data = join(bench.folder, 'data');
  if (moment.kind === 'blob') await changeIn(join(data, 'blobs', 'unfinished'), /./, isOver);
  if (moment.kind === 'database') await changeIn(data, /-wal$/, isOver);
  await pause(moment.delayMs);
}

const articleRequests = ({ site }: Bench): number =>
  [...site.requests].reduce((sum, [path, count]) => sum + (path.startsWith('/news/') ? count : 0), 0);

/** The next change of a file with such a name. */
async function changeIn(folder: string, name: RegExp, isOver: AbortSignal): Promise<void> {
  try {
    for await (const { filename } of watch(folder, { signal: isOver })) if (name.test(filename ?? '')) return;
  } catch (error) {
    if (!isOver.aborted) throw error;
  }
}
