import type { BrowserAbsence } from '../../../model/crawl/browser-health.ts';
import type { Log, Random } from '../../../ports.ts';
import type { LaunchFailure } from './launch-failure.ts';

/** Pauses between failed starts. */
export interface LaunchPauses {
  readonly firstMs: number;
  readonly longestMs: number;
}

const defaultPauses: LaunchPauses = { firstMs: 1_000, longestMs: 30_000 };

interface LaunchBackoffOptions {
  readonly random: Random;
  readonly log: Log;
  /** Default: 1 s, doubled up to 30 s. */
  readonly pauses?: LaunchPauses | undefined;
}

/** Backoff between failed browser starts, and the state that is reported meanwhile. */
export class LaunchBackoff {
  readonly #options: LaunchBackoffOptions;
  readonly #tryNow: () => void;
  #failure: LaunchFailure | null = null;
  /** `performance.now()` of the first failure. */
  #since = 0;
  #nextAt = 0;
  /** Starts in a row without a page that was read. */
  #failedStarts = 0;
  #timer: NodeJS.Timeout | null = null;
  #hasRun = false;

  /** @param tryNow called when the pause is over */
  constructor(options: LaunchBackoffOptions, tryNow: () => void) {
    this.#options = options;
    this.#tryNow = tryNow;
  }

  /** Null: no start has failed since the last success. */
  get absence(): BrowserAbsence | null {
    if (this.#failure === null) return null;
    const { why, message, isLasting } = this.#failure;
    const now = performance.now();
    const times = { forMs: now - this.#since, nextTryMs: Math.max(0, this.#nextAt - now) };
    return { state: 'absent', ...times, why, message, isLasting, hasRun: this.#hasRun };
  }

  get failure(): LaunchFailure | null {
    return this.#failure;
  }

  /** Call after a failed start: plans the next one. */
  failed(failure: LaunchFailure): void {
    this.#failedStarts++;
    const now = performance.now();
    if (this.#failure === null) this.#since = now;
    this.#failure = failure;
    const { firstMs, longestMs } = this.#options.pauses ?? defaultPauses;
    const pauseMs = Math.min(firstMs * 2 ** (this.#failedStarts - 1), longestMs) * (0.5 + this.#options.random() / 2);
    this.#nextAt = now + pauseMs;
    this.#timer = setTimeout(this.#tryNow, pauseMs).unref();
    this.#options.log.warn('browser.absent', {
      why: failure.why,
      nextTryMs: Math.round(pauseMs),
      ...(this.#failedStarts === 1 && { advice: failure.message }),
    });
  }

  /** Call after a successful start. */
  started(): void {
    this.#hasRun = true;
    if (this.#failure === null) return;
    this.#options.log.warn('browser.back', { afterMs: Math.round(performance.now() - this.#since) });
    this.#failure = null;
  }

  /** Call after a browser has read a page: it works. */
  pageServed(): void {
    this.#failedStarts = 0;
  }

  /** Call after a browser ended without reading a page. Counts as a failed start; after the first, which may be an accident, the next page starts a browser. */
  endedUnused(failure: LaunchFailure): void {
    if (this.#failedStarts > 0) this.failed(failure);
    else this.#failedStarts = 1;
  }

  stop(): void {
    clearTimeout(this.#timer ?? undefined);
  }
}
