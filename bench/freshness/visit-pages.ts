import { Agenda } from './agenda.ts';
import { endOf, measuredFrom, type PageWorld, simulatedDays, type WorldPage } from './page-world.ts';

/** Plans the visits of pages. Times are in days. */
export interface Visitor {
  /** Time of the next visit after the first one. */
  readonly first: (page: number, at: number) => number;
  /** Time of the next visit after another one. */
  readonly later: (page: number, at: number, changed: boolean) => number;
}

/** What readers get from the visits, over the measured days. */
export interface VisitScore {
  /** Share of pages that are as they were seen last, by time. */
  readonly freshness: number;
  /** From a change to the visit that sees it, hours. A change that no visit saw counts until the end. */
  readonly meanDelay: number;
  readonly p90Delay: number;
  /** Visits per day. */
  readonly visits: number;
}

/** Simulates the visits of all pages by a clock that jumps from visit to visit. */
export function visitPages(world: PageWorld, pages: readonly WorldPage[], visitor: Visitor): VisitScore {
  const agenda = new Agenda(pages.length);
  const seen = new Int32Array(pages.length);
  const delays: number[] = [];
  let [visits, staleDays] = [0, 0];
  for (const [id, { discovered }] of pages.entries()) agenda.add(id, discovered);
  const isVisited = new Uint8Array(pages.length);
  /** Counts the changes before a visit. @returns whether there were any */
  const see = (id: number, at: number): boolean => {
    const page = pages[id];
    if (page === undefined) return false;
    const { changes } = page;
    const end = endOf(world, page);
    const first = seen[id] ?? 0;
    let last = first;
    for (let change = changes[last] ?? at; change < at; change = changes[last] ?? at) {
      if (change >= measuredFrom && change < end) delays.push(at - change);
      last += 1;
    }
    if (last > first) staleDays += Math.max(0, Math.min(at, end) - Math.max(measuredFrom, changes[first] ?? 0));
    seen[id] = last;
    return last > first;
  };
  for (let visit = agenda.next(simulatedDays); visit !== null; visit = agenda.next(simulatedDays)) {
    const { id, at } = visit;
    const changed = see(id, at);
    if (at >= measuredFrom) visits += 1;
    const next = isVisited[id] ? visitor.later(id, at, changed) : visitor.first(id, at);
    isVisited[id] = 1;
    agenda.add(id, next);
  }
  for (const id of pages.keys()) see(id, simulatedDays);
  const days = pages.reduce(
    (sum, page) => sum + Math.max(0, endOf(world, page) - Math.max(measuredFrom, page.discovered)),
    0,
  );
  delays.sort((a, b) => a - b);
  return {
    freshness: 1 - staleDays / days,
    meanDelay: (24 * delays.reduce((sum, delay) => sum + delay, 0)) / delays.length,
    p90Delay: 24 * (delays[Math.floor(0.9 * delays.length)] ?? 0),
    visits: visits / (simulatedDays - measuredFrom),
  };
}
