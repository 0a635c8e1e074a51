import { parseArgs } from 'node:util';
import { browserReturns } from './trials/browser-returns.ts';
import { busyMachine } from './trials/busy-machine.ts';
import { clockSteps } from './trials/clock-steps.ts';
import { harmlessDeaths } from './trials/harmless-deaths.ts';
import { killStorm, stormSite } from './trials/kill-storm.ts';
import { killedCrawls } from './trials/kills.ts';
import { mediaGuard } from './trials/media-guard.ts';
import { otherHost } from './trials/other-host.ts';
import { outage } from './trials/outage.ts';
import { silentConnections } from './trials/silent-connections.ts';
import { slowReader } from './trials/slow-reader.ts';
import { openBench, type Trial } from './trials/trial.ts';
import { openTrialSite, type TrialSiteOptions } from './trials/trial-site.ts';

// What a user's day may bring, tried on the real command line in processes apart, against a site on this machine. Each trial says what it saw; exit 1 when a
// claim does not hold. Those of the default take some twelve minutes. The storms of kills run only where they are named (200 kills on SQLite take some fifteen
// minutes), and so do the busy machine and hostile media, which need ffmpeg, ffprobe and yt-dlp in PATH.
// usage: npm run bench:trials -- [--only slow-reader,browser,outage,clock,host,kills,deaths,connections,busy,hostile-media,storm,storm-mongodb] [--outage-s 90] [--load 40] [--kills 200] [--seed 1]

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    'outage-s': { type: 'string', default: '90' },
    kills: { type: 'string' },
    load: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
});
const storm = (store: 'sqlite' | 'mongodb', kills: number) =>
  killStorm({ store, kills: Number(values.kills ?? kills), seed: Number(values.seed) });
const outageMs = Number(values['outage-s']) * 1_000;
if (!(outageMs >= 0)) throw new RangeError('--outage-s is a number of seconds');

const trials: Readonly<Record<string, readonly [Trial, TrialSiteOptions]>> = {
  'slow-reader': [slowReader, { articles: 120 }],
  browser: [browserReturns, { articles: 8, rendered: true }],
  outage: [outage(outageMs), { articles: 6 }],
  clock: [clockSteps, { articles: 60, delayMs: 100 }],
  host: [otherHost, { articles: 60, delayMs: 100 }],
  kills: [killedCrawls, { articles: 120, delayMs: 40 }],
  deaths: [harmlessDeaths, { articles: 6, delayMs: 1_500 }],
  busy: [busyMachine(Number(values.load)), { articles: 0 }],
  'hostile-media': [mediaGuard, { articles: 0 }],
  connections: [silentConnections, { articles: 0 }],
  storm: [storm('sqlite', 200), stormSite],
  'storm-mongodb': [storm('mongodb', 50), stormSite],
};
const names =
  values.only?.split(',') ?? Object.keys(trials).filter((name) => !/^(?:storm|busy|hostile-media)/.test(name));
const unknown = names.filter((name) => !(name in trials));
if (unknown.length > 0)
  throw new RangeError(`there is no trial ${unknown.join(', ')}: ${Object.keys(trials).join(', ')}`);

let failed = 0;
for (const name of names) {
  const [trial, options] = trials[name] ?? [slowReader, { articles: 0 }];
  console.log(`\n${trial.name}`);
  await using bench = await openBench(await openTrialSite(options));
  for (const { claim, isRight, seen } of await trial.run(bench)) {
    console.log(`  ${isRight ? 'ok  ' : 'FAIL'}  ${claim}: ${seen}`);
    if (!isRight) failed += 1;
  }
}
console.log(failed === 0 ? '\nall claims hold' : `\n${failed} claims do not hold`);
process.exitCode = failed === 0 ? 0 : 1;
