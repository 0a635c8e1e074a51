import type { Measured } from './measure.ts';

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

export const cpuPerPage = (rounds: readonly Measured[]): number =>
  median(rounds.map(({ cpuSeconds, pages }) => cpuSeconds / pages));

export const isComplete = (rounds: readonly Measured[]): boolean =>
  rounds.every(({ complete, pages }) => complete === pages);

/** One row: medians of the rounds. */
export function row(
  rounds: readonly Measured[],
  against: Readonly<Record<string, readonly Measured[]>>,
): Record<string, string> {
  const of = (each: (round: Measured) => number): number => median(rounds.map(each));
  const sum = (each: (round: Measured) => number): number => rounds.reduce((total, round) => total + each(round), 0);
  const cpu = cpuPerPage(rounds);
  return {
    'CPU-s/page': cpu.toFixed(cpu < 0.05 ? 4 : 3),
    'of it Node': of(({ nodeCpuSeconds, pages }) => nodeCpuSeconds / pages).toFixed(3),
    ...Object.fromEntries(
      Object.entries(against)
        .filter(([, peer]) => peer.length > 0)
        .map(([name, peer]) => [`x ${name}`, (cpu / cpuPerPage(peer)).toFixed(2)]),
    ),
    'pages/s': of(({ pages, elapsedMs }) => (pages * 1_000) / elapsedMs).toFixed(1),
    'peak MB': of(({ peakMb }) => peakMb).toFixed(0),
    complete: `${sum(({ complete }) => complete)}/${sum(({ pages }) => pages)}`,
    'each round': rounds.map((round) => cpuPerPage([round]).toFixed(cpu < 0.05 ? 4 : 3)).join(' '),
  };
}

export interface Bar {
  readonly bar: string;
  readonly measured: string;
  readonly result: 'pass' | 'FAIL' | 'not measured';
}

/** @param value undefined: this run did not measure it */
export const atMost = (bar: string, value: number | undefined, limit: number): Bar =>
  value === undefined || Number.isNaN(value)
    ? { bar: `${bar} <= ${limit}`, measured: '', result: 'not measured' }
    : {
        bar: `${bar} <= ${limit}`,
        measured: value.toFixed(limit < 0.1 ? 4 : 2),
        result: value <= limit ? 'pass' : 'FAIL',
      };

export const holds = (bar: string, measured: string, isTrue: boolean): Bar => ({
  bar,
  measured,
  result: isTrue ? 'pass' : 'FAIL',
});
