import PQueue from 'p-queue';
import type { HostQueue, SliceHandler } from './port.ts';

export interface LocalQueueOptions {
  /** Hosts that are worked on at once. */
  readonly concurrency: number;
  readonly now: () => Date;
  /** Pause after a slice that failed, ms. */
  readonly retryAfterMs: number;
  readonly onError: (host: string, error: unknown) => void;
}

/** setTimeout takes no more, ms: a longer wait is taken in parts. */
const longestTimerMs = 2 ** 31 - 1;

/** The queue of a single process: nothing is shared, nothing is kept. */
export const openLocalQueue = (options: LocalQueueOptions): HostQueue => new LocalQueue(options);

class LocalQueue implements HostQueue {
  readonly #options: LocalQueueOptions;
  readonly #slices: PQueue;
  /** When hosts that wait are due, ms since the epoch. */
  readonly #dueAt = new Map<string, number>();
  /** Hosts that are being handled. */
  readonly #handedOut = new Set<string>();
  #handler: SliceHandler | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: LocalQueueOptions) {
    this.#options = options;
    this.#slices = new PQueue({ concurrency: options.concurrency });
  }

  async enqueue(host: string, notBefore: Date): Promise<void> {
    if (this.#isClosed) throw new Error(`The queue is closed: ${host} can't be enqueued any more.`);
    this.#plan(host, notBefore.getTime());
  }

  consume(handler: SliceHandler): void {
    if (this.#handler !== null) throw new Error('The queue has a consumer already.');
    this.#handler = handler;
    this.#handOut();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#slices.clear();
    this.#dueAt.clear();
    await this.#slices.onIdle();
  }

  #plan(host: string, at: number): void {
    this.#dueAt.set(host, Math.min(at, this.#dueAt.get(host) ?? Number.POSITIVE_INFINITY));
    this.#handOut();
  }

  /** Hands out what is due, then sleeps until the next one is. */
  #handOut(): void {
    if (this.#handler === null || this.#isClosed) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const now = this.#options.now().getTime();
    const waiting = [...this.#dueAt].filter(([host]) => !this.#handedOut.has(host)).sort(([, a], [, b]) => a - b);
    for (const [host, dueAt] of waiting) {
      // No more than there are places: who comes later and is due longer goes first.
      if (this.#handedOut.size >= this.#options.concurrency) return;
      if (dueAt > now) {
        this.#timer = setTimeout(() => this.#handOut(), Math.min(dueAt - now, longestTimerMs));
        return;
      }
      this.#dueAt.delete(host);
      this.#handedOut.add(host);
      void this.#slices.add(() => this.#handle(host));
    }
  }

  /** Never rejects: a failure is reported and the host comes again. */
  async #handle(host: string): Promise<void> {
    let nextAt: number | null = null;
    try {
      nextAt = (await this.#handler?.(host))?.getTime() ?? null;
    } catch (error) {
      this.#options.onError(host, error);
      nextAt = this.#options.now().getTime() + this.#options.retryAfterMs;
    }
    this.#handedOut.delete(host);
    if (this.#isClosed) return;
    if (nextAt === null) this.#handOut();
    else this.#plan(host, nextAt);
  }
}
