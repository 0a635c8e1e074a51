import type { Task, TaskKind } from '../model/crawl/task.ts';
import type { WorkLeft } from '../model/crawl/work-left.ts';
import type { CanonicalUrl, WebAddress } from '../model/web/canonical-url.ts';

/** What a task may wait for, beside its time: something that all pages of a process share. */
export type Need = 'browser';

/** A link that is to become a task. Of several spellings the first is fetched; `reopen` brings another where its entry has one. */
export interface FrontierEntry extends WebAddress {
  readonly kind: TaskKind;
  readonly host: string;
  readonly site: string;
  readonly sourceId: string | null;
  readonly depth: number;
  readonly maxDepth: number;
  /** 0 to 1; higher goes first. */
  readonly priority: number;
  /** As in the task; a later link does not change it. */
  readonly linkTitle: string | null;
  readonly dueAt: Date;
}

export interface ClaimRequest {
  readonly now: Date;
  readonly limit: number;
  /** At most this many of one host. */
  readonly perHost: number;
  /** Hosts that may not be asked now. */
  readonly restingHosts: ReadonlySet<string>;
  readonly owner: string;
  readonly leaseMs: number;
  /** Only tasks of these sites; null: of all. */
  readonly sites: readonly string[] | null;
  /** Leases that ended by then are over; default: `now`. Earlier for a while where the clock was set forward: whoever is alive renews first. */
  readonly leasesEndedBy?: Date;
}

/** What a lease is made of. */
export type LeaseRequest = Pick<ClaimRequest, 'now' | 'owner' | 'leaseMs'>;

export interface FailedFilter {
  readonly site?: string;
  /** Only these. */
  readonly urls?: readonly CanonicalUrl[];
  readonly limit: number;
}

export interface ReopenOptions {
  /** True: read again. The task keeps the source, site and depth with which it was found. */
  readonly revisit: boolean;
  /** The caller's time: waits count from there. Without it what is due is ready at the next claim. */
  readonly now?: Date;
}

/** No task is put off for longer than this where nobody tells the time from which its wait counts, ms: a server's Retry-After has the same limit. */
export const longestWaitMs = 24 * 3_600_000;

/** So many processes may die with a task before that is the task's fault: restarts and full machines take everybody along. */
export const freeDeaths = 3;

export interface FrontierCounts {
  readonly pending: number;
  readonly leased: number;
  readonly done: number;
  readonly failed: number;
}

/** A task as it stands in the frontier. */
export interface FrontierRecord extends FrontierEntry {
  readonly state: 'pending' | 'leased' | 'done' | 'failed';
  readonly attempts: number;
  readonly revisit: boolean;
  /** Who works on it, until when; null where nobody does. */
  readonly owner: string | null;
  readonly leaseUntil: Date | null;
}

export interface Frontier {
  get(url: CanonicalUrl): Promise<FrontierRecord | null>;
  /** New addresses become pending tasks; a known one only gets the higher of both priorities and the smaller depth (increase-key, never lower). @returns how many were new */
  put(entries: readonly FrontierEntry[]): Promise<number>;
  /** Makes tasks pending again that are done or failed (a source's next poll, a re-visit); unknown ones are put. Leased ones are left alone. Attempts start at 0. */
  reopen(entries: readonly FrontierEntry[], options: ReopenOptions): Promise<void>;
  /** Which of these addresses the frontier does not know yet. */
  unknown(urls: readonly CanonicalUrl[]): Promise<Set<CanonicalUrl>>;
  /** The best pending tasks that are due, by priority, then due time, then address; leased to `owner` until now + leaseMs. Atomic over processes: no task is claimed twice. Expired leases of others count as pending: a process died with them, or hangs. What `owner` holds itself it holds, whatever the clock says. That is free `freeDeaths` times between two endings of a task, then each costs it an attempt: a page that kills its process must not come for ever. What was due once stays due; a wait or lease that began later than `now` was begun by a clock that has been set back since: it begins now. */
  claim(request: ClaimRequest): Promise<Task[]>;
  /** The leases that `owner` holds last until now + leaseMs. */
  renew(owner: string, now: Date, leaseMs: number): Promise<void>;
  /** Gives back without an ending, attempts unchanged: due at `dueAt`. Only while the lease is held. */
  release(task: Task, dueAt: Date): Promise<void>;
  /** Gives back all that these owners hold: they are known to be dead, which counts as leases that expired. @returns how many */
  releaseOwners(owners: readonly string[]): Promise<number>;
  /** Names of the owners of leases. */
  owners(): Promise<string[]>;
  /** When the next pending task of these sites (null: of all), on other hosts than these, may be claimed at the earliest, without those that wait for `exceptNeed`; null when there is none. */
  nextDueAt(
    sites: readonly string[] | null,
    exceptHosts?: ReadonlySet<string>,
    exceptNeed?: Need,
  ): Promise<Date | null>;
  /** How many tasks of the host are due and wait for their turn: counted up to `most`, no further. */
  waitingOn(host: string, most: number): Promise<number>;
  /** When the last lease expires that others than `owner` hold on tasks of these sites (null: of all); null when there is none. */
  heldUntil(sites: readonly string[] | null, owner: string): Promise<Date | null>;
  counts(): Promise<FrontierCounts>;
  /** What is not done on these sites (null: on all). Counts all of it: for the end of a run, and for people. */
  left(sites: readonly string[] | null): Promise<WorkLeft>;
  /** Tasks that failed for good, by address. */
  failed(filter: FailedFilter): Promise<FrontierRecord[]>;
  /** Leases this very task, whatever its state and due time. @returns null where somebody holds it, or the frontier does not know it */
  take(url: CanonicalUrl, request: LeaseRequest): Promise<Task | null>;
  /** How many tasks of these sites (null: of all) wait for this and are not due yet. */
  waitingFor(need: Need, sites: readonly string[] | null): Promise<number>;
  /** What they waited for is there: all tasks that wait for it are due at `now`. @returns how many */
  wake(need: Need, now: Date): Promise<number>;
}
