import { setTimeout as delay } from 'node:timers/promises';
import { TurnsEnded } from '../errors.ts';
import type { Clock, Timers, Turns } from '../ports.ts';
import type { HostGate } from '../stages/schedule/politeness.ts';

interface HostTurnsOptions {
  readonly gate: HostGate;
  readonly clock: Clock;
  /** Aborted: waiting requests reject with `TurnsEnded`. */
  readonly signal: AbortSignal;
  /** Default: the process' timers. */
  readonly timers?: Timers | undefined;
  /** Awaited before each request; it throws `TurnsEnded` where none may leave. Default: all may. */
  readonly mayLeave?: () => Promise<void>;
}

/** Sends a process' document requests one after the other per host, in order of arrival, with the host's pause between them. */
export class HostTurns implements Turns {
  readonly #options: Omit<HostTurnsOptions, 'timers'> & { readonly timers: Timers };
  /** The last waiting request, by host. */
  readonly #last = new Map<string, Promise<void>>();
  #waiting = 0;

  constructor({ timers = processTimers, ...options }: HostTurnsOptions) {
    this.#options = { ...options, timers };
  }

  /** Number of requests that wait for their host. */
  get waiting(): number {
    return this.#waiting;
  }

  async free(url: string): Promise<void> {
    const { host } = new URL(url);
    await this.#counted(host, this.#untilFree(host));
  }

  async take(url: string): Promise<void> {
    const { host } = new URL(url);
    const turn = this.#after(this.#last.get(host), url, host);
    this.#last.set(host, turn);
    await this.#counted(host, turn);
    if (this.#last.get(host) === turn) this.#last.delete(host);
  }

  note(url: string): void {
    const { gate, clock } = this.#options;
    gate.sent(new URL(url).host, clock.monotonicMs());
  }

  answered(url: string): void {
    const { gate, clock } = this.#options;
    gate.answered(new URL(url).host, clock.monotonicMs());
  }

  /** No await between the end of the wait and the note: no other request can leave in between. */
  async #after(before: Promise<void> | undefined, url: string, host: string): Promise<void> {
    await before;
    await this.#untilFree(host);
    if (this.#options.mayLeave !== undefined) {
      await this.#options.mayLeave();
      await this.#untilFree(host);
    }
    this.note(url);
  }

  async #counted(host: string, work: Promise<void>): Promise<void> {
    const { gate } = this.#options;
    this.#waiting += 1;
    gate.queue(host, 1);
    try {
      await work;
    } finally {
      gate.queue(host, -1);
      this.#waiting -= 1;
    }
  }

  /** Checks again after each wait: the pause may have become longer meanwhile, and timers may be early. */
  async #untilFree(host: string): Promise<void> {
    const { gate, clock, signal, timers } = this.#options;
    for (;;) {
      const waitMs = gate.waitMs(host, clock.monotonicMs());
      if (waitMs <= 0) return;
      await timers.sleep(Math.ceil(waitMs), signal).catch((error: unknown) => {
        throw signal.aborted ? new TurnsEnded('the run ends') : error;
      });
    }
  }
}

/** The timers of the process. */
export const processTimers: Timers = {
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
  every: (ms, look) => {
    const timer = setInterval(look, ms);
    return () => clearInterval(timer);
  },
};
