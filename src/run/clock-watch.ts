import type { Clock, Log } from '../ports.ts';
import type { StorePorts } from '../services.ts';
import { replanned } from '../stages/schedule/polling.ts';

/** Smallest step that is reported, ms: less is drift or a time server's correction. */
const minStepMs = 1_000;

interface ClockWatchOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Grace after a step forward, in which leases are judged by the old time: every living owner renews within it. */
  readonly leaseMs: number;
  readonly onStep: (stepMs: number) => void;
}

/** Compares the calendar clock with the monotonic clock: when they diverge, the clock was set or the machine slept. */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  /** Calendar minus monotonic, ms. */
  #apartMs: number;
  #forwardMs = 0;
  /** By the monotonic clock, ms. */
  #forwardUntil = Number.NEGATIVE_INFINITY;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
    this.#apartMs = offsetMs(options.clock);
  }

  /** Logs a step of the clock since the last call. */
  look(): void {
    const { clock, log, leaseMs, onStep } = this.#options;
    const apartMs = offsetMs(clock);
    const stepMs = apartMs - this.#apartMs;
    this.#apartMs = apartMs;
    if (Math.abs(stepMs) < minStepMs) return;
    log.warn('clock.stepped', { byMs: Math.round(stepMs), now: clock.now() });
    const nowMs = clock.monotonicMs();
    const isInGrace = nowMs < this.#forwardUntil;
    this.#forwardMs = Math.max(0, (isInGrace ? this.#forwardMs : 0) + stepMs);
    this.#forwardUntil = nowMs + leaseMs;
    onStep(stepMs);
  }

  /** The time until which leases count as expired. */
  leasesEndedBy(now: Date): Date {
    this.look();
    const isInGrace = this.#options.clock.monotonicMs() < this.#forwardUntil;
    return isInGrace ? new Date(now.getTime() - this.#forwardMs) : now;
  }
}

const offsetMs = (clock: Clock): number => clock.now().getTime() - clock.monotonicMs();

/** Replans polls and visits that were planned before the clock was set back: their waits count from now. The frontier does the same at each claim. */
export async function replanSchedule({ store, clock, log }: StorePorts): Promise<void> {
  const now = clock.now();
  let sources = 0;
  for (const source of await store.sources.list()) {
    const replannedSource = replanned(source, now);
    if (replannedSource === source) continue;
    await store.sources.save(replannedSource);
    sources += 1;
  }
  const pages = await store.pages.replan(now);
  if (sources + pages > 0) log.info('schedule.replanned', { sources, pages });
}
