import type { Worker } from 'node:worker_threads';
import type { WorkerJob } from './reader-worker.ts';

/** Longest start of a thread, ms. */
const maxStartMs = 60_000;
/** Milliseconds between two looks: most pages are read before the first one. */
const lookEveryMs = 50;
/** Elapsed time over the CPU limit, at most: a scraper may wait without using the CPU. On a busy machine a thread has a thirtieth of a core. */
const maxElapsedFactor = 30;

/**
 * The limit of a page, in CPU time of its thread: time in which other processes have the CPU does not count. It begins when a thread takes the page: the wait
 * for a new thread, after one has died, does not count either.
 */
export class ReadingLimit implements Disposable {
  readonly #controller = new AbortController();
  readonly #job: WorkerJob;
  readonly #threads: () => readonly Worker[];
  readonly #limitMs: number;
  #elapsedMs = 0;
  #cpuAtStartMs: number | null = null;
  #timer: NodeJS.Timeout;

  /** @param threads returns the threads that are alive @param limitMs CPU time, ms */
  constructor(job: WorkerJob, threads: () => readonly Worker[], limitMs: number) {
    this.#job = job;
    this.#threads = threads;
    this.#limitMs = limitMs;
    this.#timer = setTimeout(() => void this.#look(), lookEveryMs);
  }

  /** Aborted: the page has used its time. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async #look(): Promise<void> {
    this.#elapsedMs += lookEveryMs;
    const threadId = Atomics.load(this.#job.runsOn, 0);
    const cpuMs = threadId === 0 ? null : await this.#cpuMsOf(threadId);
    this.#cpuAtStartMs ??= cpuMs;
    const usedMs = cpuMs === null || this.#cpuAtStartMs === null ? 0 : cpuMs - this.#cpuAtStartMs;
    if (usedMs >= this.#limitMs || this.#elapsedMs >= maxStartMs + this.#limitMs * maxElapsedFactor)
      this.#controller.abort();
    else if (this.#timer.hasRef()) this.#timer = setTimeout(() => void this.#look(), lookEveryMs);
  }

  /** Null: the thread has ended. */
  async #cpuMsOf(threadId: number): Promise<number | null> {
    const thread = this.#threads().find((other) => other.threadId === threadId);
    const usage = await thread?.cpuUsage().catch(() => null);
    return usage == null ? null : (usage.user + usage.system) / 1_000;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#timer.unref(); // a look that waits for its answer starts no other
  }
}
