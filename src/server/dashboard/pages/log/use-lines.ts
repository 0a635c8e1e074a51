import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiSchemas } from '../../data/api.ts';
import { read } from '../../data/api.ts';
import { useEvents } from '../../data/events.ts';
import { useData } from '../../data/use-data.ts';
import { type EventEnvelope, type Line, lineOf, lineTypes, merged, visitLine } from './lines.ts';

/** Visits that the page begins with. */
const firstVisits = 100;
/** ms. A busy crawl tells hundreds of events a second: they are drawn together. */
const drawEveryMs = 200;

export interface LiveLines {
  /** What is shown: while it is paused, what was there before. */
  readonly lines: readonly Line[];
  /** Lines that came since the pause. */
  readonly waiting: number;
  readonly isPaused: boolean;
  readonly setPaused: (isPaused: boolean) => void;
  readonly clear: () => void;
  readonly error: Error | null;
  readonly isLoaded: boolean;
  readonly retry: () => void;
}

/** The last visits, and everything that happens from now on. */
export function useLines(): LiveLines {
  const [all, setAll] = useState<readonly Line[]>([]);
  const [frozen, setFrozen] = useState<readonly Line[] | null>(null);
  const arrived = useRef<Line[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const clearedAt = useRef('');
  const add = (lines: readonly Line[]): void => {
    arrived.current.push(...lines.filter(({ at }) => at > clearedAt.current));
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const news = arrived.current.splice(0);
      setAll((old) => merged(old, news));
    }, drawEveryMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const loaded = useData('log', async (signal) => {
    const { items } = await read('/v1/visits', { query: { limit: firstVisits }, signal });
    add(items.map((visit) => visitLine(endOf(visit), visit.site, visit)));
    return items.length;
  });
  useEvents(lineTypes, (data) => {
    const envelope = data as EventEnvelope | undefined;
    // without data, or with `events.lost`: what happened meanwhile is in the list of visits
    const line = envelope === undefined ? null : lineOf(envelope);
    if (line === null) loaded.reload();
    else add([line]);
  });
  const shown = frozen ?? all;
  const last = frozen?.at(-1)?.key;
  return {
    lines: shown,
    waiting: frozen === null ? 0 : all.length - 1 - all.findLastIndex(({ key }) => key === last),
    isPaused: frozen !== null,
    setPaused: (isPaused) => setFrozen(isPaused ? all : null),
    clear: () => {
      clearedAt.current = all.at(-1)?.at ?? '';
      setAll([]);
      if (frozen !== null) setFrozen([]);
    },
    error: loaded.error,
    isLoaded: loaded.data !== null,
    retry: loaded.reload,
  };
}

const endOf = ({ startedAt, elapsedMs }: ApiSchemas['Visit']): string =>
  new Date(new Date(startedAt).getTime() + elapsedMs).toISOString();
