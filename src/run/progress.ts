import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { LoadView } from '../model/crawl/load.ts';
import type { Visit } from '../model/crawl/visit.ts';
import type { Clock } from '../ports.ts';
import type { FrontierCounts } from '../storage/crawl/frontier-port.ts';
import type { VisitResult } from '../storage/port.ts';
import type { CrawlProgress, CutShortList } from './report.ts';

const nsPerMs = 1e6;
/** The rate is that of the endings in this time, ms. */
const rateWindowMs = 10_000;
/** Lists with more than was loaded that are kept for the table. */
const maxCutShort = 1_000;

/** Counts the endings of a run, for the live view and the limits. */
export class ProgressMeter {
  readonly #clock: Clock;
  readonly #startedMs: number;
  readonly #loop = monitorEventLoopDelay({ resolution: 5 });
  #recent: number[] = [];
  #pages = 0;
  #polls = 0;
  #stored = 0;
  #duplicates = 0;
  #offTopic = 0;
  #failures = 0;
  #mediaItems = 0;
  #throttled = 0;
  #freeTries = 0;
  readonly #cutShort = new Map<string, CutShortList>();
  #last = '';

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedMs = clock.monotonicMs();
    this.#loop.enable();
  }

  get pages(): number {
    return this.#pages;
  }

  get failures(): number {
    return this.#failures;
  }

  get elapsedMs(): number {
    return this.#clock.monotonicMs() - this.#startedMs;
  }

  /** p99 of the event loop's delay so far, ms. */
  get loopDelayP99Ms(): number {
    return this.#loop.percentile(99) / nsPerMs;
  }

  /** Lists whose last visit left something unloaded. */
  get cutShort(): readonly CutShortList[] {
    return [...this.#cutShort.values()];
  }

  count({ task, visit, next, media, stored }: VisitResult): void {
    if (stored?.accepted !== true) return;
    this.#noteList(visit);
    const nowMs = this.#clock.monotonicMs();
    this.#recent = [...this.#recent.filter((atMs) => atMs > nowMs - rateWindowMs), nowMs];
    if (task.kind === 'page' && next.kind !== 'retry') this.#pages += 1;
    if (task.kind !== 'page') this.#polls += 1;
    if (visit.outcome === 'failed') this.#failures += 1;
    if (visit.reason === 'throttled') this.#throttled += 1;
    if (next.kind === 'retry' && !next.costsAttempt) this.#freeTries += 1;
    if (stored.article?.status === 'published') this.#stored += 1;
    if (stored.article?.status === 'duplicate') this.#duplicates += 1;
    if (stored.article?.status === 'off-topic') this.#offTopic += 1;
    this.#mediaItems += media.length;
    this.#last = `${visit.outcome}${visit.reason === null ? '' : ` (${visit.reason})`} ${task.url}`;
  }

  #noteList({ url, listCutShort }: Visit): void {
    this.#cutShort.delete(url);
    if (listCutShort !== undefined && this.#cutShort.size < maxCutShort)
      this.#cutShort.set(url, { url, ...listCutShort });
  }

  progress(counts: FrontierCounts, running: number, load: Omit<LoadView, 'throttled' | 'freeTries'>): CrawlProgress {
    const nowMs = this.#clock.monotonicMs();
    const windowMs = Math.min(rateWindowMs, Math.max(1, this.elapsedMs));
    const rate = (this.#recent.filter((atMs) => atMs > nowMs - rateWindowMs).length * 1_000) / windowMs;
    return {
      elapsedMs: this.elapsedMs,
      done: this.#pages,
      queued: counts.pending,
      running,
      polls: this.#polls,
      pagesPerSecond: rate,
      stored: this.#stored,
      duplicates: this.#duplicates,
      offTopic: this.#offTopic,
      failures: this.#failures,
      mediaItems: this.#mediaItems,
      memoryBytes: load.nodeBytes + (load.browserBytes ?? 0),
      etaMs: rate > 0 ? ((counts.pending + running) / rate) * 1_000 : null,
      load: { ...load, throttled: this.#throttled, freeTries: this.#freeTries },
      last: this.#last,
    };
  }

  stop(): void {
    this.#loop.disable();
  }
}
