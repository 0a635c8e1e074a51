import { NewshawkError } from '../../errors.ts';

/** One timeout over several steps. Each step may take the time that is left; the error names the step. */
export class Deadline {
  #endsAt: number;
  readonly #subject: string;
  readonly #limitMs: number;

  constructor(limitMs: number, subject: string) {
    this.#endsAt = performance.now() + limitMs;
    this.#limitMs = limitMs;
    this.#subject = subject;
  }

  get leftMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  /** @throws NewshawkError timed-out */
  race<T>(work: Promise<T>, step: string): Promise<T> {
    return withTimeout(work, this.leftMs, () => this.expired(step));
  }

  /** Waits for work whose time does not count. No step may run at the same time. */
  async excluding<T>(work: Promise<T>): Promise<T> {
    const from = performance.now();
    try {
      return await work;
    } finally {
      this.#endsAt += performance.now() - from;
    }
  }

  expired(step: string): NewshawkError {
    return new NewshawkError('timed-out', `${this.#subject}: not done in ${this.#limitMs} ms, stopped while ${step}`);
  }
}

/** The work's result, or `timeoutError()` after the limit. The work itself goes on, and its later failure is ignored. */
export function withTimeout<T>(work: Promise<T>, limitMs: number, timeoutError: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeoutError()), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
