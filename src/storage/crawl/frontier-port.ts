import type { LinkedTask, Task, TaskKind } from '../../model/crawl/task.ts';
import type { WorkLeft } from '../../model/crawl/work-left.ts';
import type { CanonicalUrl, WebAddress } from '../../model/web/canonical-url.ts';
import type { PageLink } from '../../model/web/link.ts';

/** What a task may wait for, beside its time. All pages of a process share it. */
export type Need = 'browser' | 'proxy';

/** A link that becomes a task. The first spelling of its address is fetched; `reopen` replaces it where its entry has another. */
export interface FrontierEntry extends WebAddress {
  readonly kind: TaskKind;
  readonly host: string;
  readonly site: string;
  readonly sourceId: string | null;
  readonly depth: number;
  readonly maxDepth: number;
  /** 0 to 1; higher goes first. */
  readonly priority: number;
  /** As in the task. A later link does not change it. */
  readonly linkTitle: string | null;
  /** As in the task. A later link does not change them. */
  readonly places?: readonly string[];
  /** As in the task. The first link with a date gives it. */
  readonly publishedAt?: string;
  readonly dueAt: Date;
}

/** A claim that has looked at this many priorities takes the best tasks as they are: the next claim lowers others. */
export const maxRepriced = 200;

export interface ClaimRequest {
  readonly now: Date;
  readonly limit: number;
  /** At most this many tasks per host. */
  readonly perHost: number;
  /** Hosts that must not be requested now. */
  readonly restingHosts: ReadonlySet<string>;
  readonly owner: string;
  readonly leaseMs: number;
  /** Only tasks of these sites; null: of all sites. */
  readonly sites: readonly string[] | null;
  /** Only tasks on these hosts; default: on all. */
  readonly hosts?: ReadonlySet<string>;
  /**
   * The priority of a task now that Cmax has grown: at most the stored one. A claim lowers its best tasks by it before it chooses, so stored priorities may be too high, never
   * too low. It is asked about tasks of new pages to which pages link. Default: priorities stay.
   */
  readonly priorityNow?: (task: LinkedTask) => number;
  /** Leases that ended by then have expired. Default: `now`. Earlier for a while after the clock was set forward: live processes renew their leases first. */
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
  /** True: the page is read again. Its task keeps its source, site and depth. */
  readonly revisit: boolean;
  /** From which waits count; see `Frontier`. */
  readonly now: Date;
}

/** At most this many process deaths are free; each further one that a task has alone costs it an attempt. Restarts and machines out of memory kill any process. */
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
  /** Who holds the lease, and until when; null: nobody. */
  readonly owner: string | null;
  readonly leaseUntil: Date | null;
}

/**
 * A persistent max-priority queue with one entry per address: insert and increase-key are `put`, max is `best`, extract-max is `claim`. The order is by priority and waiting time
 * (collections/crawl/tasks.ts): no task starves, however many better ones keep coming.
 * `now` decides whether a task is ready or waits, and since when it waits.
 */
export interface Frontier {
  get(url: CanonicalUrl): Promise<FrontierRecord | null>;
  /** Makes pending tasks of new addresses. An address that has a task keeps the higher priority and the smaller depth of both. @returns how many were new */
  put(entries: readonly FrontierEntry[], now: Date): Promise<number>;
  /** The best due task of each host, best first, as `claim` would take them if every host could be requested now. Changes nothing. @param exceptHosts not of these */
  best(limit: number, exceptHosts?: ReadonlySet<string>): Promise<FrontierRecord[]>;
  /** Makes tasks pending again that are done or failed: a source's next poll, a re-visit. Attempts start at 0. New addresses are put; leased tasks stay as they are. */
  reopen(entries: readonly FrontierEntry[], options: ReopenOptions): Promise<void>;
  /** Those of the addresses that have no task, and never had one. */
  unknown(urls: readonly CanonicalUrl[]): Promise<Set<CanonicalUrl>>;
  /**
   * Leases the best tasks that are due to `owner`, until now + leaseMs: by priority and waiting time, then due time, then address. Atomic across processes: no task is claimed twice.
   * A task whose lease has expired is pending again, unless `owner` itself holds it: its process died, or hangs. The first death makes
   * it a suspect (`Task.isSuspect`); of the further ones those count in which its owner had no other task. The first `freeDeaths` between two endings of a task are
   * free, each further one costs an attempt: a page that kills its process must not come back for ever.
   * A task that was due stays due. A wait or lease that began later than `now` begins now: the clock has been set back since.
   */
  claim(request: ClaimRequest): Promise<Task[]>;
  /** Extends all leases of `owner` until now + leaseMs. */
  renew(owner: string, now: Date, leaseMs: number): Promise<void>;
  /** Gives a task back without an ending: due at `dueAt`, attempts unchanged. Does nothing where the lease is not held any more. */
  release(task: Task, dueAt: Date, now: Date): Promise<void>;
  /** Gives back all tasks of these owners, which are dead: counts as expired leases. @returns how many */
  releaseOwners(owners: readonly string[]): Promise<number>;
  /** All owners of leases, by name. */
  owners(): Promise<string[]>;
  /** The earliest time at which a pending task may be claimed; null: there is no such task. @param now a ready task is due by then, even where the clock was set back @param sites only these; null: all @param exceptHosts tasks on these do not count @param exceptNeed tasks that wait for this do not count */
  nextDueAt(
    now: Date,
    sites: readonly string[] | null,
    exceptHosts?: ReadonlySet<string>,
    exceptNeed?: Need,
  ): Promise<Date | null>;
  /** Number of the host's tasks that are due, counted up to `limit`. */
  waitingOn(host: string, limit: number): Promise<number>;
  /** Number of the host's pending tasks, due or not, counted up to `limit`. */
  pendingOn(host: string, limit: number): Promise<number>;
  /** When the last lease expires that other owners than `owner` hold on tasks of these sites (null: of all sites); null: they hold none. */
  heldUntil(sites: readonly string[] | null, owner: string): Promise<Date | null>;
  counts(): Promise<FrontierCounts>;
  /** The work that is not done on these sites (null: on all sites). Counts every task: for the end of a run, and for people. */
  workLeft(sites: readonly string[] | null): Promise<WorkLeft>;
  /** Tasks that failed for good, by address. */
  failed(filter: FailedFilter): Promise<FrontierRecord[]>;
  /** Leases this task, whatever its due time, also where it is done or failed. @returns null where it is leased already, or does not exist */
  take(url: CanonicalUrl, request: LeaseRequest): Promise<Task | null>;
  /** Number of tasks of these sites (null: of all sites) that wait for `need` and are not due yet. */
  waitingFor(need: Need, sites: readonly string[] | null): Promise<number>;
  /** Makes all tasks that wait for `need` due at `now`: it is there. @returns how many */
  wake(need: Need, now: Date): Promise<number>;
}

/** What the link graph says of an address. */
export interface LinkStanding {
  /** CL(u): number of pages that link to it. */
  readonly inLinks: number;
  /** The best relevance of all links to it; null: no link has one. */
  readonly relevance: number | null;
}

/** The link graph: which page links to which, with which anchor text. Written by `commit`. A link stays after its page drops it. */
export interface Links {
  /** Each address as it will stand once `from` links to it. An address without links counts too. */
  standing(from: CanonicalUrl, to: readonly CanonicalUrl[]): Promise<ReadonlyMap<CanonicalUrl, LinkStanding>>;
  /** Cmax: the largest number of pages that link to one address; 0: there are no links. Reads one record. */
  maxInLinks(): Promise<number>;
  /** The links of a page, by address. Their relevance is the best of all links to that address. */
  from(url: CanonicalUrl, limit: number): Promise<PageLink[]>;
}
