import { dayOf, type ProxyUse } from '../../../model/crawl/proxy.ts';

type Counted = Pick<ProxyUse, 'tries' | 'successes' | 'blocked' | 'bytes'>;

const nothing: Counted = { tries: 0, successes: 0, blocked: 0, bytes: 0 };

/** What each proxy did for each site, today and yesterday (UTC): a run counts here, and the store gets the sums. */
export class ProxyUses {
  readonly #byKey = new Map<string, ProxyUse>();
  #today = '';

  /** Adds to the counts of the day. */
  add(now: Date, proxy: string, site: string, counted: Partial<Counted>): void {
    const day = dayOf(now);
    if (day !== this.#today) this.#begin(day);
    const key = `${day} ${proxy} ${site}`;
    const before = this.#byKey.get(key) ?? { day, proxy, site, ...nothing };
    this.#byKey.set(key, {
      ...before,
      tries: before.tries + (counted.tries ?? 0),
      successes: before.successes + (counted.successes ?? 0),
      blocked: before.blocked + (counted.blocked ?? 0),
      bytes: before.bytes + (counted.bytes ?? 0),
    });
  }

  all(): readonly ProxyUse[] {
    return [...this.#byKey.values()];
  }

  /** Bytes of a proxy on the day, over all sites. */
  bytesOn(now: Date, proxy: string): number {
    return bytesOn(this.all(), now, proxy);
  }

  /** Bytes of a proxy for one site on the day. */
  bytesAt(now: Date, proxy: string, site: string): number {
    return this.#byKey.get(`${dayOf(now)} ${proxy} ${site}`)?.bytes ?? 0;
  }

  /** Yesterday's counts stay: the store may not have their last minute yet. */
  #begin(day: string): void {
    for (const [key, use] of this.#byKey) if (use.day !== day && use.day !== this.#today) this.#byKey.delete(key);
    this.#today = day;
  }
}

/** Bytes of a proxy on the day of `now`, over all sites. */
export function bytesOn(uses: readonly ProxyUse[], now: Date, proxy: string): number {
  const day = dayOf(now);
  return uses.reduce((sum, use) => (use.day === day && use.proxy === proxy ? sum + use.bytes : sum), 0);
}
