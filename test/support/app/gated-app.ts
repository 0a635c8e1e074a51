import { NewshawkError } from '../../../src/errors.ts';

/** What a thread of the answer pool opens in tests: an app whose store stands still until the test lets it go. */
export async function openApp({ gate, calls }: GatedOptions): Promise<object> {
  const numbers = { gate: new Int32Array(gate), calls: new Int32Array(calls) };
  const silent = () => {};
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  return {
    log,
    clock: { now: () => new Date(0), monotonicMs: () => 0 },
    config: {},
    store: async () => {
      Atomics.add(numbers.calls, 0, 1);
      Atomics.notify(numbers.calls, 0);
      // the whole thread waits, as it does for a long query
      Atomics.wait(numbers.gate, 0, gateClosed);
      if (Atomics.load(numbers.gate, 0) === threadDies) process.exit(1);
      throw new NewshawkError('store', 'the gate is open');
    },
    sites: async () => [],
    knownTopics: async () => [],
    [Symbol.asyncDispose]: async () => {},
  };
}

export interface GatedOptions {
  readonly gate: SharedArrayBuffer;
  /** How often a store was asked for. */
  readonly calls: SharedArrayBuffer;
}

export const [gateClosed, gateOpen, threadDies] = [0, 1, 2];
