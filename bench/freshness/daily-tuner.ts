import { dayOf } from '../../src/model/crawl/proxy.ts';
import type { PollPolicy, Source, SourceTuning } from '../../src/model/crawl/source.ts';
import { hourOfWeek } from '../../src/stages/schedule/arrivals.ts';
import { dayBefore, tuneSource } from '../../src/stages/schedule/tuning/tune-source.ts';

interface SeenPoll {
  readonly at: Date;
  readonly found: boolean;
}

const days = 28;
const dayMs = 86_400_000;

/** The polls of a simulated source, which the product's tuning reads once a day. */
export class DailyTuner {
  readonly #policy: PollPolicy;
  readonly #polls: SeenPoll[] = [];
  #tuning: SourceTuning | null = null;

  constructor(policy: PollPolicy) {
    this.#policy = policy;
  }

  /** Notes a poll. @returns the tuning of the day */
  noted(source: Source, at: Date, found: boolean): SourceTuning | null {
    const [today, yesterday] = [dayOf(at), dayBefore(at)];
    const last = this.#polls.at(-1);
    if (last !== undefined && dayOf(last.at) !== today) this.#tuning = this.#tuned(source, at, yesterday);
    this.#polls.push({ at, found });
    return this.#tuning;
  }

  #tuned(source: Source, now: Date, yesterday: string): SourceTuning {
    const since = now.getTime() - days * dayMs;
    while ((this.#polls[0]?.at.getTime() ?? since) < since) this.#polls.shift();
    const byHour = [...Map.groupBy(this.#polls, ({ at }) => hourOfWeek(at.getTime()))].map(([hour, polls]) => ({
      hour,
      polls: polls.length,
      updates: polls.filter(({ found }) => found).length,
    }));
    const [begin, end] = [new Date(yesterday), new Date(dayOf(now))];
    const ofDay = this.#polls.filter(({ at }) => at >= begin && at < end);
    const rounds = { rounds: ofDay.length, updates: ofDay.filter(({ found }) => found).length };
    return tuneSource(source, { byHour, days, yesterday, rounds }, this.#policy).tuning;
  }
}
