import type { Measured } from './samples.ts';

/** What was measured, by operation, for each size of a store. */
export type Growth = ReadonlyMap<number, Readonly<Record<string, Measured>>>;

interface Bar {
  readonly operation: string;
  readonly text: string;
  /** @returns what was measured, and whether the bar is kept */
  readonly judge: (measured: Measured) => readonly [seen: string, isKept: boolean];
}

const atMost = (ms: number, operation: string): Bar => ({
  operation,
  text: `p99 below ${ms} ms`,
  judge: ({ p99Ms, cpuP99Ms }) => [`${millis(p99Ms)} (CPU ${millis(cpuP99Ms)})`, p99Ms < ms],
});

const atLeast = (rate: number, operation: string, what: string): Bar => ({
  operation,
  text: `at least ${rate.toLocaleString('en')} ${what} a second`,
  judge: ({ perSecond, perCpuSecond }) => [`${count(perSecond)} (${count(perCpuSecond)} by CPU)`, perSecond >= rate],
});

export const names = {
  upsert: 'upsert of 500 links',
  claim: 'claim of 100, a thousand tasks a second',
  ending: 'ending of a page: article of 20 KB, 100 links',
  open: 'opening after kill -9',
  copies: 'look-up of copies',
} as const;

/** For a store of a million entries, embedded. */
const bars: readonly Bar[] = [
  atMost(20, names.claim),
  atLeast(20_000, names.upsert, 'links'),
  atLeast(300, names.ending, 'endings'),
  atMost(1_000, names.open),
  atMost(5, names.copies),
];

/** Prints each bar beside what was measured. @returns how many are missed */
export function printBars(measured: Readonly<Record<string, Measured>>): number {
  let missed = 0;
  console.log(
    '\nbars of the embedded store, at a million entries; in brackets the CPU time alone, which a busy machine does not change',
  );
  for (const { operation, text, judge } of bars) {
    const result = measured[operation];
    if (result === undefined) continue;
    const [seen, isKept] = judge(result);
    if (!isKept) missed += 1;
    console.log(`  ${isKept ? 'ok  ' : 'MISS'}  ${operation}: ${text}; ${seen}`);
  }
  return missed;
}

/** Prints p50 and p99 of each operation, a column for each size: as elapsed, and CPU alone, with its growth from the smallest store to the largest that was measured. */
export function printGrowth(title: string, growth: Growth): void {
  const sizes = [...growth.keys()];
  const operations = new Set([...growth.values()].flatMap((measured) => Object.keys(measured)));
  const heads = sizes.map((size) => size.toLocaleString('en').padStart(22)).join('');
  console.log(`\n${title}: p50 / p99 in ms, by entries\n  ${''.padEnd(48)}${heads}`);
  for (const operation of operations) {
    const cells = sizes.map((size) => {
      const measured = growth.get(size)?.[operation];
      return cellOf(measured && [measured.p50Ms, measured.p99Ms]);
    });
    console.log(`  ${operation.padEnd(48)}${cells.join('')}`);
  }
  console.log(`\n${title}: CPU of this process, p50 / p99 in ms, and how its median grows\n  ${''.padEnd(48)}${heads}`);
  for (const operation of operations) {
    const measured = sizes.map((size) => growth.get(size)?.[operation]);
    const cells = measured.map((one) => cellOf(one && [one.cpuP50Ms, one.cpuP99Ms]));
    // the largest store is measured for some operations only
    const [smallest, largest] = [measured.find((one) => one), measured.findLast((one) => one)];
    const factor = smallest && largest ? `x ${(largest.cpuP50Ms / smallest.cpuP50Ms).toFixed(1)}` : '-';
    console.log(`  ${operation.padEnd(48)}${cells.join('')}${factor.padStart(10)}`);
  }
}

const cellOf = (times: readonly [p50: number, p99: number] | undefined): string =>
  (times === undefined ? '-' : times.map(millis).join(' / ')).padStart(22);

export const millis = (ms: number): string => (ms < 10 ? ms.toFixed(2) : ms.toFixed(0));
export const count = (number: number): string => Math.round(number).toLocaleString('en');
