import type { LoadView } from '../../model/crawl/load.ts';
import type { BrowserPool, LoadSampler, Log } from '../../ports.ts';
import {
  adjust,
  type Concurrency,
  type ConcurrencyBounds,
  startConcurrency,
} from '../../stages/schedule/concurrency.ts';
import { BrowserSlots, withSlots } from './browser-slots.ts';

export interface LoadControlOptions {
  readonly sampler: LoadSampler;
  /** Tasks at once; `auto`: by load. */
  readonly concurrency: number | 'auto';
  /** Of tasks at once, whatever the load. */
  readonly most: number;
  readonly log: Log;
}

/** What the run counts: tasks that were begun and not ended, endings so far. */
export interface TaskCount {
  readonly running: number;
  readonly ended: number;
}

export type LoadNumbers = Omit<LoadView, 'restingHosts' | 'throttled' | 'freeTries'>;

/** Measured: 4 pages at once keep 2 cores busy. Static fetches wait more than they work; where they do, their number grows within seconds. */
const pagesPerCore = { start: 2, most: 8 };
const fetchesPerCore = { start: 4, most: 48 };

/** Where the control starts and how far it may go. A fixed number stays what it is; only short memory takes from it. */
export function boundsFor(concurrency: number | 'auto', cores: number, most: number): ConcurrencyBounds {
  if (concurrency !== 'auto') {
    const fixed = { least: concurrency, start: concurrency, most: concurrency };
    return { browser: fixed, fetches: fixed };
  }
  const by = ({ start, most: share }: typeof pagesPerCore, least: number) => {
    const limit = Math.min(most, Math.max(least * 2, Math.round(cores * share)));
    return { least, start: Math.min(limit, Math.max(least, Math.round(cores * start))), most: limit };
  };
  return { browser: by(pagesPerCore, 1), fetches: by(fetchesPerCore, 2) };
}

/** Looks at the load once a second and says how many tasks, and of them how many pages in the browser, may run. */
export class LoadControl {
  readonly slots: BrowserSlots;
  readonly #options: LoadControlOptions;
  readonly #bounds: ConcurrencyBounds;
  #state: Concurrency;
  #seen: { readonly at: number; readonly ended: number; readonly pages: number };
  #sample: LoadNumbers;
  #pool: BrowserPool | null = null;
  #isShort = false;

  constructor(options: LoadControlOptions) {
    this.#options = options;
    this.#bounds = boundsFor(options.concurrency, options.sampler.cores, options.most);
    this.#state = startConcurrency(this.#bounds);
    this.slots = new BrowserSlots(this.#state.browser.limit);
    this.#seen = { at: performance.now(), ended: 0, pages: 0 };
    this.#sample = this.#viewOf(options.sampler.sample(), 0);
  }

  /** Tasks that may run at once at the most. */
  get most(): number {
    return this.#isFixed
      ? this.#bounds.fetches.most
      : Math.min(this.#options.most, this.#bounds.fetches.most + this.#bounds.browser.most);
  }

  /**
   * How many more tasks may begin. Which of them will need a browser is not known before they were fetched: where pages queue for the browser, the browser
   * is what is short, and more tasks would only make the queue longer.
   */
  room(running: number): number {
    if (this.#isFixed) return this.#bounds.fetches.most - running;
    const { running: open, waiting } = this.slots;
    if (waiting > this.slots.limit) return 0;
    return Math.min(this.#state.fetches.limit - (running - open - waiting), this.most - running);
  }

  /** The pool with our places in front of it. */
  withSlots(open: () => Promise<BrowserPool>): () => Promise<BrowserPool> {
    let made: { readonly of: BrowserPool; readonly pool: BrowserPool } | null = null;
    return async () => {
      const of = await open();
      if (made?.of !== of) made = { of, pool: withSlots(of, this.slots) };
      this.#pool = of;
      return made.pool;
    };
  }

  /** Once a second. */
  tick({ running, ended }: TaskCount): LoadNumbers {
    const { sampler, log } = this.#options;
    const now = performance.now();
    const sample = sampler.sample();
    const { running: open, waiting, ended: pages } = this.slots;
    const use = {
      browser: { running: open, waiting, ended: pages - this.#seen.pages },
      fetches: { running: running - open - waiting, waiting: 0, ended: ended - this.#seen.ended },
    };
    const seconds = Math.max(0.1, (now - this.#seen.at) / 1_000);
    this.#state = adjust(this.#state, sample, use, this.#bounds, seconds);
    this.#seen = { at: now, ended, pages };
    this.slots.resize(this.#state.browser.limit);
    this.#tellOfMemory(log, sample.freeMemory);
    this.#sample = this.#viewOf(sample, use.fetches.running);
    return this.#sample;
  }

  get #isFixed(): boolean {
    return this.#options.concurrency !== 'auto';
  }

  #tellOfMemory(log: Log, freeMemory: number): void {
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
