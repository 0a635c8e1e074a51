import { isPolled } from '../crawl/links/autodiscovery.ts';
import { pollEntry } from '../crawl/links/targets.ts';
import type { Source } from '../model/crawl/source.ts';
import type { OfflinePorts } from '../services.ts';
import { assignWorkers } from '../stages/schedule/dispatch.ts';
import { inTurns } from '../stages/schedule/polling.ts';
import type { FrontierEntry } from '../storage/crawl/frontier-port.ts';

/** A poll that was opened and did not end is opened again after this time, ms. */
const claimMs = 10 * 60_000;
/** Polls that are open at once: beyond, weights decide which are opened first. */
const maxOpenPolls = 2_000;
/** Due sources that one round looks at. */
const sourcesPerRound = 10_000;
/** When a discovered source that is not polled now (discovery is off, or its site has a scraper) is looked at again, ms. */
const unpolledMs = 60 * 60_000;

/** The part of the work that is this process' own. */
export interface OwnShare {
  /** Hosts of the run's sites; null: all. */
  readonly sites: readonly string[] | null;
  /** This process, as sources name it. */
  readonly worker: string;
}

/**
 * The rounds in which sources are polled: each takes the due ones, in turns by weight, and opens a poll for those that are this worker's. The frontier paces the
 * polls by host; whether a poll is inside its windows is checked when it is sent (crawl/poll-turns.ts), because it may wait.
 */
export class PollRounds {
  readonly #io: OfflinePorts;
  readonly #options: OwnShare;
  /** When each weight group had its last turn. */
  readonly #lastTurns = new Map<number, Date>();

  constructor(io: OfflinePorts, options: OwnShare) {
    this.#io = io;
    this.#options = options;
  }

  async next(): Promise<void> {
    const { store, clock } = this.#io;
    const { sites, worker } = this.#options;
    const now = clock.now();
    const due = await this.#polled(await store.sources.due({ now, sites, limit: sourcesPerRound }), now);
    if (due.length === 0) return;
    const workers = [worker];
    const assigned = assignWorkers(due, { workers, holdings: await store.sources.holdings() });
    const own = inTurns(
      due.filter(({ id }) => assigned.get(id) === worker),
      this.#lastTurns,
      now,
    );
    const room = Math.max(0, maxOpenPolls - (await store.sources.claimed(now)));
    const chosen = own.slice(0, room);
    const claimUntil = new Date(now.getTime() + claimMs);
    const claimed = await store.sources.claim(
      chosen.map(({ id }) => id),
      { now, claimUntil, worker },
    );
    const opened = chosen.filter(({ id }) => claimed.has(id));
    for (const { weight } of opened) this.#lastTurns.set(weight, now);
    if (opened.length > 0) await store.frontier.reopen(pollsInTurn(opened, now), { revisit: false, now });
  }

  /** Puts the others off: they must not fill the next rounds. */
  async #polled(due: readonly Source[], now: Date): Promise<Source[]> {
    const { store } = this.#io;
    const isToPoll = isPolled(this.#io);
    for (const source of due.filter((candidate) => !isToPoll(candidate)))
      await store.sources.save({ ...source, nextPollAt: new Date(now.getTime() + unpolledMs), plannedAt: now });
    return due.filter(isToPoll);
  }
}

/** The entries of polls. The frontier claims tasks of equal priority by the time they are due: 1 ms between them keeps the order of the turns. */
const pollsInTurn = (sources: readonly Source[], now: Date): FrontierEntry[] =>
  sources.map((source, turn) => pollEntry(source, new Date(now.getTime() - (sources.length - turn))));
