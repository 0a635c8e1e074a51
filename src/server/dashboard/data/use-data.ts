import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { revival } from './api.ts';

/** Number of loads that a reader waits for; refreshes in the background do not count. */
export const waiting = signal(0);

export interface Loaded<T> {
  /** The newest answer, also while the next one is on its way or has failed. Null: none has come. */
  readonly data: T | null;
  readonly error: Error | null;
  /** Reads again, in the background. */
  readonly reload: () => void;
}

interface State<T> {
  readonly data: T | null;
  readonly error: Error | null;
}

/** Reads data when a component is first shown, and again when `key`, the token or the connection changes. An answer to an earlier key is dropped. */
export function useData<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<State<T>>({ data: null, error: null });
  const [turn, setTurn] = useState(0);
  const quietTurn = useRef(0);
  const revived = revival.value;
  const reload = (): void => {
    quietTurn.current = turn + 1;
    setTurn(turn + 1);
  };
  // `load` is a new function at each rendering; `key` says what it reads
  useEffect(() => {
    const aborter = new AbortController();
    const isQuiet = turn > 0 && quietTurn.current === turn;
    if (!isQuiet) waiting.value++;
    let isPending = !isQuiet;
    const settle = (): void => {
      if (isPending) waiting.value--;
      isPending = false;
    };
    load(aborter.signal)
      .then(
        (data) => !aborter.signal.aborted && setState({ data, error: null }),
        (error: Error) => !aborter.signal.aborted && setState(({ data }) => ({ data, error })),
      )
      .finally(settle);
    return () => {
      aborter.abort();
      settle();
    };
  }, [key, turn, revived]);
  return { ...state, reload };
}
