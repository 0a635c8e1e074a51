import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { growth } from '../checks/memory.ts';
import { type Planned, readPlan } from '../checks/plans.ts';
import { RequestLog } from '../checks/request-log.ts';
import { judge, type Verdict } from '../judge.ts';
import { type OpenSites, openSites } from '../sites/open-sites.ts';
import { writeScrapers } from '../sites/scrapers.ts';
import { minuteMs } from '../sites/site-plan.ts';
import { realSites } from './real-sites.ts';
import { startWatchProcess, type WatchProcess } from './watch-process.ts';

export interface RealOptions {
  readonly folder: string;
  readonly lengthMs: number;
  readonly say: (text: string) => void;
}

/** Pause between the end of a process and the start of the next, ms. */
const restartAfterMs = 3_000;
const sampleEveryMs = minuteMs;
/** A process that starts is not measured, ms. */
const warmUpMs = 20_000;
const lookEveryMs = 200;
/** Containers have 30 s to stop. */
const drainMs = 30_000;
/** Memory that the run may add, as a factor and as bytes: a process that has just started is smaller. */
const flat = { factor: 1.25, bytes: 80e6 };
const bounds = {
  revisitAfterMs: minuteMs,
  graceMs: 4 * minuteMs,
  windowGraceMs: Number.POSITIVE_INFINITY,
  catchUpMs: 3 * minuteMs,
  recoveryMs: 90_000,
  toleranceMs: 60,
};

interface Stop {
  readonly atMs: number;
  readonly signal: 'SIGTERM' | 'SIGKILL';
}

interface Restart {
  readonly atMs: number;
  readonly toMs: number;
  readonly signal: Stop['signal'];
  readonly planned: readonly Planned[];
}

/** Runs the real `watch` in real time, ends it in order and by kill -9, starts it again, and checks it by the sites' logs. */
export async function realTime(options: RealOptions): Promise<Verdict> {
  const { folder, lengthMs } = options;
  const startMs = Date.now();
  const begun = performance.now();
  const nowMs = (): number => performance.now() - begun;
  const plans = realSites(lengthMs, new Date(startMs));
  const log = new RequestLog(join(folder, 'requests.ndjson'));
  const time = { startMs, nowMs, wallMs: () => Date.now(), sleep: (ms: number) => pause(ms) };
  await using sites = await openSites(plans, lengthMs, time, log);
  await writeScrapers(folder, plans);
  const run = new RealRun(options, sites, nowMs);
  const stops: Stop[] = [
    { atMs: lengthMs * 0.3, signal: 'SIGTERM' },
    { atMs: lengthMs * 0.5, signal: 'SIGKILL' },
    { atMs: lengthMs * 0.75, signal: 'SIGTERM' },
  ];
  for (const stop of stops) await run.restartAt(stop);
  await run.endAt(lengthMs);
  const { restarts, sizes, late } = run;
  const pauses = restarts.map(({ atMs, toMs }) => ({ fromMs: atMs, toMs }));
  const kills = restarts.filter(({ signal }) => signal === 'SIGKILL').map(({ atMs, toMs }) => ({ fromMs: atMs, toMs }));
  const verdict = await judge({
    requests: log.read(),
    sites: sites.contents,
    lengthMs,
    interruptions: { stepsMs: [], pauses, kills },
    restarts,
    storeFolder: join(folder, 'data'),
    bounds,
  });
  const memory = growth('the memory', sizes, flat);
  return {
    ...verdict,
    checks: [
      ...verdict.checks,
      { name: 'SIGTERM drains, with exit code 0', breaches: late },
      { name: 'the memory of the process is flat', breaches: memory },
    ],
  };
}

/** The processes of a run, one after the other. */
class RealRun {
  readonly restarts: Restart[] = [];
  readonly sizes: number[] = [];
  /** Ends that took too long, or with another exit code. */
  readonly late: string[] = [];
  readonly #options: RealOptions;
  readonly #sites: OpenSites;
  readonly #nowMs: () => number;
  #process: WatchProcess;
  #sampledMs = 0;
  #startedMs = 0;

  constructor(options: RealOptions, sites: OpenSites, nowMs: () => number) {
    this.#options = options;
    this.#sites = sites;
    this.#nowMs = nowMs;
    this.#process = this.#start();
  }

  async restartAt({ atMs, signal }: Stop): Promise<void> {
    await this.#watchUntil(atMs);
    const endedMs = this.#nowMs();
    await this.#end(signal);
    const planned = await readPlan(join(this.#options.folder, 'data'));
    await pause(restartAfterMs);
    this.restarts.push({ atMs: endedMs, toMs: this.#nowMs(), signal, planned });
    this.#process = this.#start();
    this.#startedMs = this.#nowMs();
  }

  async endAt(atMs: number): Promise<void> {
    await this.#watchUntil(atMs);
    await this.#end('SIGTERM');
  }

  #start(): WatchProcess {
    return startWatchProcess(this.#options.folder, this.#sites, bounds.revisitAfterMs);
  }

  async #end(signal: Stop['signal']): Promise<void> {
    const { code, tookMs, stderr } = await this.#process.end(signal);
    this.#options.say(`${signal}: ended after ${(tookMs / 1_000).toFixed(1)} s with ${code ?? signal}`);
    if (signal === 'SIGKILL' || (code === 0 && tookMs <= drainMs)) return;
    this.late.push(`it ended with ${code} after ${Math.round(tookMs / 1_000)} s: ${stderr.slice(-500)}`);
  }

  async #watchUntil(untilMs: number): Promise<void> {
    while (this.#nowMs() < untilMs) {
      this.#process.throwIfOver();
      await this.#sites.followTroubles();
      const isDue = this.#nowMs() - this.#sampledMs >= sampleEveryMs;
      if (isDue && this.#nowMs() - this.#startedMs >= warmUpMs) this.#sample();
      await pause(lookEveryMs);
    }
  }

  #sample(): void {
    this.#sampledMs = this.#nowMs();
    const size = this.#process.rssBytes();
    this.sizes.push(size);
    this.#options.say(`minute ${Math.round(this.#sampledMs / minuteMs)}: ${(size / 1e6).toFixed(0)} MB`);
  }
}
