import type { Worker } from 'node:worker_threads';

/** Often enough: a thread that allocates as fast as it can gains some 100 MB meanwhile. */
const everyMs = 100;

/**
 * Ends threads whose heap grows over a limit. V8's own limit for a thread (`resourceLimits`) is no protection: when it is reached in the middle of many small
 * allocations, the whole process aborts (Node 24: 10 of 12 tries with small objects). So that one is set far above, and this one comes first.
 */
export class HeapWatch implements Disposable {
  readonly #limitBytes: number;
  readonly #timer: NodeJS.Timeout;
  readonly #ended = new Set<number>();

  /** @param threads those that are alive at the time of the call */
  constructor(threads: () => readonly Worker[], limitMb: number) {
    this.#limitBytes = limitMb * 2 ** 20;
    this.#timer = setInterval(() => {
      for (const thread of threads()) void this.#look(thread);
    }, everyMs);
    this.#timer.unref();
  }

  /** Whether the thread of that `threadId` was ended by this watch. */
  hasEnded(threadId: number): boolean {
    return this.#ended.has(threadId);
  }

  async #look(thread: Worker): Promise<void> {
    // A thread that is gone has no number any more.
    const { threadId } = thread;
    if (this.#ended.has(threadId)) return;
    // A thread that has ended, or is just starting, has no heap to look at.
    const heap = await thread.getHeapStatistics().catch(() => null);
    if (heap === null || heap.used_heap_size < this.#limitBytes || this.#ended.has(threadId)) return;
    this.#ended.add(threadId);
    await thread.terminate();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
