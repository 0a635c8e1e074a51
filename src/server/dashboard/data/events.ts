import { effect, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { frames } from '../../../client/event-frames.ts';
import { AnswerError, ask, needsToken, revival } from './api.ts';

/** How news arrive: by the stream of events, by asking every few seconds, not while the tab is hidden, or not at all. */
export type LiveState = 'live' | 'polling' | 'paused' | 'away';
export const liveState = signal<LiveState>('polling');

/** Names of the events of GET /v1/events that pages wait for. */
export type EventName = string;

const pollMs = 15_000;
/** Waits before the stream is opened again, by the number of failures. */
const retryMs = [1_000, 2_000, 5_000, 10_000, 30_000] as const;
/** Events of a busy crawl come by the hundred: a page reads again at most this often. */
const settleMs = 1_000;

const readers = new Map<(data: unknown) => void, ReadonlySet<EventName> | null>();

function tell(name: EventName | null, data: unknown): void {
  for (const [reader, names] of readers) if (name === null || names === null || names.has(name)) reader(data);
}

/** Calls `react` with each of these events (null: all), and without data where events may have been missed. */
export function useEvents(names: readonly EventName[] | null, react: (data: unknown) => void): void {
  const newest = useRef(react);
  newest.current = react;
  const key = names?.join() ?? null;
  useEffect(() => {
    const reader = (data: unknown): void => newest.current(data);
    readers.set(reader, key === null ? null : new Set(key.split(',')));
    return () => void readers.delete(reader);
  }, [key]);
}

/** Reads a page's data again after one of these events, at most once a second; by the clock where there is no stream. */
export function useLive(names: readonly EventName[], reload: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const newest = useRef(reload);
  newest.current = reload;
  useEvents(names, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      newest.current();
    }, settleMs);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** Keeps the stream open while the tab is visible; asks by the clock where the server has no stream, and tries again when it is gone. */
export function listenForEvents(): void {
  let aborter: AbortController | null = null;
  const restart = (): void => {
    aborter?.abort();
    aborter = null;
    if (document.hidden) liveState.value = 'paused';
    else if (!needsToken.value) {
      aborter = new AbortController();
      void follow(aborter.signal);
    }
  };
  document.addEventListener('visibilitychange', () => {
    restart();
    if (!document.hidden) tell(null, undefined);
  });
  effect(() => {
    if (!needsToken.value) restart();
  });
}

async function follow(signal: AbortSignal): Promise<void> {
  let [failures, lastId, wasAway, leastPauseMs] = [0, '', false, 0];
  const revive = (): void => {
    if (wasAway) revival.value++;
    wasAway = false;
  };
  while (!signal.aborted) {
    try {
      const headers = { accept: 'text/event-stream', ...(lastId !== '' && { 'last-event-id': lastId }) };
      const { body } = await ask('/v1/events', { headers, signal });
      if (body === null) throw new AnswerError(0, 'the stream is empty');
      liveState.value = 'live';
      revive();
      failures = 0;
      const onRetry = (ms: number): void => {
        leastPauseMs = Math.min(ms, pollMs);
      };
      for await (const { id, name, data } of frames(body, { onRetry })) {
        lastId = id ?? lastId;
        tell(name === 'events.lost' ? null : name, jsonOf(data));
      }
    } catch (error) {
      if (signal.aborted) return;
      const status = error instanceof AnswerError ? error.status : 0;
      if (status === 401) return; // the token starts it again
      if (status > 0) {
        liveState.value = 'polling';
        revive();
        await pause(pollMs, signal);
        tell(null, undefined);
        continue;
      }
      liveState.value = 'away';
    }
    wasAway = true;
    await pause(Math.max(leastPauseMs, retryMs[Math.min(failures++, retryMs.length - 1)] ?? pollMs), signal);
  }
}

/** Text where it is no JSON: its event still says that something has changed. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
