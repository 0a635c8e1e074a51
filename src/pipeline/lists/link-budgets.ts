import type { Clock } from '../../ports.ts';
import type { Config } from '../../settings/config.ts';
import type { Frontier, FrontierEntry } from '../../storage/frontier-port.ts';

export type LinkLimits = Pick<Config, 'linksPerPage' | 'linksPerList' | 'tasksPerHost'>;

/** A host that has no room is counted again after this time at the earliest: a count of many tasks takes milliseconds. */
const countAgainMs = 10_000;

/** What a page or list may put into the frontier, the best first: one that names a million addresses takes no host's turn and no memory. */
export interface Budgeted {
  readonly links: FrontierEntry[];
  /** What was left out, in words; null: nothing. */
  readonly left: { readonly count: number; readonly why: string } | null;
}

/** How many tasks of each host wait, as far as this run knows. */
export class HostRoom {
  readonly #frontier: Pick<Frontier, 'waitingOn'>;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #max: number;
  readonly #counts = new Map<string, { waiting: number; countedAt: number }>();

  constructor(frontier: Pick<Frontier, 'waitingOn'>, clock: Pick<Clock, 'monotonicMs'>, max: number) {
    this.#frontier = frontier;
    this.#clock = clock;
    this.#max = max;
  }

  /** Takes room for as many of these, and says how many that is. */
  async take(host: string, wanted: number): Promise<number> {
    const now = this.#clock.monotonicMs();
    let count = this.#counts.get(host);
    const isFull = count !== undefined && count.waiting + wanted > this.#max;
    if (count === undefined || (isFull && now - count.countedAt >= countAgainMs)) {
      count = { waiting: await this.#frontier.waitingOn(host, this.#max), countedAt: now };
      this.#counts.set(host, count);
    }
    const room = Math.max(0, Math.min(wanted, this.#max - count.waiting));
    count.waiting += room;
    return room;
  }
}

/** The best of the entries that fit the budget of the page (or list) and those of their hosts. */
export async function withinBudgets(
  entries: readonly FrontierEntry[],
  { max, setting, hostRoom }: { readonly max: number; readonly setting: string; readonly hostRoom: HostRoom },
): Promise<Budgeted> {
  // a stable sort: of entries with the same priority the first named go first
  const best = entries.length > max ? bestOf(entries, max) : [...entries];
  const fullHosts: string[] = [];
  const links: FrontierEntry[] = [];
  for (const [host, wanted] of Map.groupBy(best, (entry) => entry.host)) {
    const count = await hostRoom.take(host, wanted.length);
    if (count < wanted.length) fullHosts.push(host);
    links.push(...(count < wanted.length ? bestOf(wanted, count) : wanted));
  }
  const count = entries.length - links.length;
  if (count === 0) return { links, left: null };
  const why = [
    ...(entries.length > max ? [`it names ${entries.length}, and ${max} are the most (${setting})`] : []),
    ...fullHosts.map((host) => `${host} has as many waiting as it may (NEWSHAWK_TASKS_PER_HOST)`),
  ];
  return { links, left: { count, why: why.join('; ') } };
}

const bestOf = (entries: readonly FrontierEntry[], count: number): FrontierEntry[] =>
  entries.toSorted((a, b) => b.priority - a.priority).slice(0, count);

/** For a visit's detail. */
export const leftInWords = ({ left }: { readonly left: Budgeted['left'] }): string =>
  left === null ? '' : `${left.count} links left out: ${left.why}`;
