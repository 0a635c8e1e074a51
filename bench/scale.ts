import { parseArgs } from 'node:util';
import { kills, leaderKills, partitions, redisAway, storeAway } from './scale/disturbances.ts';
import { runSteadiness, type SteadinessOptions } from './scale/steadiness.ts';
import { runThroughput } from './scale/throughput.ts';
import type { Check } from './trials/trial.ts';

// One `watch` and four `worker` on a real Redis, as processes apart on this machine, each with a separate address: what is promised when workers die, servers
// are away, the network is cut and clocks differ; and how fast they are beside one process. Exit 1 where a promise does not hold.
// usage: npm run bench:scale -- [--only kills,elsewhere,leader,redis,store,partitions,clocks,throughput] [--minutes 5] [--away-s 30] [--partition-s 20] [--clock-s 5] [--workers 4] [--seed 1]

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    minutes: { type: 'string', default: '5' },
    'away-s': { type: 'string', default: '30' },
    'partition-s': { type: 'string', default: '20' },
    'clock-s': { type: 'string', default: '5' },
    workers: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
  },
});
const numberOf = (name: keyof typeof values): number => {
  const value = Number(values[name]);
  if (!(value > 0)) throw new RangeError(`--${name} is a number above 0`);
  return value;
};
const [workers, seed] = [numberOf('workers'), numberOf('seed')];
const [awayMs, partitionMs, clockAheadMs] = [numberOf('away-s'), numberOf('partition-s'), numberOf('clock-s')].map(
  (seconds) => seconds * 1_000,
) as [number, number, number];
const killsMs = numberOf('minutes') * 60_000;

/** Work for as long as the disturbance takes, and some more. */
const work = (durationMs: number, hosts: number, gapMs: number) => ({
  workers,
  seed,
  hosts,
  gapMs,
  durationMs,
  pagesPerHost: Math.ceil((durationMs + 20_000) / gapMs),
});
const partitionsMs = workers * (partitionMs + 10_000);
const runs: Readonly<Record<string, SteadinessOptions>> = {
  kills: { name: 'workers are killed at random', store: 'sqlite', ...work(killsMs, 16, 4_000), disturbance: kills },
  elsewhere: {
    name: 'workers on other machines are killed at random',
    store: 'sqlite',
    ...work(Math.min(killsMs, 90_000), 16, 4_000),
    disturbance: kills,
    isElsewhere: true,
  },
  leader: {
    name: 'two processes that may lead are killed at random',
    store: 'sqlite',
    ...work(Math.min(killsMs, 180_000), 16, 4_000),
    disturbance: leaderKills,
    watchers: 2,
    isElsewhere: true,
  },
  redis: {
    name: 'Redis is away',
    store: 'sqlite',
    ...work(awayMs + 15_000, 12, 2_000),
    disturbance: redisAway(awayMs),
  },
  store: {
    name: 'the store is away',
    store: 'mongodb',
    ...work(awayMs + 15_000, 8, 3_000),
    disturbance: storeAway(awayMs),
  },
  partitions: {
    name: 'a worker is cut off from queue and store, each in turn',
    store: 'mongodb',
    // fewer pages for longer ones: the tests' MongoDB server takes a second of CPU for a page
    ...work(partitionsMs, 8, Math.max(4_000, partitionMs / 5)),
    disturbance: partitions(partitionMs),
    isElsewhere: true,
  },
  clocks: {
    name: 'the clocks of workers differ, and workers are killed',
    store: 'mongodb',
    ...work(60_000, 8, 4_000),
    disturbance: kills,
    clockAheadMs,
    isElsewhere: true,
  },
};
const names = values.only?.split(',') ?? [...Object.keys(runs), 'throughput'];
const unknown = names.filter((name) => !(name in runs) && name !== 'throughput');
if (unknown.length > 0)
  throw new RangeError(`there is no ${unknown.join(', ')}: ${Object.keys(runs).join(', ')}, throughput`);

let failed = 0;
for (const name of names) {
  const run = runs[name];
  console.log(`\n${name}: ${run?.name ?? 'workers beside one process'}, seed ${seed}`);
  const checks: readonly Check[] = run === undefined ? await runThroughput({ workers }) : await runSteadiness(run);
  for (const { claim, isRight, seen } of checks) {
    console.log(`  ${isRight ? 'ok  ' : 'FAIL'}  ${claim}: ${seen}`);
    if (!isRight) failed += 1;
  }
}
console.log(failed === 0 ? '\nall promises hold' : `\n${failed} promises do not hold`);
process.exitCode = failed === 0 ? 0 : 1;
