import { silentAfterMs, type WorkerBeat } from '../../model/crawl/worker-beat.ts';
import type { Store } from '../../storage/port.ts';
import { eventId, type ServerEvent } from './server-event.ts';

/** The log lines of all crawling processes, as their heartbeats carry them: each line once, some seconds after it was written. */
export class LogEvents {
  /** Of each process, the number of the last line that was told. */
  readonly #told = new Map<string, number>();

  /** @returns the new lines, in the order of their times; of a process that is new here, none older than `since` */
  async next(store: Store, now: Date, since: Date): Promise<ServerEvent[]> {
    const beats = await store.workers.heardSince(new Date(now.getTime() - silentAfterMs));
    const events = beats.flatMap((beat) => this.#linesOf(beat, since));
    const present = new Set(beats.map(({ owner }) => owner));
    for (const owner of this.#told.keys()) if (!present.has(owner)) this.#told.delete(owner);
    return events.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  }

  #linesOf({ owner, run, log = [] }: WorkerBeat, since: Date): ServerEvent[] {
    const told = this.#told.get(owner);
    const last = log.at(-1)?.n ?? told ?? 0;
    this.#told.set(owner, last);
    const lines = log.filter(({ n, at }) => (told === undefined ? new Date(at) >= since : n > told));
    const [first] = lines;
    const leftOut = told === undefined || first === undefined ? 0 : first.n - told - 1;
    return lines.map(({ n, at, level, event, fields }) => ({
      id: eventId(Date.parse(at), 'log', `${owner}.${n}`),
      type: 'log',
      at,
      site: null,
      data: { worker: owner, run, n, level, event, fields, leftOut: n === first?.n ? leftOut : 0 },
    }));
  }
}
