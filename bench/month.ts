import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openLog } from '../src/log.ts';
import { happeningsOf } from './month/simulated/happenings.ts';
import { judge } from './month/simulated/judge.ts';
import { type MonthOptions, simulateMonth } from './month/simulated/month.ts';
import { dayMs, sitePlans } from './month/sites/site-plan.ts';
import { dayLine, verdictLines } from './month/table.ts';

// `watch` for a month of simulated time against sites that publish by day and night, fail and recover, while the process restarts and its clock is set. What is
// promised is checked by the sites' own logs. usage: npm run bench:month -- [--days 30] [--keep] [--log warn]. Exit 0: every promise is kept; 1: one is not.

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '30' },
    keep: { type: 'boolean', default: false },
    log: { type: 'string', default: 'error' },
  },
});
const days = Number(values.days);
if (!(days >= 1)) throw new RangeError('--days is a number from 1 on');
const level = (['debug', 'info', 'warn', 'error'] as const).find((name) => name === values.log);
if (level === undefined) throw new RangeError('--log is debug, info, warn or error');

const lengthMs = Math.round(days * dayMs);
const plans = sitePlans(lengthMs);
const folder = await mkdtemp(join(tmpdir(), 'newshawk-month-'));
const begun = performance.now();
const options: MonthOptions = {
  folder,
  plans,
  lengthMs,
  happenings: happeningsOf(lengthMs),
  log: openLog({ level, json: false, stream: process.stderr }),
  onDay: (sample) => console.log(`${dayLine(sample)}  after ${((performance.now() - begun) / 60_000).toFixed(1)} min`),
  collect: () => globalThis.gc?.(),
};
try {
  const month = await simulateMonth(options);
  const verdict = await judge(month, options);
  console.log(verdictLines(verdict, plans).join('\n'));
  console.log(
    `${days} days in ${((performance.now() - begun) / 60_000).toFixed(1)} min, ${month.requests.count} requests, ${month.jumps} jumps of the clock${values.keep ? `, kept in ${folder}` : ''}`,
  );
  process.exitCode = verdict.checks.every(({ breaches }) => breaches.length === 0) ? 0 : 1;
} finally {
  if (!values.keep) await rm(folder, { recursive: true });
}
