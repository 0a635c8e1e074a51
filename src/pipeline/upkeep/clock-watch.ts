import type { Clock, Log } from '../../ports.ts';
import { replanned } from '../../stages/schedule/polling.ts';
import type { CrawlPorts } from '../ports.ts';

/** Less is drift, or the slow hand of a time server, ms. */
const smallestStepMs = 1_000;

export interface ClockWatchOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** For this long after a step forward, leases are judged by the time before it: every living owner has renewed by then. */
  readonly leaseMs: number;
  readonly onStep: (stepMs: number) => void;
}

/** Compares the calendar's clock with the monotonic one: where they part, somebody has set the clock, or the machine has slept. */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  /** Calendar minus monotonic, ms. */
  #apartMs: number;
  #forwardMs = 0;
  /** By the monotonic clock, ms. */
  #forwardUntil = Number.NEGATIVE_INFINITY;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
    this.#apartMs = apart(options.clock);
  }

  /** Says in the log when and how far the clock was set since the last look. */
  look(): void {
    const { clock, log, leaseMs, onStep } = this.#options;
    const apartMs = apart(clock);
    const stepMs = apartMs - this.#apartMs;
    this.#apartMs = apartMs;
    if (Math.abs(stepMs) < smallestStepMs) return;
    log.warn('clock.stepped', { byMs: Math.round(stepMs), now: clock.now() });
    const nowMs = clock.monotonicMs();
    const isInGrace = nowMs < this.#forwardUntil;
    this.#forwardMs = Math.max(0, (isInGrace ? this.#forwardMs : 0) + stepMs);
    this.#forwardUntil = nowMs + leaseMs;
    onStep(stepMs);
  }

  /** Leases that ended by then are over. */
  leasesEndedBy(now: Date): Date {
    this.look();
    const isInGrace = this.#options.clock.monotonicMs() < this.#forwardUntil;
    return isInGrace ? new Date(now.getTime() - this.#forwardMs) : now;
  }
}

const apart = (clock: Clock): number => clock.now().getTime() - clock.monotonicMs();

/** Polls and visits that were planned by a clock which has been set back since: their waits count from now. The frontier does the same with each claim. */
export async function planAnew({ store, clock, log }: Pick<CrawlPorts, 'store' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  let sources = 0;
  for (const source of await store.sources.list()) {
    const anew = replanned(source, now);
    if (anew === source) continue;
    await store.sources.save(anew);
    sources += 1;
  }
  const pages = await store.pages.replan(now);
  if (sources + pages > 0) log.info('schedule.replanned', { sources, pages });
}
