import type { Clock } from '../../ports.ts';
import type { Config } from '../../settings/config.ts';
import type { Frontier, FrontierEntry } from '../../storage/crawl/frontier-port.ts';

export type LinkLimits = Pick<Config, 'linksPerPage' | 'linksPerList' | 'tasksPerHost' | 'tasksTotal'>;

/** What is full is counted again after this time at the earliest, ms: counting many tasks takes milliseconds. */
const countAgainMs = 10_000;

/** The links of a page or list that fit the budgets. Budgets bound the memory and the turns of hosts that a page with a million links can take. */
export interface BudgetedLinks {
  readonly links: FrontierEntry[];
  /** Links that were left out, and why; null: none was. */
  readonly left: { readonly count: number; readonly why: string } | null;
}

interface BudgetPorts {
  readonly frontier: Pick<Frontier, 'waitingOn' | 'counts'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly limits: Pick<LinkLimits, 'tasksPerHost' | 'tasksTotal'>;
}

interface Count {
  waiting: number;
  readonly countedAt: number;
}

/** The places for waiting tasks, of each host and in all, as this run counts them. */
export class FrontierBudgets {
  readonly #io: BudgetPorts;
  /** By host; null: of all. */
  readonly #counts = new Map<string | null, Count>();

  constructor(io: BudgetPorts) {
    this.#io = io;
  }

  /** Takes up to `wanted` places for tasks of a host. @returns how many, and which setting allows no more; null: all were given */
  async take(host: string, wanted: number): Promise<{ readonly taken: number; readonly full: string | null }> {
    const { frontier, limits } = this.#io;
    const { tasksPerHost, tasksTotal } = limits;
    const ofHost = await this.#count(host, { wanted, max: tasksPerHost }, () => frontier.waitingOn(host, tasksPerHost));
    const ofAll = await this.#count(null, { wanted, max: tasksTotal }, async () => (await frontier.counts()).pending);
    const [roomOfHost, room] = [tasksPerHost - ofHost.waiting, tasksTotal - ofAll.waiting];
    const taken = Math.max(0, Math.min(wanted, roomOfHost, room));
    ofHost.waiting += taken;
    ofAll.waiting += taken;
    if (taken === wanted) return { taken, full: null };
    const full =
      room < roomOfHost
        ? 'the frontier has as many waiting as it may (NEWSHAWK_TASKS_TOTAL)'
        : `${host} has as many waiting as it may (NEWSHAWK_TASKS_PER_HOST)`;
    return { taken, full };
  }

  async #count(
    what: string | null,
    { wanted, max }: { readonly wanted: number; readonly max: number },
    read: () => Promise<number>,
  ): Promise<Count> {
    const now = this.#io.clock.monotonicMs();
    const known = this.#counts.get(what);
    const isFull = known !== undefined && known.waiting + wanted > max;
    if (known !== undefined && !(isFull && now - known.countedAt >= countAgainMs)) return known;
    const count = { waiting: await read(), countedAt: now };
    this.#counts.set(what, count);
    return count;
  }
}

/** The best of the entries that fit the budget of the page (or list) and those of their hosts. */
export async function withinBudgets(
  entries: readonly FrontierEntry[],
  { max, setting, budgets }: { readonly max: number; readonly setting: string; readonly budgets: FrontierBudgets },
): Promise<BudgetedLinks> {
  // a stable sort: of entries with the same priority the first named go first
  const best = entries.length > max ? bestOf(entries, max) : [...entries];
  const full = new Set<string>();
  const links: FrontierEntry[] = [];
  for (const [host, wanted] of Map.groupBy(best, (entry) => entry.host)) {
    const { taken, full: reason } = await budgets.take(host, wanted.length);
    if (reason !== null) full.add(reason);
    links.push(...(taken < wanted.length ? bestOf(wanted, taken) : wanted));
  }
  const count = entries.length - links.length;
  if (count === 0) return { links, left: null };
  const why = [
    ...(entries.length > max ? [`it names ${entries.length}, and ${max} are the most (${setting})`] : []),
    ...full,
  ];
  return { links, left: { count, why: why.join('; ') } };
}

const bestOf = (entries: readonly FrontierEntry[], count: number): FrontierEntry[] =>
  entries.toSorted((a, b) => b.priority - a.priority).slice(0, count);

/** Number of links that are not worth a fetch. */
export interface SkippedLinks {
  /** Their URL patterns have no articles. */
  readonly byPattern: number;
  /** No articles come from where they stand on their list. */
  readonly byPlace: number;
}

/** The count of a visit. */
export const leftCount = (
  left: BudgetedLinks['left'],
  { byPattern, byPlace }: SkippedLinks,
): { readonly linksLeft?: number } => {
  const linksLeft = (left?.count ?? 0) + byPattern + byPlace;
  return linksLeft === 0 ? {} : { linksLeft };
};

/** For a visit's detail. */
export const describeSkipped = ({ byPattern, byPlace }: SkippedLinks): string =>
  [
    ...(byPattern === 0 ? [] : [`${byPattern} links left out: no articles by their URL patterns`]),
    ...(byPlace === 0 ? [] : [`${byPlace} links left out: no articles come from their places on lists`]),
  ].join('; ');

/** For a visit's detail. */
export const describeLeft = (left: BudgetedLinks['left']): string =>
  left === null ? '' : `${left.count} links left out: ${left.why}`;
