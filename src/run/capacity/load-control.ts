import type { BrowserPool } from '../../browser-port.ts';
import type { LoadView } from '../../model/crawl/load.ts';
import type { Clock, LoadSampler, Log } from '../../ports.ts';
import {
  adjust,
  type Concurrency,
  type ConcurrencyBounds,
  startConcurrency,
} from '../../stages/schedule/concurrency.ts';
import { BrowserSlots, withSlots } from './browser-slots.ts';

interface LoadControlOptions {
  readonly sampler: LoadSampler;
  readonly clock: Clock;
  /** Tasks at once; `auto`: by load. */
  readonly concurrency: number | 'auto';
  /** Tasks at once, at most, whatever the load. */
  readonly maxTasks: number;
  readonly log: Log;
}

/** Running tasks, and all that have ended. */
export interface TaskCount {
  readonly running: number;
  readonly ended: number;
}

/** The part of the run's load that the control measures. */
export type LoadNumbers = Omit<LoadView, 'restingHosts' | 'throttled' | 'freeTries'>;

/** Tasks per core. Measured: 4 pages at once keep 2 cores busy. Static fetches mostly wait; their number grows within seconds while they do. */
const pagesPerCore = { start: 2, max: 8 };
const fetchesPerCore = { start: 4, max: 48 };

/** Where the control starts and its limits. A fixed concurrency is not varied; only short memory reduces it. */
export function boundsFor(concurrency: number | 'auto', cores: number, maxTasks: number): ConcurrencyBounds {
  if (concurrency !== 'auto') {
    const fixed = { min: concurrency, start: concurrency, max: concurrency };
    return { browser: fixed, fetches: fixed };
  }
  const byCores = ({ start, max }: typeof pagesPerCore, least: number) => {
    const limit = Math.min(maxTasks, Math.max(least * 2, Math.round(cores * max)));
    return { min: least, start: Math.min(limit, Math.max(least, Math.round(cores * start))), max: limit };
  };
  return { browser: byCores(pagesPerCore, 1), fetches: byCores(fetchesPerCore, 2) };
}

/** Samples the load once a second, and limits the tasks at once and the pages in the browser by it. */
export class LoadControl {
  readonly slots: BrowserSlots;
  readonly #options: LoadControlOptions;
  readonly #bounds: ConcurrencyBounds;
  #state: Concurrency;
  /** At the last tick. */
  #last: { readonly atMs: number; readonly ended: number; readonly pages: number };
  #sample: LoadNumbers;
  #pool: BrowserPool | null = null;
  #isShort = false;

  constructor(options: LoadControlOptions) {
    this.#options = options;
    this.#bounds = boundsFor(options.concurrency, options.sampler.cores, options.maxTasks);
    this.#state = startConcurrency(this.#bounds);
    this.slots = new BrowserSlots(this.#state.browser.limit);
    this.#last = { atMs: options.clock.monotonicMs(), ended: 0, pages: 0 };
    this.#sample = this.#viewOf(options.sampler.sample(), 0);
  }

  /** Tasks at once, at most. */
  get maxTasks(): number {
    return this.#isFixed
      ? this.#bounds.fetches.max
      : Math.min(this.#options.maxTasks, this.#bounds.fetches.max + this.#bounds.browser.max);
  }

  /**
   * How many more tasks may begin. A task's need for a browser shows only after its static fetch: while pages queue for the browser, more tasks would only make
   * the queue longer.
   */
  room(running: number): number {
    if (this.#isFixed) return this.#bounds.fetches.max - running;
    const { running: open, waiting } = this.slots;
    if (waiting > this.slots.limit) return 0;
    return Math.min(this.#state.fetches.limit - (running - open - waiting), this.maxTasks - running);
  }

  /** The pool, whose pages wait for a slot. */
  withSlots(open: () => Promise<BrowserPool>): () => Promise<BrowserPool> {
    let wrapped: { readonly inner: BrowserPool; readonly pool: BrowserPool } | null = null;
    return async () => {
      const inner = await open();
      if (wrapped?.inner !== inner) wrapped = { inner, pool: withSlots(inner, this.slots) };
      this.#pool = inner;
      return wrapped.pool;
    };
  }

  /** Once a second. */
  tick({ running, ended }: TaskCount): LoadNumbers {
    const { sampler, clock, log } = this.#options;
    const nowMs = clock.monotonicMs();
    const sample = sampler.sample();
    const { running: open, waiting, ended: pages } = this.slots;
    const use = {
      browser: { running: open, waiting, ended: pages - this.#last.pages },
      fetches: { running: running - open - waiting, waiting: 0, ended: ended - this.#last.ended },
    };
    const seconds = Math.max(0.1, (nowMs - this.#last.atMs) / 1_000);
    this.#state = adjust(this.#state, sample, use, this.#bounds, seconds);
    this.#last = { atMs: nowMs, ended, pages };
    this.slots.resize(this.#state.browser.limit);
    this.#reportMemory(log, sample.freeMemory);
    this.#sample = this.#viewOf(sample, use.fetches.running);
    return this.#sample;
  }

  get #isFixed(): boolean {
    return this.#options.concurrency !== 'auto';
  }

  #reportMemory(log: Log, freeMemory: number): void {
    const isShort = this.#state.limitedBy === 'memory' && this.#state.browser.limit < this.#bounds.browser.start;
    if (isShort && !this.#isShort)
      log.warn('load.memory-short', {
        free: `${Math.round(freeMemory * 100)} %`,
        advice: 'fewer pages are opened until there is more; give it more memory, or a lower NEWSHAWK_CONCURRENCY',
      });
    this.#isShort = isShort;
  }

  #viewOf(sample: ReturnType<LoadSampler['sample']>, fetching: number): LoadNumbers {
    const { launches, contexts } = this.#pool?.stats ?? { launches: 0, contexts: 0 };
    const { running, waiting, limit } = this.slots;
    const { limitedBy, fetches } = this.#state;
    return {
      ...sample,
      limitedBy: this.#isFixed && limitedBy !== 'memory' ? 'fixed' : limitedBy,
      fetches: { running: fetching, limit: fetches.limit },
      browserPages: { running, waiting, limit },
      browser: this.#pool?.health ?? { state: 'idle' },
      launches,
      contexts,
    };
  }
}
