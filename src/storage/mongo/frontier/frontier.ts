import type { Task } from '../../../model/crawl/task.ts';
import type { WorkLeft } from '../../../model/crawl/work-left.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
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
import { withoutContent } from '../../records/ending-size.ts';
import type { Collections } from '../collections.ts';
import type { TaskState } from '../documents.ts';
import { storeError } from '../mongo-error.ts';
import {
  bestByHost,
  claimDocuments,
  expiredLeases,
  makeReady,
  mendDocumentTimes,
  releaseDeadDocuments,
  takeDocument,
} from './claim.ts';
import { noLease, pendingSince, rankExpression, reopenDocuments, taskDocument, upsertEntries } from './entries.ts';
import { heldUntil, leftByHost } from './work-left.ts';

export class MongoFrontier implements Frontier {
  readonly #collections: Collections;
  readonly #finish: (ending: VisitResult) => Promise<void>;

  /** @param finish writes a journaled ending to the collections */
  constructor(collections: Collections, finish: (ending: VisitResult) => Promise<void>) {
    this.#collections = collections;
    this.#finish = finish;
  }

  async get(url: CanonicalUrl): Promise<FrontierRecord | null> {
    const document = await this.#tasks.findOne({ _id: url });
    return document === null ? null : taskDocument(document);
  }

  async best(limit: number, exceptHosts: ReadonlySet<string> = new Set()): Promise<FrontierRecord[]> {
    if (limit < 1) return [];
    const heads = await bestByHost(this.#tasks, { restingHosts: exceptHosts, limit });
    const tasks = await this.#tasks.find({ _id: { $in: heads.map(({ url }) => url) } }).toArray();
    const byUrl = new Map(tasks.map((task) => [task._id, taskDocument(task)]));
    return heads.flatMap(({ url }) => byUrl.get(url) ?? []);
  }

  async put(entries: readonly FrontierEntry[], now: Date): Promise<number> {
    return await upsertEntries(this.#tasks, entries, { now: now.getTime(), revisit: false });
  }

  async reopen(entries: readonly FrontierEntry[], { revisit, now }: ReopenOptions): Promise<void> {
    await reopenDocuments(this.#tasks, entries, { now: now.getTime(), revisit });
  }

  async unknown(urls: readonly CanonicalUrl[]): Promise<Set<CanonicalUrl>> {
    const tasks = await this.#tasks
      .find({ _id: { $in: [...urls] } })
      .project<{ _id: CanonicalUrl }>({ _id: 1 })
      .toArray();
    const unknown = new Set(urls);
    for (const { _id } of tasks) unknown.delete(_id);
    return unknown;
  }

  async claim(request: ClaimRequest): Promise<Task[]> {
    await mendDocumentTimes(this.#collections, request.now);
    await this.#finishEndings(expiredLeases(request));
    await makeReady(this.#collections, request);
    return await claimDocuments(this.#collections, request);
  }

  async renew(owner: string, now: Date, leaseMs: number): Promise<void> {
    const lease = { leaseUntil: new Date(now.getTime() + leaseMs), setAt: now };
    await this.#tasks.updateMany({ owner, state: { $in: ['leased', 'ending'] } }, { $set: lease });
  }

  async release({ url, lease }: Task, dueAt: Date, now: Date): Promise<void> {
    await this.#tasks.updateOne({ _id: url, state: 'leased', lease }, [
      { $set: { ...pendingSince(dueAt, now.getTime()), rank: rankExpression(dueAt), waitsFor: null, ...noLease } },
    ]);
  }

  async releaseOwners(owners: readonly string[]): Promise<number> {
    const held = { owner: { $in: [...owners] } };
    const finished = await this.#finishEndings(held);
    return finished + (await releaseDeadDocuments(this.#tasks, held));
  }

  async owners(): Promise<string[]> {
    const names = await this.#tasks.distinct('owner', { state: { $in: ['leased', 'ending'] } });
    return names.filter((name) => name !== null).sort();
  }

  async nextDueAt(
    now: Date,
    sites: readonly string[] | null,
    exceptHosts?: ReadonlySet<string>,
    exceptNeed?: Need,
  ): Promise<Date | null> {
    const others = exceptNeed === undefined ? {} : { waitsFor: { $ne: exceptNeed } };
    const first = async (state: TaskState, more = {}) => {
      const query = {
        state,
        ...(sites !== null && { site: { $in: [...sites] } }),
        ...(exceptHosts !== undefined && { host: { $nin: [...exceptHosts] } }),
        ...more,
      };
      const [task] = await this.#tasks.find(query).sort({ dueAt: 1 }).limit(1).toArray();
      return task?.dueAt ?? null;
    };
    const ready = await first('ready');
    const times = [
      // a ready task is due by now, even where the clock was set back
      ready !== null && now !== undefined && now < ready ? now : ready,
      await first('waiting', others),
    ].filter((at) => at !== null);
    return times.length === 0 ? null : new Date(Math.min(...times.map((at) => at.getTime())));
  }

  async waitingOn(host: string, limit: number): Promise<number> {
    return limit < 1 ? 0 : await this.#tasks.countDocuments({ state: 'ready', host }, { limit });
  }

  async pendingOn(host: string, limit: number): Promise<number> {
    const pending = { state: { $in: ['ready', 'waiting'] as TaskState[] }, host };
    return limit < 1 ? 0 : await this.#tasks.countDocuments(pending, { limit });
  }

  async heldUntil(sites: readonly string[] | null, owner: string): Promise<Date | null> {
    return await heldUntil(this.#tasks, sites, owner);
  }

  async workLeft(sites: readonly string[] | null): Promise<WorkLeft> {
    return await leftByHost(this.#tasks, sites);
  }

  async counts(): Promise<FrontierCounts> {
    const count = async (...states: readonly TaskState[]) => {
      const each = await Promise.all(states.map((state) => this.#tasks.countDocuments({ state })));
      return each.reduce((sum, n) => sum + n, 0);
    };
    const [pending, leased, failed, all] = await Promise.all([
      count('ready', 'waiting'),
      count('leased', 'ending'),
      count('failed'),
      this.#tasks.estimatedDocumentCount(), // the server keeps it: it reads nothing
    ]);
    // most tasks are done: they are not counted
    return { pending, leased, done: Math.max(0, all - pending - leased - failed), failed };
  }

  async failed({ site, urls, limit }: FailedFilter): Promise<FrontierRecord[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const query = {
      state: 'failed' as const,
      ...(site !== undefined && { site }),
      ...(urls !== undefined && { _id: { $in: [...urls] } }),
    };
    return (await this.#tasks.find(query).sort({ _id: 1 }).limit(limit).toArray()).flatMap(
      (task) => taskDocument(task) ?? [],
    );
  }

  async take(url: CanonicalUrl, request: LeaseRequest): Promise<Task | null> {
    return await takeDocument(this.#collections, url, request);
  }

  async waitingFor(need: Need, sites: readonly string[] | null): Promise<number> {
    const ofSites = sites === null ? {} : { site: { $in: [...sites] } };
    return await this.#tasks.countDocuments({ waitsFor: need, state: 'waiting', ...ofSites });
  }

  async wake(need: Need, now: Date): Promise<number> {
    const dueAt = { $min: ['$dueAt', now] };
    const due = { $set: { state: 'ready', waitsFor: null, dueAt, rank: rankExpression(dueAt) } };
    return (await this.#tasks.updateMany({ waitsFor: need, state: 'waiting' }, [due])).modifiedCount;
  }

  /** Finishes all journaled endings: only where no process is writing one. */
  async finishAll(): Promise<void> {
    await this.#finishEndings({});
  }

  /** Finishes journaled endings whose process died. @returns how many */
  async #finishEndings(which: Readonly<Record<string, unknown>>): Promise<number> {
    const unfinished = await this.#tasks.find({ state: 'ending', ...which }).toArray();
    for (const { ending } of unfinished) if (ending !== undefined) await this.#finishOrFail(ending);
    return unfinished.length;
  }

  /** An ending that is too large would stop every claim: its page fails instead. */
  async #finishOrFail(ending: VisitResult): Promise<void> {
    try {
      await this.#finish(ending);
    } catch (error) {
      const { kind, message } = storeError(error, '');
      if (kind !== 'too-large') throw error;
      await this.#finish(withoutContent(ending, message));
    }
  }

  get #tasks(): Collections['frontier'] {
    return this.#collections.frontier;
  }
}
