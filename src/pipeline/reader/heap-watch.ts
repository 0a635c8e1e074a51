import type { Worker } from 'node:worker_threads';

/** Interval of the checks, ms: a thread can allocate about 100 MB in between. */
const everyMs = 100;

/**
 * Ends threads whose heap exceeds a limit. V8's own limit per thread (`resourceLimits`) does not protect the process: when many small allocations reach it, the
 * whole process aborts (Node 24: in 10 of 12 tries). So V8's limit is set far above this one.
 */
export class HeapWatch implements Disposable {
  readonly #limitBytes: number;
  readonly #timer: NodeJS.Timeout;
  readonly #ended = new Set<number>();

  /** @param threads returns the threads that are alive */
  constructor(threads: () => readonly Worker[], limitMb: number) {
    this.#limitBytes = limitMb * 2 ** 20;
    this.#timer = setInterval(() => {
      for (const thread of threads()) void this.#look(thread);
    }, everyMs);
    this.#timer.unref();
  }

  /** Whether this watch ended the thread with that `threadId`. */
  hasEnded(threadId: number): boolean {
    return this.#ended.has(threadId);
  }

  async #look(thread: Worker): Promise<void> {
    // an ended thread loses its threadId: read it first
    const { threadId } = thread;
    if (this.#ended.has(threadId)) return;
    // a thread that has ended or is just starting has no heap statistics
    const heap = await thread.getHeapStatistics().catch(() => null);
    if (heap === null || heap.used_heap_size < this.#limitBytes || this.#ended.has(threadId)) return;
    this.#ended.add(threadId);
    await thread.terminate();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
