/** A request's timeout, paused while the request waits for its host's turn. */
export class TimeLimit implements Disposable {
  readonly #controller = new AbortController();
  #spentMs = 0;
  #runsSince = performance.now();
  #leftMs: number;
  #timer: NodeJS.Timeout;

  constructor(limitMs: number) {
    this.#leftMs = limitMs;
    this.#timer = this.#start();
  }

  /** Aborted with a TimeoutError at the timeout. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Without excluded time, ms. */
  get elapsedMs(): number {
    return this.#spentMs + performance.now() - this.#runsSince;
  }

  /** Waits for work whose time does not count. */
  async excluding<T>(work: Promise<T>): Promise<T> {
    clearTimeout(this.#timer);
    const ranMs = performance.now() - this.#runsSince;
    this.#spentMs += ranMs;
    this.#leftMs -= ranMs;
    try {
      return await work;
    } finally {
      this.#runsSince = performance.now();
      this.#timer = this.#start();
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #start(): NodeJS.Timeout {
    const late = (): void => this.#controller.abort(new DOMException('the time is over', 'TimeoutError'));
    return setTimeout(late, Math.max(0, this.#leftMs)).unref();
  }
}
