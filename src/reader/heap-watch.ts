import type { Worker } from 'node:worker_threads';

/** Interval of the checks, ms: a thread can allocate about 100 MB in between. */
const everyMs = 100;

/** Shared memory with the number of the thread that runs a job; 0: none yet. */
type JobPlace = Int32Array<SharedArrayBuffer>;

/**
 * Ends threads whose heap exceeds a limit. V8's own limit per thread (`resourceLimits`) does not protect the process: when many small allocations reach it, the
 * whole process aborts (Node 24: in 10 of 12 tries). So V8's limit is set far above this one.
 */
export class HeapWatch implements Disposable {
  readonly #limitMb: number;
  readonly #timer: NodeJS.Timeout;
  readonly #ended = new Set<number>();
  readonly #ownLimits = new Map<JobPlace, number>();

  /** @param threads returns the threads that are alive */
  constructor(threads: () => readonly Worker[], limitMb: number) {
    this.#limitMb = limitMb;
    this.#timer = setInterval(() => {
      for (const thread of threads()) void this.#look(thread);
    }, everyMs);
    this.#timer.unref();
  }

  /** Whether this watch ended the thread with that `threadId`. */
  hasEnded(threadId: number): boolean {
    return this.#ended.has(threadId);
  }

  /** Sets another limit for the thread that runs a job, until it is disposed of. */
  limitJob(place: JobPlace, limitMb: number): Disposable {
    this.#ownLimits.set(place, limitMb);
    return { [Symbol.dispose]: () => void this.#ownLimits.delete(place) };
  }

  #limitBytesOf(threadId: number): number {
    for (const [place, limitMb] of this.#ownLimits) if (Atomics.load(place, 0) === threadId) return limitMb * 2 ** 20;
    return this.#limitMb * 2 ** 20;
  }

  async #look(thread: Worker): Promise<void> {
    // an ended thread loses its threadId: read it first
    const { threadId } = thread;
    if (this.#ended.has(threadId)) return;
    // a thread that has ended or is just starting has no heap statistics
    const heap = await thread.getHeapStatistics().catch(() => null);
    if (heap === null || heap.used_heap_size < this.#limitBytesOf(threadId) || this.#ended.has(threadId)) return;
    this.#ended.add(threadId);
    await thread.terminate();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
