import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../../src/ports.ts';
import { startWatch } from '../../../src/run/start-run.ts';
import { ownerName } from '../../../src/watch/assignment/owner.ts';
import { randomOf } from '../../soak-site.ts';
import { type Planned, readPlan } from '../checks/plans.ts';
import { RequestLog } from '../checks/request-log.ts';
import { type OpenSites, openSites } from '../sites/open-sites.ts';
import { writeScrapers } from '../sites/scrapers.ts';
import { type SitePlan, startOfMonth } from '../sites/site-plan.ts';
import { Activity } from './activity.ts';
import { drive } from './drive.ts';
import type { Happening } from './happenings.ts';
import { openPorts, type PortsRequest } from './open-ports.ts';
import { SimulatedTime } from './simulated-time.ts';

/** What is measured at the end of a simulated day, with nothing in flight. */
export interface DaySample {
  readonly day: number;
  readonly heapBytes: number;
  readonly rssBytes: number;
  readonly storeBytes: number;
  readonly requests: number;
  readonly articles: number;
}

export interface MonthOptions {
  readonly folder: string;
  readonly plans: readonly SitePlan[];
  readonly lengthMs: number;
  readonly happenings: readonly Happening[];
  readonly log: Log;
  readonly onDay: (sample: DaySample) => void;
  /** Called before each sample: collects garbage. */
  readonly collect: () => void;
}

export interface Month {
  readonly requests: RequestLog;
  readonly sites: OpenSites;
  readonly days: readonly DaySample[];
  /** What was planned when the process ended, by restart. */
  readonly restarts: readonly { readonly atMs: number; readonly planned: readonly Planned[] }[];
  readonly jumps: number;
}

const dayMs = 86_400_000;
const steady = {
  NEWSHAWK_CONCURRENCY: '16',
  NEWSHAWK_RENDER: 'static',
  NEWSHAWK_LOG: 'silent',
};

/** Runs `watch` against the sites for the simulated time, and hands it over while the sites' log is there. */
export async function simulateMonth(options: MonthOptions): Promise<Month> {
  const { folder, plans, lengthMs, happenings, log } = options;
  const time = new SimulatedTime(startOfMonth);
  const activity = new Activity();
  const requests = new RequestLog(join(folder, 'requests.ndjson'));
  const never = new AbortController().signal;
  await using sites = await openSites(
    plans,
    lengthMs,
    {
      startMs: startOfMonth.getTime(),
      nowMs: () => time.monotonicMs(),
      wallMs: () => time.wallMs,
      sleep: (ms) => activity.waiting(time.sleep(ms, never)),
    },
    requests,
  );
  await writeScrapers(folder, plans);
  const request: PortsRequest = {
    folder,
    env: {
      ...steady,
      NEWSHAWK_CONNECT_TO: sites.connectTo.join(','),
      NEWSHAWK_ALLOW_NETWORKS: sites.networks.join(','),
    },
    time,
    activity,
    random: randomOf(1),
    log,
    owner: ownerName(startOfMonth),
  };
  const days: DaySample[] = [];
  const restarts: { atMs: number; planned: readonly Planned[] }[] = [];
  let jumps = 0;
  while (time.monotonicMs() < lengthMs) {
    const next = happenings.find(({ kind, atMs }) => kind === 'restart' && atMs > time.monotonicMs());
    const endMs = Math.min(lengthMs, next?.atMs ?? lengthMs);
    jumps += await runUntil(endMs, request, { ...options, sites, requests, days });
    if (next?.kind !== 'restart' || time.monotonicMs() >= lengthMs) continue;
    restarts.push({ atMs: time.monotonicMs(), planned: await readPlan(join(folder, 'data')) });
    time.jumpTo(Math.min(lengthMs, time.monotonicMs() + next.downMs));
    await sites.followTroubles();
  }
  requests.flush();
  return { requests, sites, days, restarts, jumps };
}

interface Stretch extends MonthOptions {
  readonly sites: OpenSites;
  readonly requests: RequestLog;
  readonly days: DaySample[];
}

/** One process: from its start to its orderly end. @returns the number of jumps */
async function runUntil(endMs: number, request: PortsRequest, stretch: Stretch): Promise<number> {
  const { time, activity } = request;
  const { sites, happenings } = stretch;
  await using opened = await openPorts(request);
  const { store } = opened;
  const stop = new AbortController();
  let isOver = false;
  const watching = startWatch(opened.ports, {
    targets: [],
    concurrency: null,
    signal: stop.signal,
    onProgress: () => {},
  }).finally(() => {
    isOver = true;
  });
  watching.catch(() => {}); // awaited below
  while (!time.isLookedAt && !isOver) await pause(5); // modules are loaded: no time of the simulation
  let jumps = 0;
  while (time.monotonicMs() < endMs && !isOver) {
    const nowMs = time.monotonicMs();
    const step = happenings.find(({ kind, atMs }) => kind === 'step' && atMs > nowMs);
    const nextDayMs = (Math.floor(nowMs / dayMs) + 1) * dayMs;
    const untilMs = Math.min(endMs, sites.nextTroubleMs(), nextDayMs, step?.atMs ?? endMs);
    jumps += await drive({ time, activity, store, untilMs, isOver: () => isOver });
    await sites.followTroubles();
    if (step?.kind === 'step' && time.monotonicMs() === step.atMs) time.step(step.byMs);
    if (time.monotonicMs() === nextDayMs) await sample(nextDayMs / dayMs, request, stretch, store);
  }
  stop.abort();
  await drive({ time, activity, store, untilMs: Number.POSITIVE_INFINITY, isOver: () => isOver });
  await watching;
  return jumps;
}

async function sample(
  day: number,
  { folder }: PortsRequest,
  { requests, days, collect, onDay }: Stretch,
  store: { readonly articles: { count(filter: object): Promise<number> } },
): Promise<void> {
  requests.flush();
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  const taken = {
    day,
    heapBytes: heapUsed,
    rssBytes: rss,
    storeBytes: await sizeOf(join(folder, 'data')),
    requests: requests.count,
    articles: await store.articles.count({}),
  };
  days.push(taken);
  onDay(taken);
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
