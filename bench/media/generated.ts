import { loadavg } from 'node:os';
import { treeCpuSeconds } from '../../src/machine/process-tree.ts';
import { type Answer, judge } from '../../test/support/video-pages/judge/judge.ts';
import { planOf, type VideoPagePlan } from '../../test/support/video-pages/plan/plan.ts';
import { openVideoPages, type VideoPages } from '../../test/support/video-pages/server/open-video-pages.ts';
import type { MediaWay } from './media-way.ts';

export interface GeneratedRun {
  readonly seeds: readonly number[];
  /** Whether only counts are shown: nobody may learn from these pages. */
  readonly isSealed: boolean;
  readonly concurrency: number;
}

interface Row {
  readonly plan: VideoPagePlan;
  readonly elapsedMs: number;
  readonly problems: readonly string[];
}

/** Resolves generated pages and prints the score: in total, and by the values of each axis. @returns the share of right pages */
export async function runGenerated(way: MediaWay, { seeds, isSealed, concurrency }: GeneratedRun): Promise<number> {
  await using site = await openVideoPages();
  await way.resolve(site.urlOf(1)); // the browser starts before the clock
  const cpuBefore = treeCpuSeconds(process.pid) ?? Number.NaN;
  const rows: Row[] = [];
  const queue = [...seeds];
  const worker = async (): Promise<void> => {
    for (let seed = queue.shift(); seed !== undefined; seed = queue.shift()) {
      const row = await measure(way, planOf(seed), site);
      rows.push(row);
      if (!isSealed && row.problems.length > 0) printFailure(row);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const cpuSeconds = (treeCpuSeconds(process.pid) ?? Number.NaN) - cpuBefore;
  printAxes(rows);
  printTotals(rows, cpuSeconds);
  return share(rows);
}

async function measure(way: MediaWay, plan: VideoPagePlan, site: VideoPages): Promise<Row> {
  const begun = performance.now();
  const answer = await way.resolve(site.urlOf(plan.seed)).then(
    (result) => result as Answer,
    (error: unknown): Answer => ({
      items: [],
      reason: `error: ${error instanceof Error ? error.message : String(error)}`,
    }),
  );
  const elapsedMs = performance.now() - begun;
  return { plan, elapsedMs, problems: await judge(plan, answer, site.origins) };
}

const axesOf = ({ film, empty }: VideoPagePlan): Readonly<Record<string, string>> => ({ ...(film ?? empty) });

function printFailure({ plan, elapsedMs, problems }: Row): void {
  const axes = Object.entries(axesOf(plan)).map(([axis, value]) => `${axis} ${value}`);
  console.log(`${plan.seed}  ${Math.round(elapsedMs)} ms  ${axes.join(', ')}\n    ${problems.join('; ')}`);
}

const isRight = ({ problems }: Row): boolean => problems.length === 0;
const share = (rows: readonly Row[]): number => rows.filter(isRight).length / Math.max(1, rows.length);

/** The values with failures, worst first. */
function printAxes(rows: readonly Row[]): void {
  const groups = Map.groupBy(
    rows.flatMap((row) =>
      Object.entries(axesOf(row.plan)).map(([axis, value]) => ({ row, name: `${axis}: ${value}` })),
    ),
    ({ name }) => name,
  );
  const lines = [...groups]
    .map(([value, members]) => {
      const right = members.filter(({ row }) => isRight(row)).length;
      return { value, right, pages: members.length, wrong: members.length - right };
    })
    .filter(({ wrong }) => wrong > 0)
    .toSorted((a, b) => b.wrong / b.pages - a.wrong / a.pages);
  console.table(
    Object.fromEntries(lines.map(({ value, right, pages, wrong }) => [value, { right: `${right}/${pages}`, wrong }])),
  );
}

function printTotals(rows: readonly Row[], cpuSeconds: number): void {
  const times = rows.map(({ elapsedMs }) => elapsedMs / 1_000).toSorted((a, b) => a - b);
  const at = (part: number): string =>
    (times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0).toFixed(2);
  const films = rows.filter(({ plan }) => plan.film !== null);
  const empty = rows.filter(({ plan }) => plan.film === null);
  const falseMains = empty.filter(({ problems }) => problems.some((problem) => problem.startsWith('a main item')));
  console.table({
    generated: {
      right: `${rows.filter(isRight).length}/${rows.length}`,
      '%': (share(rows) * 100).toFixed(1),
      films: `${films.filter(isRight).length}/${films.length}`,
      'no film': `${empty.filter(isRight).length}/${empty.length}`,
      'false mains': falseMains.length,
      'median s': at(0.5),
      'p90 s': at(0.9),
      'CPU-s/page': (cpuSeconds / rows.length).toFixed(2),
    },
  });
  console.log(
    `load ${loadavg()[0]?.toFixed(1)}. Bars: 98 %, no false main; median <= 1.5 s, p90 <= 4.5 s, <= 0.7 CPU-s a page`,
  );
}
