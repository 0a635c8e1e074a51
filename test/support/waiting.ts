import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** Wakes the waiting part of a test when something happens: whoever notes an event calls `changed`, so no test looks again after a pause. */
export class Changes {
  readonly #checks = new Set<() => void>();

  changed(): void {
    for (const check of [...this.#checks]) check();
  }

  /** Resolves at the first change after which this is true, or at once if it is true now. */
  until(isTrue: () => boolean): Promise<void> {
    if (isTrue()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const check = (): void => {
        try {
          if (!isTrue()) return;
          resolve();
        } catch (error) {
          reject(error);
        }
        this.#checks.delete(check);
      };
      this.#checks.add(check);
    });
  }
}

/** The output of a child process so far. */
export class ChildOutput {
  stdout = '';
  stderr = '';
  readonly #changes = new Changes();
  #hasEnded = false;

  constructor(child: ChildProcess) {
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream]?.setEncoding('utf8').on('data', (text: string) => {
        this[stream] += text;
        this.#changes.changed();
      });
    child.once('close', () => {
      this.#hasEnded = true;
      this.#changes.changed();
    });
  }

  /** Resolves once the process has printed this. @throws Error if the process ends without it */
  async prints(stream: 'stdout' | 'stderr', wanted: string | RegExp): Promise<void> {
    const isThere = (): boolean =>
      typeof wanted === 'string' ? this[stream].includes(wanted) : this[stream].search(wanted) >= 0;
    await this.#changes.until(() => this.#hasEnded || isThere());
    if (!isThere())
      throw new Error(`the process ended without ${wanted} in its ${stream}:\n${this.stdout}\n${this.stderr}`);
  }
}

/** Sends a signal until the process ends: signals within 300 ms count as one keypress, and only a later one is a second. */
export async function signalUntilEnd(child: ChildProcess, send: () => void): Promise<void> {
  await eventually(() => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    send();
    throw new Error('the process still runs');
  });
}

/** Pause between two looks, ms. */
const pauseMs = 50;
/** Five minutes of looks: nothing is measured by it, it ends what hangs. */
const maxLooks = 6_000;

/**
 * Polls until the check no longer throws, or rejects with its last error. Only for what announces nothing to the test: a store that another process writes, the end of a
 * foreign process, a browser, a socket of the system. test/timeless.test.ts lists the files that call it, with their reasons.
 */
export async function eventually(check: () => unknown): Promise<void> {
  for (let looks = 1; ; looks++) {
    try {
      await check();
      return;
    } catch (error) {
      if (looks === maxLooks) throw error;
    }
    await pause(pauseMs);
  }
}
