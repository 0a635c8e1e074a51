import { setTimeout as delay } from 'node:timers/promises';
import { StoreDown, TurnsEnded } from '../errors.ts';
import type { Clock } from '../ports.ts';
import type { Store } from '../storage/port.ts';

/** A store that does not answer a ping for this long is gone, ms. */
const silenceMs = 5_000;
const pingEveryMs = 1_000;

/** Notices while a run ends that the store does not answer: calls to a server that is gone would wait for minutes. */
export class StoreWatch implements Disposable {
  readonly #store: Store;
  #isOver = false;
  #silence: Promise<void> | null = null;

  constructor(store: Store) {
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

/** Requests leave only while the store answers: what they bring could not be kept. A run whose store was away sends nothing more, also when the store is back: the next run does. */
export class StoreGate {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #onGone: (error: unknown) => void;
  #answeredAtMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /** @param onGone called with a StoreDown when the store does not answer; the run then ends */
  constructor(store: Store, clock: Clock, onGone: (error: unknown) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#onGone = onGone;
  }

  /** From now on, no request leaves. */
  close(): void {
    this.#isClosed = true;
  }

  /** Asks the store before a request, at most once a second. @throws TurnsEnded where it does not answer, or did not answer before */
  async pass(): Promise<void> {
    if (!this.#isClosed && this.#clock.monotonicMs() - this.#answeredAtMs >= pingEveryMs) await this.#ask();
    if (this.#isClosed) throw new TurnsEnded('the store does not answer');
  }

  async #ask(): Promise<void> {
    const silence = new StoreDown(`The store ${this.#store.location} does not answer.`, { isAway: true });
    const asked = this.#store.ping().then(
      () => null,
      (error: unknown) => error,
    );
    const error = await Promise.race([asked, delay(silenceMs, silence, { ref: false })]);
    if (error === null) {
      this.#answeredAtMs = this.#clock.monotonicMs();
      return;
    }
    this.close();
    this.#onGone(error);
  }
}
