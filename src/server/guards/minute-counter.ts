/** ms. */
const minuteMs = 60_000;
/** Names that are counted at once; the one whose minute began first is forgotten. */
const maxNames = 10_000;

export interface Count {
  /** In this minute, with this one. */
  readonly used: number;
  /** Until the minute ends. */
  readonly seconds: number;
}

interface Minute {
  used: number;
  readonly untilMs: number;
}

/** Counts by name. The minute of a name begins with its first count. Synchronous, as each request is counted. */
export class MinuteCounter {
  readonly #nowMs: () => number;
  /** The oldest minute first. */
  readonly #minutes = new Map<string, Minute>();

  /** @param nowMs a time that never goes back */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  add(name: string): Count {
    const nowMs = this.#nowMs();
    const minute = this.#current(name, nowMs) ?? this.#begin(name, nowMs);
    minute.used += 1;
    return countOf(minute, nowMs);
  }

  look(name: string): Count {
    const nowMs = this.#nowMs();
    const minute = this.#current(name, nowMs);
    return minute === null ? { used: 0, seconds: 0 } : countOf(minute, nowMs);
  }

  #current(name: string, nowMs: number): Minute | null {
    const minute = this.#minutes.get(name);
    return minute === undefined || minute.untilMs <= nowMs ? null : minute;
  }

  #begin(name: string, nowMs: number): Minute {
    this.#minutes.delete(name); // it goes to the end
    if (this.#minutes.size >= maxNames)
      for (const oldest of this.#minutes.keys()) if (this.#minutes.delete(oldest)) break;
    const minute = { used: 0, untilMs: nowMs + minuteMs };
    this.#minutes.set(name, minute);
    return minute;
  }
}

const countOf = ({ used, untilMs }: Minute, nowMs: number): Count => ({
  used,
  seconds: Math.ceil((untilMs - nowMs) / 1_000),
});
