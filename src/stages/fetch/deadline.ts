import { NewshawkError } from '../../errors.ts';

/** One time limit over many steps: each step waits for what is left of it, and the error says which step it was. */
export class Deadline {
  #endsAt: number;
  readonly #what: string;
  readonly #limitMs: number;

  constructor(limitMs: number, what: string) {
    this.#endsAt = performance.now() + limitMs;
    this.#limitMs = limitMs;
    this.#what = what;
  }

  get leftMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  /** @throws NewshawkError timed-out */
  race<T>(work: Promise<T>, step: string): Promise<T> {
    return withTimeout(work, this.leftMs, () => this.expired(step));
  }

  /** The work takes none of the time. No step may run beside it. */
  async without<T>(work: Promise<T>): Promise<T> {
    const from = performance.now();
    try {
      return await work;
    } finally {
      this.#endsAt += performance.now() - from;
    }
  }

  expired(step: string): NewshawkError {
    return new NewshawkError('timed-out', `${this.#what}: not done in ${this.#limitMs} ms, stopped while ${step}`);
  }
}

/** The work's result, or an error when it takes longer; the work itself goes on, and its later failure is of no interest. */
export function withTimeout<T>(work: Promise<T>, limitMs: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
