import { type LinksLeftBy, linksLeftEntries, linksLeftReasons, linksLeftTotal } from '../../model/crawl/links-left.ts';
import type { Visit } from '../../model/crawl/visit.ts';
import type { FrontierEntry } from '../../storage/crawl/frontier-port.ts';
import type { FrontierBudgets } from './frontier-budgets.ts';

/** The links of a page or list that fit the budgets. Budgets bound the memory and the turns of hosts that a page with a million links can take. */
export interface BudgetedLinks {
  readonly links: FrontierEntry[];
  /** New links that were left out, and why; null: none was. */
  readonly left: { readonly count: number; readonly why: string } | null;
}

/** How many new links a page (or list) may give, by which setting, and the places for them. */
export interface LinkBudget {
  readonly max: number;
  readonly setting: string;
  readonly budgets: FrontierBudgets;
}

/** The best of the new entries that fit the budget of the page (or list) and those of their hosts. Entries that have a task need no place: they may raise it. */
export async function withinBudgets(
  entries: readonly FrontierEntry[],
  { max, setting, budgets }: LinkBudget,
): Promise<BudgetedLinks> {
  if (entries.length <= max && (await budgets.takeAmple(entries))) return { links: [...entries], left: null };
  const unknown = await budgets.unknown(entries);
  const [added, known] = [
    entries.filter(({ url }) => unknown.has(url)),
    entries.filter(({ url }) => !unknown.has(url)),
  ];
  const { taken, full } = await budgets.take(bestOf(added, max));
  const raised = new Set(bestOf(known, max - taken.size).map(({ url }) => url));
  const links = entries.filter(({ url }) => taken.has(url) || raised.has(url));
  if (taken.size === added.length) return { links, left: null };
  const why = [
    ...(added.length > max ? [`it names ${added.length} new ones, and ${max} are the most (${setting})`] : []),
    ...full,
  ];
  return { links, left: { count: added.length - taken.size, why: why.join('; ') } };
}

/** Best first. A stable sort: of entries with the same priority the first named go first. */
const bestOf = (entries: readonly FrontierEntry[], count: number): FrontierEntry[] =>
  entries.toSorted((a, b) => b.priority - a.priority).slice(0, count);

/** Number of links that are not worth a fetch. */
export interface SkippedLinks {
  /** Their URL patterns have no articles. */
  readonly byPattern: number;
  /** No articles come from where they stand on their list. */
  readonly byPlace: number;
}

/** The counts of a visit. */
export const leftCount = (
  left: BudgetedLinks['left'],
  skipped: SkippedLinks,
): Pick<Visit, 'linksLeft' | 'linksLeftBy'> => {
  const counts = { ...(left !== null && { limit: left.count }), ...skippedBy(skipped) };
  const linksLeftBy = Object.fromEntries(linksLeftEntries(counts));
  const linksLeft = linksLeftTotal(linksLeftBy);
  return linksLeft === 0 ? {} : { linksLeft, linksLeftBy };
};

/** The links left with those of a list that were not read. @param why where the budgets left none */
export const withUnread = (left: BudgetedLinks['left'], unread: number, why: string): BudgetedLinks['left'] =>
  unread === 0 ? left : { count: unread + (left?.count ?? 0), why: left?.why ?? why };

const skippedBy = ({ byPattern, byPlace }: SkippedLinks): LinksLeftBy => ({ urlPattern: byPattern, place: byPlace });

/** For a visit's detail. */
export const describeSkipped = (skipped: SkippedLinks): string =>
  linksLeftEntries(skippedBy(skipped))
    .map(([reason, count]) => `${count} links left out: ${linksLeftReasons[reason]}`)
    .join('; ');

/** For a visit's detail. */
export const describeLeft = (left: BudgetedLinks['left']): string =>
  left === null ? '' : `${left.count} links left out: ${left.why}`;
