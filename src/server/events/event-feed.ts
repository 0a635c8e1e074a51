import type { Clock, Log } from '../../ports.ts';
import type { Store } from '../../storage/port.ts';
import { LogEvents } from './log-events.ts';
import { type ServerEvent, timeOfEventId } from './server-event.ts';
import { visitEvents } from './visit-events.ts';
import { VisitTail, visitsSince } from './visit-tail.ts';

/** ms between two looks into the store. */
const lookEveryMs = 1_000;
/** Looks between two readings of the heartbeats (every 5 s) and of the statistics. */
const looksPerBeat = 5;
/** Events that are kept for clients that come back. */
const maxKept = 2_000;
/** Events that a client that comes back is sent before it has read them, at most: many that do not read are no load. */
const eventsAtOnce = 200;
/** Visits that one client that comes back is told at most; the lists of the API have the others. */
const maxReplayedVisits = 10_000;
/** ms. Older events are not searched for: a client that was away for longer reads the lists of the API. */
const maxReplayMs = 24 * 3_600_000;
/** ms without a client after which the feed starts anew. */
const forgetAfterMs = 300_000;
/** ms. Clocks of machines differ by less than this. */
const clockSkewMs = 10_000;

interface FeedIo {
  readonly store: () => Promise<Store>;
  readonly clock: Clock;
  readonly log: Log;
  /** The body of `/v1/stats`; null: there is none now. */
  readonly stats: () => Promise<unknown>;
}

export type Listener = (events: readonly ServerEvent[]) => void;

/**
 * Watches the store for all clients together: one look a second, whoever writes, in this process or on another machine. Without a client it reads nothing.
 * A look that fails is made again: no event is left out.
 */
export class EventFeed {
  readonly #io: FeedIo;
  readonly #listeners = new Set<Listener>();
  readonly #kept: ServerEvent[] = [];
  #tail: VisitTail | null = null;
  #logs = new LogEvents();
  #looks = 0;
  #lastLookMs = 0;
  #stats: ServerEvent | null = null;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #isFailing = false;

  constructor(io: FeedIo) {
    this.#io = io;
  }

  get clients(): number {
    return this.#listeners.size;
  }

  /** The newest statistics; null: none were read yet. */
  get stats(): ServerEvent | null {
    return this.#stats;
  }

  /** Calls `listener` with what happens from now on. @returns what ends it */
  listen(listener: Listener): () => void {
    // after a long time without a client, what happened meanwhile is found in the store only where one asks for it
    if (this.clients === 0 && this.#io.clock.now().getTime() - this.#lastLookMs > forgetAfterMs) this.#tail = null;
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => void this.look(), lookEveryMs).unref();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0 || this.#timer === null) return;
      clearInterval(this.#timer);
      this.#timer = null;
    };
  }

  /** Tells what this process did by itself. It is kept for a client that was here, and is away for a moment. */
  tell(event: ServerEvent): void {
    if (this.#listeners.size > 0 || this.#tail !== null) this.#publish([event]);
  }

  /** Reads what is new, and tells it. Calls at the same time share one look. Never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .then(() => {
        this.#isFailing = false;
      })
      .catch((error: unknown) => {
        if (!this.#isFailing) this.#io.log.warn('server.events-failed', { message: String(error) });
        this.#isFailing = true;
      })
      .finally(() => {
        this.#looking = null;
      });
    return this.#looking;
  }

  /** What came after an event, from memory or else from the store. The last one may be `events.lost`. */
  async *since(lastId: string): AsyncGenerator<readonly ServerEvent[]> {
    const place = this.#kept.findIndex(({ id }) => id === lastId);
    if (place >= 0) {
      // the list changes while a client reads
      const missed = this.#kept.slice(place + 1);
      for (let start = 0; start < missed.length; start += eventsAtOnce) yield missed.slice(start, start + eventsAtOnce);
      return;
    }
    const sinceMs = timeOfEventId(lastId);
    const nowMs = this.#io.clock.now().getTime();
    if (sinceMs === null || sinceMs < nowMs - maxReplayMs) {
      yield [this.#lost(sinceMs, sinceMs === null ? 'Last-Event-ID is not an id of an event' : 'it is too long ago')];
      return;
    }
    const store = await this.#io.store();
    let replayed = 0;
    for await (const visits of visitsSince(store.visits, sinceMs - clockSkewMs, maxReplayedVisits)) {
      replayed += visits.length;
      const events = await visitEvents(store, visits);
      yield events.filter(({ id }) => id !== lastId);
    }
    if (replayed >= maxReplayedVisits) yield [this.#lost(sinceMs, `more than ${maxReplayedVisits} visits ended since`)];
  }

  async #look(): Promise<void> {
    const store = await this.#io.store();
    const now = this.#io.clock.now();
    const nowMs = now.getTime();
    if (this.#tail === null) {
      const tail = new VisitTail(nowMs);
      await tail.skip(store.visits);
      this.#tail = tail;
      this.#kept.length = 0;
      this.#logs = new LogEvents();
    }
    await this.#publishVisits(store, this.#tail, nowMs);
    if (this.#looks % looksPerBeat === 0) {
      this.#publish(await this.#logs.next(store, now, new Date(nowMs - clockSkewMs)));
      this.#stats = { id: null, type: 'stats', at: now.toISOString(), site: null, data: await this.#io.stats() };
      this.#publish([this.#stats]);
    }
    this.#looks += 1;
    this.#lastLookMs = nowMs;
  }

  async #publishVisits(store: Store, tail: VisitTail, nowMs: number): Promise<void> {
    const visits = await tail.look(store.visits, nowMs);
    try {
      this.#publish(await visitEvents(store, visits));
    } catch (error) {
      tail.forget(visits);
      throw error;
    }
  }

  #publish(events: readonly ServerEvent[]): void {
    if (events.length === 0) return;
    this.#kept.push(...events.filter(({ id }) => id !== null));
    if (this.#kept.length > maxKept) this.#kept.splice(0, this.#kept.length - maxKept);
    for (const listener of [...this.#listeners]) listener(events);
  }

  #lost(sinceMs: number | null, why: string): ServerEvent {
    const data = {
      since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
      why,
      advice: 'read the lists again',
    };
    return { id: null, type: 'events.lost', at: this.#io.clock.now().toISOString(), site: null, data };
  }
}
