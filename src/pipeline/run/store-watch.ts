import { setTimeout as delay } from 'node:timers/promises';
import { StoreDown } from '../../errors.ts';
import type { Store } from '../../storage/port.ts';

/** A store that does not answer a ping for this long is gone, ms. */
const silenceMs = 5_000;
const pingEveryMs = 1_000;

/** Notices while a run ends that the store does not answer: calls to a server that is gone would wait for minutes. */
export class StoreWatch implements Disposable {
  readonly #store: Pick<Store, 'ping' | 'location'>;
  #isOver = false;
  #silence: Promise<void> | null = null;

  constructor(store: Pick<Store, 'ping' | 'location'>) {
    this.#store = store;
  }

  /** Resolves when the store does not answer. The pings start with the first call. */
  get silence(): Promise<void> {
    this.#silence ??= this.#ping();
    return this.#silence;
  }

  /** The result of the step. @throws StoreDown if the store stops answering first: the step is abandoned */
  async whileItAnswers<T>(step: Promise<T>): Promise<T> {
    const gone = this.silence.then(() => {
      throw new StoreDown(
        `The store ${this.#store.location} does not answer, so the run ended without it. What was in work comes again when its leases end.`,
        { isAway: true },
      );
    });
    return await Promise.race([step, gone]);
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
  }

  async #ping(): Promise<void> {
    while (!this.#isOver) {
      const answer = this.#store.ping().then(
        () => true,
        () => false,
      );
      if (!(await Promise.race([answer, delay(silenceMs, false, { ref: false })]))) return;
      await delay(pingEveryMs, undefined, { ref: false });
    }
    await new Promise(() => {}); // disposed: it never resolves
  }
}
