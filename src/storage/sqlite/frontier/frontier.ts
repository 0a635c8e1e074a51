import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Task } from '../../../model/crawl/task.ts';
import { visitEndsAt } from '../../../model/crawl/visit.ts';
import type { WorkLeft } from '../../../model/crawl/work-left.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import { waitsSinceMs } from '../../collections/crawl/tasks.ts';
import type {
  ClaimRequest,
  FailedFilter,
  Frontier,
  FrontierCounts,
  FrontierEntry,
  FrontierRecord,
  LeaseRequest,
  Need,
  ReopenOptions,
} from '../../crawl/frontier-port.ts';
import type { VisitResult } from '../../port.ts';
import type { Database } from '../database.ts';
import { state } from '../schema.ts';
import {
  claimReady,
  expireLeases,
  mendTimes,
  promoteDue,
  promoteWaitingFor,
  rankWhenDue,
  releaseDeadTasks,
  takeTask,
} from './claim.ts';
import { endAlsoVisited, pendingState, putEntries, readEntry, reopenEntries } from './entries.ts';
import { bestOfHosts, countTasks, failedTasks, nextDueAt, pendingOn, waitingFor, waitingOn } from './look-ups.ts';
import type { PointedLinks } from './pointed-links.ts';
import { placeColumns, type QueuePlace, raiseQueues } from './queues.ts';
import { heldUntil, readLeft } from './work-left.ts';

/** Links per transaction: about 20 ms. The event loop runs in between. */
const batchSize = 500;

/** SQL: those of the addresses that have a task, or had one. One look-up each in the table's own index. */
export const withTask = `SELECT url FROM json_each(:urls) AS asked CROSS JOIN frontier ON url = asked.value WHERE state <> ${state.named}`;

/** How a lease ends whose task is pending again. */
interface PendingAgain {
  readonly dueAt: Date;
  readonly attempts: number;
  /** The task came to an ending: earlier process deaths count no more. */
  readonly ended: boolean;
  readonly now: number;
  readonly waitsFor: Need | null;
}

export class SqliteFrontier implements Frontier {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async get(url: CanonicalUrl): Promise<FrontierRecord | null> {
    return readEntry(this.#db, url);
  }

  async best(limit: number, exceptHosts?: ReadonlySet<string>): Promise<FrontierRecord[]> {
    return bestOfHosts(this.#db, limit, exceptHosts);
  }

  async put(entries: readonly FrontierEntry[], now: Date): Promise<number> {
    let added = 0;
    await this.#inBatches(entries, (batch) => {
      added += putEntries(this.#db, batch, { now: now.getTime(), revisit: false });
    });
    return added;
  }

  async reopen(entries: readonly FrontierEntry[], { revisit, now }: ReopenOptions): Promise<void> {
    // in the order of the table: each batch reads and writes neighbours, a third less time for ten thousand
    const sorted = entries.toSorted((a, b) => (a.url < b.url ? -1 : 1));
    await this.#inBatches(sorted, (batch) => reopenEntries(this.#db, batch, { now: now.getTime(), revisit }));
  }

  async unknown(urls: readonly CanonicalUrl[]): Promise<Set<CanonicalUrl>> {
    const unknown = new Set(urls);
    for (const { url } of this.#db.all<{ url: CanonicalUrl }>(withTask, { urls: JSON.stringify(urls) }))
      unknown.delete(url);
    return unknown;
  }

  async claim(request: ClaimRequest): Promise<Task[]> {
    const now = request.now.getTime();
    for (;;) {
      const claimed = this.#db.transaction(() => {
        mendTimes(this.#db, now);
        if (promoteDue(this.#db, now)) return null; // others may write between two batches
        expireLeases(this.#db, request);
        return claimReady(this.#db, request);
      });
      if (claimed !== null) return claimed;
      await nextTurn();
    }
  }

  async renew(owner: string, now: Date, leaseMs: number): Promise<void> {
    const setAt = now.getTime();
    this.#db.run(
      `UPDATE frontier SET set_at = :setAt, lease_until = :until WHERE state = ${state.leased} AND owner = :owner`,
      { owner, setAt, until: setAt + leaseMs },
    );
  }

  async release(task: Task, dueAt: Date, now: Date): Promise<void> {
    this.#db.transaction(() =>
      this.#makePending(task, { dueAt, attempts: 0, ended: false, waitsFor: null, now: now.getTime() }),
    );
  }

  async releaseOwners(owners: readonly string[]): Promise<number> {
    const release = (owner: string) => releaseDeadTasks(this.#db, 'owner = :owner', { owner });
    return this.#db.transaction(() => owners.reduce((sum, owner) => sum + release(owner), 0));
  }

  async owners(): Promise<string[]> {
    const rows = this.#db.all<{ owner: string }>(
      `SELECT DISTINCT owner FROM frontier WHERE state = ${state.leased} ORDER BY owner`,
    );
    return rows.map((row) => row.owner);
  }

  async nextDueAt(
    now: Date,
    sites: readonly string[] | null,
    exceptHosts?: ReadonlySet<string>,
    exceptNeed?: Need,
  ): Promise<Date | null> {
    return nextDueAt(this.#db, { now: now.getTime(), sites, exceptHosts, exceptNeed });
  }

  async waitingOn(host: string, limit: number): Promise<number> {
    return waitingOn(this.#db, host, limit);
  }

  async pendingOn(host: string, limit: number): Promise<number> {
    return pendingOn(this.#db, host, limit);
  }

  async heldUntil(sites: readonly string[] | null, owner: string): Promise<Date | null> {
    return heldUntil(this.#db, sites, owner);
  }

  async workLeft(sites: readonly string[] | null): Promise<WorkLeft> {
    return readLeft(this.#db, sites);
  }

  async counts(): Promise<FrontierCounts> {
    return countTasks(this.#db);
  }

  async failed(filter: FailedFilter): Promise<FrontierRecord[]> {
    return failedTasks(this.#db, filter);
  }

  async take(url: CanonicalUrl, request: LeaseRequest): Promise<Task | null> {
    return this.#db.transaction(() => takeTask(this.#db, url, request));
  }

  async waitingFor(need: Need, sites: readonly string[] | null): Promise<number> {
    return waitingFor(this.#db, need, sites);
  }

  async wake(need: Need, now: Date): Promise<number> {
    const at = now.getTime();
    let woken = 0;
    for (;;) {
      const count = this.#db.transaction(() => promoteWaitingFor(this.#db, need, at));
      woken += count;
      if (count === 0) return woken;
      await nextTurn();
    }
  }

  /** For `commit`, inside its transaction. */
  isHeld({ url, lease }: Task): boolean {
    const row = this.#db.get(`SELECT 1 FROM frontier WHERE url = :url AND state = ${state.leased} AND lease = :lease`, {
      url,
      lease,
    });
    return row !== undefined;
  }

  /** For `commit`, inside its transaction: writes the links, then the task's own end. @param pointed see `putEntries` @returns how many links were new */
  end({ task, visit, links, alsoVisited, next }: VisitResult, pointed: PointedLinks): number {
    const now = visitEndsAt(visit).getTime();
    const added = putEntries(this.#db, links, { now, revisit: false }, pointed);
    endAlsoVisited(this.#db, alsoVisited, now);
    if (next.kind === 'retry') {
      const { at, costsAttempt, waitsFor = null } = next;
      this.#makePending(task, { dueAt: at, attempts: costsAttempt ? 1 : 0, ended: true, waitsFor, now });
    } else
      this.#db.run(
        `UPDATE frontier SET state = :state, lease = NULL, owner = NULL, lease_until = NULL, left_behind = 0 WHERE url = :url`,
        { url: task.url, state: state[next.kind] },
      );
    return added;
  }

  #makePending({ url, lease }: Task, { dueAt, attempts, ended, waitsFor, now }: PendingAgain): void {
    const at = dueAt.getTime();
    const place = this.#db.get<QueuePlace>(
      `UPDATE frontier SET state = :state, due_at = :at, rank = ${rankWhenDue(':at')}, set_at = :setAt, attempts = attempts + :attempts, lease = NULL, owner = NULL, lease_until = NULL,
         left_behind = iif(:ended, 0, left_behind), waits_for = :waitsFor
       WHERE url = :url AND state = ${state.leased} AND lease = :lease RETURNING ${placeColumns}`,
      {
        url,
        lease,
        at,
        attempts,
        waitsFor,
        ended: Number(ended),
        state: pendingState(at, now),
        setAt: waitsSinceMs(at, now),
      },
    );
    if (place !== undefined && at <= now) raiseQueues(this.#db, [place]);
  }

  async #inBatches(entries: readonly FrontierEntry[], write: (batch: readonly FrontierEntry[]) => void): Promise<void> {
    for (let from = 0; from < entries.length; from += batchSize) {
      if (from > 0) await nextTurn();
      this.#db.transaction(() => write(entries.slice(from, from + batchSize)));
    }
  }
}
