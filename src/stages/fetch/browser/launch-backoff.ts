import type { BrowserAbsence } from '../../../model/crawl/browser-health.ts';
import type { Log, Random } from '../../../ports.ts';
import type { LaunchFailure } from './launch-failure.ts';

/** Pauses between the starts of a browser that does not come up, ms. */
export interface LaunchPauses {
  readonly firstMs: number;
  readonly longestMs: number;
}

const defaultPauses: LaunchPauses = { firstMs: 1_000, longestMs: 30_000 };

export interface LaunchBackoffOptions {
  readonly random: Random;
  readonly log: Log;
  /** Default: 1 s, doubled up to 30 s. */
  readonly pauses?: LaunchPauses | undefined;
}

/** The time without a browser: when the next start is tried, and what is said of it meanwhile. Pauses are those of the monotonic clock. */
export class LaunchBackoff {
  readonly #options: LaunchBackoffOptions;
  readonly #tryNow: () => void;
  #failure: LaunchFailure | null = null;
  #since = 0;
  #nextAt = 0;
  /** Starts in a row in which no page was read. */
  #strikes = 0;
  #timer: NodeJS.Timeout | null = null;
  #hasRun = false;

  /** @param tryNow called when the pause is over */
  constructor(options: LaunchBackoffOptions, tryNow: () => void) {
    this.#options = options;
    this.#tryNow = tryNow;
  }

  /** Null: none is missed. */
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

  /** A start gave no browser. */
  failed(failure: LaunchFailure): void {
    this.#strikes++;
    const now = performance.now();
    if (this.#failure === null) this.#since = now;
    this.#failure = failure;
    const { firstMs, longestMs } = this.#options.pauses ?? defaultPauses;
    const pauseMs = Math.min(firstMs * 2 ** (this.#strikes - 1), longestMs) * (0.5 + this.#options.random() / 2);
    this.#nextAt = now + pauseMs;
    this.#timer = setTimeout(this.#tryNow, pauseMs).unref();
    this.#options.log.warn('browser.absent', {
      why: failure.why,
      nextTryMs: Math.round(pauseMs),
      ...(this.#strikes === 1 && { advice: failure.message }),
    });
  }

  /** A browser is there. */
  started(): void {
    this.#hasRun = true;
    if (this.#failure === null) return;
    this.#options.log.warn('browser.back', { afterMs: Math.round(performance.now() - this.#since) });
    this.#failure = null;
  }

  /** A page was read: the browser works. */
  pageServed(): void {
    this.#strikes = 0;
  }

  /** A browser ended before a page was read in it: a failed start. The first of them may have been hit by chance, and the next page starts another. */
  endedUnused(failure: LaunchFailure): void {
    if (this.#strikes > 0) this.failed(failure);
    else this.#strikes = 1;
  }

  stop(): void {
    clearTimeout(this.#timer ?? undefined);
  }
}
