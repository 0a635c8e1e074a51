import { join } from 'node:path';
import { growth } from '../checks/memory.ts';
import { judge, type Verdict } from '../judge.ts';
import { hourMs, minuteMs } from '../sites/site-plan.ts';
import type { Month, MonthOptions } from './month.ts';

/** By the product's defaults. A closed weekend is 60 hours. */
const bounds = {
  revisitAfterMs: 30 * minuteMs,
  graceMs: 12 * hourMs,
  windowGraceMs: 66 * hourMs,
  catchUpMs: 3 * hourMs,
  recoveryMs: hourMs,
  toleranceMs: 0,
};
/** Memory that 30 days may add, as a factor of the heap, and as bytes. */
const flatHeap = { factor: 1.15, bytes: 12e6 };
const flatProcess = { factor: 1.15, bytes: 60e6 };

/** Checks a simulated month by the logs of its sites and by the memory of its days. */
export async function judgeMonth(month: Month, { folder, lengthMs, happenings }: MonthOptions): Promise<Verdict> {
  const verdict = await judge({
    requests: month.requests.read(),
    sites: month.sites.contents,
    lengthMs,
    interruptions: {
      stepsMs: happenings.flatMap(({ kind, atMs }) => (kind === 'step' ? [atMs] : [])),
      pauses: happenings.flatMap((each) =>
        each.kind === 'restart' ? [{ fromMs: each.atMs, toMs: each.atMs + each.downMs }] : [],
      ),
    },
    restarts: month.restarts,
    storeFolder: join(folder, 'data'),
    bounds,
  });
  const heaps = month.days.map(({ heapBytes }) => heapBytes);
  const processes = month.days.map(({ rssBytes }) => rssBytes);
  const checks = [
    ...verdict.checks,
    { name: 'the heap is flat', breaches: growth('the heap', heaps, flatHeap) },
    { name: 'the memory of the process is flat', breaches: growth('the memory', processes, flatProcess) },
  ];
  return { ...verdict, checks };
}
