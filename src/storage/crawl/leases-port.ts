/** What at most one process has at a time: the work on a host, or a role. */
export type LeaseKind = 'host' | 'role';

export interface NamedLease {
  readonly name: string;
  /** Who holds it, or held it last. */
  readonly owner: string;
  /** Another owner may take it from then on. */
  readonly freeAt: Date;
  /** What the last owner that gave it back left for the next one; null: nothing. */
  readonly note: string | null;
}

export interface LeaseTaking {
  readonly now: Date;
  readonly owner: string;
  readonly leaseMs: number;
}

/** A lease that its owner gives back. */
export type ReturnedLease = Pick<NamedLease, 'name' | 'freeAt' | 'note'>;

/** The clocks of two machines differ by less than this, ms: others take a lease only when it ended that long ago by their clock. */
export const clockSkewMs = 10_000;

/** The note of a lease begins with this where its owner died while it held it: nobody knows what that one did last. */
export const cutOffMark = 'cut off: ';

/** Leases by name, apart from those of tasks. */
export interface Leases {
  /**
   * Takes the leases that are free, and extends those that `owner` holds: to others they are free at now + leaseMs + `clockSkewMs`. A lease that began later than
   * now + `clockSkewMs` begins now: the clock has been set back since. Atomic across processes.
   * @returns those that `owner` holds now, by name
   */
  take(kind: LeaseKind, names: readonly string[], taking: LeaseTaking): Promise<NamedLease[]>;
  /** Gives back those that `owner` holds. */
  release(kind: LeaseKind, leases: readonly ReturnedLease[], owner: string): Promise<void>;
  /** Makes all leases of these owners free at `now`: they are dead. Their notes get `cutOffMark`, once. */
  releaseOwners(owners: readonly string[], now: Date): Promise<void>;
  /** Names that are not free at `now` for `owner`. */
  takenByOthers(kind: LeaseKind, owner: string, now: Date): Promise<Set<string>>;
  /** Owners of leases that are not free, by name. */
  owners(now: Date): Promise<string[]>;
  /** All of a kind, by name: also those that are free. */
  list(kind: LeaseKind): Promise<NamedLease[]>;
  /** Forgets those that have been free since before this time, with their notes. */
  forget(freeBefore: Date): Promise<void>;
}
