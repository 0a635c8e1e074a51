import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openLog } from '../src/log.ts';
import type { Verdict } from './month/judge.ts';
import { realTime } from './month/real/real-time.ts';
import { happeningsOf } from './month/simulated/happenings.ts';
import { judgeMonth } from './month/simulated/judge-month.ts';
import { type MonthOptions, simulateMonth } from './month/simulated/month.ts';
import { dayMs, minuteMs, sitePlans } from './month/sites/site-plan.ts';
import { dayLine, verdictLines } from './month/table.ts';

// `watch` for a month of simulated time against sites that publish by day and night, fail and recover, while the process restarts and its clock is set. What is
// promised is checked by the sites' own logs. usage: npm run bench:month -- [--days 30] [--keep] [--log warn], or
// [--real 30]: that many minutes of real time, with the real command in its own process. Exit 0: every promise is kept; 1: one is not.

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '30' },
    keep: { type: 'boolean', default: false },
    log: { type: 'string', default: 'error' },
    real: { type: 'string' },
  },
});
const days = Number(values.days);
if (!(days >= 1)) throw new RangeError('--days is a number from 1 on');
const level = (['debug', 'info', 'warn', 'error'] as const).find((name) => name === values.log);
if (level === undefined) throw new RangeError('--log is debug, info, warn or error');

const minutes = values.real === undefined ? null : Number(values.real);
if (minutes !== null && !(minutes >= 5)) throw new RangeError('--real is a number of minutes from 5 on');

const begun = performance.now();
const elapsed = (): string => `${((performance.now() - begun) / minuteMs).toFixed(1)} min`;

async function simulated(folder: string): Promise<Verdict> {
  const lengthMs = Math.round(days * dayMs);
  const options: MonthOptions = {
    folder,
    plans: sitePlans(lengthMs),
    lengthMs,
    happenings: happeningsOf(lengthMs),
    log: openLog({ level: level ?? 'error', json: false, stream: process.stderr }),
    onDay: (sample) => console.log(`${dayLine(sample)}  after ${elapsed()}`),
    collect: () => globalThis.gc?.(),
  };
  const month = await simulateMonth(options);
  console.log(`${days} days, ${month.requests.count} requests, ${month.jumps} jumps of the clock`);
  return await judgeMonth(month, options);
}

const inRealTime = (folder: string, lengthMs: number): Promise<Verdict> =>
  realTime({ folder, lengthMs, say: (text) => console.log(`after ${elapsed()}  ${text}`) });

const folder = await mkdtemp(join(tmpdir(), 'newshawk-month-'));
try {
  const verdict = await (minutes === null ? simulated(folder) : inRealTime(folder, minutes * minuteMs));
  console.log(verdictLines(verdict).join('\n'));
  console.log(`after ${elapsed()}${values.keep ? `, kept in ${folder}` : ''}`);
  process.exitCode = verdict.checks.every(({ breaches }) => breaches.length === 0) ? 0 : 1;
} finally {
  if (!values.keep) await rm(folder, { recursive: true });
}
