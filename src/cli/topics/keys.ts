import type { CliIo } from '../session.ts';

export interface Keys extends Disposable {
  /** Waits for one of these keys; `q` at the end of the input and at Ctrl-C. */
  next<const Key extends string>(keys: readonly Key[]): Promise<Key | 'q'>;
}

/** Reads single keys from a terminal, without Enter; from other input, single characters. */
export function keysOf(stdin: CliIo['stdin']): Keys {
  const terminal = 'setRawMode' in stdin && typeof stdin.setRawMode === 'function' ? stdin : null;
  const setRaw = (isRaw: boolean): void =>
    void (terminal as { setRawMode(raw: boolean): void } | null)?.setRawMode(isRaw);
  const chunks = stdin[Symbol.asyncIterator]();
  let waiting: string[] = [];
  setRaw(true);
  return {
    async next(keys) {
      for (;;) {
        const key = waiting.shift();
        if (key === '\u0003') return 'q';
        const match = keys.find((candidate) => candidate === key?.toLowerCase());
        if (match !== undefined) return match;
        if (waiting.length > 0) continue;
        const { done, value } = await chunks.next();
        if (done) return 'q';
        waiting = [...(typeof value === 'string' ? value : new TextDecoder().decode(value))];
      }
    },
    [Symbol.dispose]: () => setRaw(false),
  };
}
