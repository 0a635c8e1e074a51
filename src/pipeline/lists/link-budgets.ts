import type { Clock } from '../../ports.ts';
import type { Config } from '../../settings/config.ts';
import type { Frontier, FrontierEntry } from '../../storage/crawl/frontier-port.ts';

export type LinkLimits = Pick<Config, 'linksPerPage' | 'linksPerList' | 'tasksPerHost'>;

/** A full host is counted again after this time at the earliest, ms: counting many tasks takes milliseconds. */
const countAgainMs = 10_000;

/** The links of a page or list that fit the budgets. Budgets bound the memory and the turns of hosts that a page with a million links can take. */
export interface BudgetedLinks {
  readonly links: FrontierEntry[];
  /** Links that were left out, and why; null: none was. */
  readonly left: { readonly count: number; readonly why: string } | null;
}

/** The budgets of waiting tasks per host, as this run counts them. */
export class HostBudgets {
  readonly #frontier: Pick<Frontier, 'waitingOn'>;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #max: number;
  readonly #counts = new Map<string, { waiting: number; countedAt: number }>();

  constructor(frontier: Pick<Frontier, 'waitingOn'>, clock: Pick<Clock, 'monotonicMs'>, max: number) {
    this.#frontier = frontier;
    this.#clock = clock;
    this.#max = max;
  }

  /** Takes up to `wanted` places of the host's budget. @returns how many */
  async take(host: string, wanted: number): Promise<number> {
    const now = this.#clock.monotonicMs();
    let count = this.#counts.get(host);
    const isFull = count !== undefined && count.waiting + wanted > this.#max;
    if (count === undefined || (isFull && now - count.countedAt >= countAgainMs)) {
      count = { waiting: await this.#frontier.waitingOn(host, this.#max), countedAt: now };
      this.#counts.set(host, count);
    }
    const taken = Math.max(0, Math.min(wanted, this.#max - count.waiting));
    count.waiting += taken;
    return taken;
  }
}

/** The best of the entries that fit the budget of the page (or list) and those of their hosts. */
export async function withinBudgets(
  entries: readonly FrontierEntry[],
  { max, setting, hostBudgets }: { readonly max: number; readonly setting: string; readonly hostBudgets: HostBudgets },
): Promise<BudgetedLinks> {
  // a stable sort: of entries with the same priority the first named go first
  const best = entries.length > max ? bestOf(entries, max) : [...entries];
  const fullHosts: string[] = [];
  const links: FrontierEntry[] = [];
  for (const [host, wanted] of Map.groupBy(best, (entry) => entry.host)) {
    const count = await hostBudgets.take(host, wanted.length);
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
export const describeLeft = (left: BudgetedLinks['left']): string =>
  left === null ? '' : `${left.count} links left out: ${left.why}`;
