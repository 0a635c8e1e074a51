import { setTimeout as delay } from 'node:timers/promises';
import { NewshawkError } from '../../errors.ts';
import type { Store } from '../../storage/port.ts';

/** A store that is asked for a sign of life and gives none for this long is gone. */
const silenceMs = 5_000;
const askEveryMs = 1_000;

/** Whether the store answers, while a run ends: a server that is gone keeps its callers waiting for minutes, and nobody may wait that long for an end. */
export class StoreWatch implements Disposable {
  readonly #store: Pick<Store, 'ping' | 'location'>;
  #isOver = false;
  #silence: Promise<void> | null = null;

  constructor(store: Pick<Store, 'ping' | 'location'>) {
    this.#store = store;
  }

  /** Resolves when the store does not answer. Asked from the first call on. */
  get silence(): Promise<void> {
    this.#silence ??= this.#ask();
    return this.#silence;
  }

  /** The step's own result. @throws NewshawkError store, when the store stops answering before it is done: the step is left where it is */
  async whileItAnswers<T>(step: Promise<T>): Promise<T> {
    const gone = this.silence.then(() => {
      throw new NewshawkError(
        'store',
        `The store ${this.#store.location} does not answer, so the run ended without it. What was in work comes again when its leases end.`,
      );
    });
    return await Promise.race([step, gone]);
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
  }

  async #ask(): Promise<void> {
    while (!this.#isOver) {
      const answer = this.#store.ping().then(
        () => true,
        () => false,
      );
      if (!(await Promise.race([answer, delay(silenceMs, false, { ref: false })]))) return;
      await delay(askEveryMs, undefined, { ref: false });
    }
    await new Promise(() => {}); // nobody asks any more
  }
}
