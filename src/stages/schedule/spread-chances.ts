/** Fractional part of the golden ratio: its multiples lie most evenly between 0 and 1. */
const step = (Math.sqrt(5) - 1) / 2;
/** Sequences that are kept, at most; the oldest is begun anew. */
const maxSequences = 10_000;

/**
 * Chances for the visits of each format, spread evenly between 0 and 1 (additive recurrence; Kuipers and Niederreiter, Uniform Distribution of Sequences, 1974). A
 * share of 2 % selects about every 50th visit, never two of 33. Independent chances would select none of some formats' pages and several of others'.
 */
export class SpreadChances {
  readonly #last = new Map<string, number>();

  /** @param first the chance with which a sequence begins, 0 to 1 */
  next(key: string, first: number): number {
    const last = this.#last.get(key);
    const chance = last === undefined ? first : (last + step) % 1;
    this.#last.delete(key);
    this.#last.set(key, chance);
    const [oldest = ''] = this.#last.keys();
    if (this.#last.size > maxSequences) this.#last.delete(oldest);
    return chance;
  }
}
