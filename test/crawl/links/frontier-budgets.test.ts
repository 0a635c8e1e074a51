import { describe, expect, it } from 'vitest';
import { FrontierBudgets } from '../../../src/crawl/links/frontier-budgets.ts';
import { withinBudgets } from '../../../src/crawl/links/link-budgets.ts';
import type { CanonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { FrontierEntry } from '../../../src/storage/crawl/frontier-port.ts';
import { at, entry } from '../../storage/records.ts';
import { ManualClock } from '../../support/manual-clock.ts';

/** A frontier in memory, and how often it was asked. A count takes `countMs`. */
class FakeFrontier {
  readonly pending = new Map<CanonicalUrl, string>();
  readonly done = new Set<CanonicalUrl>();
  readonly clock = new ManualClock(at(0));
  asked = { counts: 0, lookUps: 0 };
  countMs = 0;

  put(entries: readonly FrontierEntry[]): void {
    for (const { url, host } of entries) if (!this.done.has(url)) this.pending.set(url, host);
  }

  fetchAll(): void {
    for (const url of this.pending.keys()) this.done.add(url);
    this.pending.clear();
  }

  async unknown(urls: readonly CanonicalUrl[]): Promise<Set<CanonicalUrl>> {
    this.asked.lookUps += 1;
    return new Set(urls.filter((url) => !this.pending.has(url) && !this.done.has(url)));
  }

  async pendingOn(host: string, limit: number): Promise<number> {
    this.#count();
    return Math.min(limit, [...this.pending.values()].filter((other) => other === host).length);
  }

  async counts() {
    this.#count();
    return { pending: this.pending.size, leased: 0, done: this.done.size, failed: 0 };
  }

  #count(): void {
    this.asked.counts += 1;
    this.clock.pass(this.countMs);
  }
}

type Limits = ConstructorParameters<typeof FrontierBudgets>[0]['limits'];
const limitsOf = (given: Partial<Limits>): Limits => ({
  tasksPerHost: 100_000,
  tasksTotal: 5_000_000,
  ...given,
});

/** Reads a page with these links, and stores what it led to. @returns its links that were left out */
type ReadPage = (links: readonly FrontierEntry[], max?: number) => Promise<number>;

function openRun(frontier: FakeFrontier, given: Partial<Limits>): ReadPage {
  const budgets = new FrontierBudgets({ frontier, clock: frontier.clock, limits: limitsOf(given) });
  return async (entries, max = 2_000) => {
    const { links, left } = await withinBudgets(entries, { max, setting: 'NEWSHAWK_LINKS_PER_PAGE', budgets });
    frontier.put(links);
    return left?.count ?? 0;
  };
}

const links = (count: number, name = 'a', host = 'a.example') =>
  Array.from({ length: count }, (_, n) => entry(`http://${host}/${name}-${n}`, { priority: 0.5 }));

describe('FrontierBudgets', () => {
  it('gives no place to links that are known, and does not count them as left out', async () => {
    const frontier = new FakeFrontier();
    const read = openRun(frontier, { tasksPerHost: 100 });
    const menu = links(60);
    expect(await read(menu)).toBe(0);
    frontier.fetchAll();
    const fresh = entry('http://a.example/new', { priority: 0.1 });
    for (let page = 0; page < 5; page += 1) expect(await read([...menu, fresh])).toBe(0);
    expect([...frontier.pending.keys()]).toEqual([fresh.url]);
    expect(await read([...menu, ...links(110, 'b')])).toBe(11);
  });

  it('raises links that are known where the frontier is full', async () => {
    const frontier = new FakeFrontier();
    frontier.put(links(10));
    const budgets = new FrontierBudgets({ frontier, clock: frontier.clock, limits: limitsOf({ tasksPerHost: 10 }) });
    const linked = [...links(1, 'new'), ...links(3)];
    const budgeted = await withinBudgets(linked, { max: 2_000, setting: '', budgets });
    expect(budgeted.links).toEqual(links(3));
    expect(budgeted.left).toMatchObject({ count: 1 });
  });

  it('gives the places of a page to its new links: each visit brings the next ones', async () => {
    const frontier = new FakeFrontier();
    const read = openRun(frontier, {});
    const all = links(25);
    expect([await read(all, 10), await read(all, 10), await read(all, 10), await read(all, 10)]).toEqual([15, 5, 0, 0]);
    expect(frontier.pending.size).toBe(25);
  });

  it('has room again as soon as tasks are fetched', async () => {
    const frontier = new FakeFrontier();
    const read = openRun(frontier, { tasksPerHost: 10 });
    expect(await read(links(15))).toBe(5);
    frontier.fetchAll();
    expect(await read(links(15))).toBe(0);
  });

  it('keeps to one bound in several processes', async () => {
    const frontier = new FakeFrontier();
    const runs = Array.from({ length: 4 }, () => openRun(frontier, { tasksTotal: 1_000 }));
    let left = 0;
    for (let page = 0; page < 100; page += 1)
      for (const [process, read] of runs.entries()) left += await read(links(10, `${process}-${page}`));
    expect({ pendingCount: frontier.pending.size, left }).toEqual({ pendingCount: 1_000, left: 3_000 });
  });

  it('sees what other processes added while it read nothing', async () => {
    const frontier = new FakeFrontier();
    const [idle, busy] = [openRun(frontier, { tasksTotal: 1_000 }), openRun(frontier, { tasksTotal: 1_000 })];
    await idle(links(1, 'first'));
    await busy(links(2_000, 'many'));
    frontier.clock.pass(30_000);
    expect(await idle(links(10, 'later'))).toBe(10);
  });

  it('looks nothing up where there is ample room, and counts again after a while only', async () => {
    const frontier = new FakeFrontier();
    const read = openRun(frontier, {});
    for (let page = 0; page < 100; page += 1) await read(links(60));
    expect(frontier.asked).toEqual({ counts: 2, lookUps: 0 });
    frontier.clock.pass(30_000);
    await read(links(60));
    expect(frontier.asked).toEqual({ counts: 4, lookUps: 0 });
  });

  it('spends a fiftieth of the time on counting, where that is slow and the frontier full', async () => {
    const frontier = new FakeFrontier();
    frontier.countMs = 1_000;
    const read = openRun(frontier, { tasksPerHost: 10 });
    await read(links(20));
    expect(frontier.asked.counts).toBe(2);
    for (let second = 0; second < 100; second += 1) {
      frontier.clock.pass(1_000);
      await read(links(20));
    }
    expect(frontier.asked.counts).toBeLessThanOrEqual(6);
    expect(frontier.pending.size).toBe(10);
  });
});
