import type { Clock, Log } from '../../ports.ts';
import type { Leases } from '../../storage/collections/crawl/leases.ts';

/** Length of the leader's lease, ms. It extends it when a third has passed. */
const leaseMs = 30_000;

interface LeadershipOptions {
  readonly leases: Leases;
  readonly clock: Clock;
  readonly log: Log;
  readonly owner: string;
  /** What is led. Default: the work of `watch`. */
  readonly role?: 'watch' | 'alerts';
}

/** Of several `watch` on one store, one leads: it opens the due tasks, and gives hosts to workers. The others take over when it ends or dies. */
export class Leadership {
  readonly #options: LeadershipOptions;
  /** When the lease was taken or extended, monotonic, ms; null: another process leads. */
  #takenAt: number | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LeadershipOptions) {
    this.#options = options;
  }

  /** Whether this process leads now. Called about once a second. */
  async isOurs(): Promise<boolean> {
    const { leases, clock, owner, log, role = 'watch' } = this.#options;
    const nowMs = clock.monotonicMs();
    if (this.#takenAt === null || nowMs - this.#askedAt >= leaseMs / 3) {
      this.#askedAt = nowMs;
      const taken = await leases.take('role', [role], { now: clock.now(), owner, leaseMs });
      // every crawl takes the alerts: nobody wants to read that at each start
      if (taken.length > 0 && this.#takenAt === null)
        log[role === 'watch' ? 'info' : 'debug'](`${role}.leads`, { owner });
      this.#takenAt = taken.length > 0 ? nowMs : null;
    }
    return this.#takenAt !== null && nowMs - this.#takenAt < leaseMs;
  }

  /** Lets another process lead at once. */
  async end(): Promise<void> {
    if (this.#takenAt === null) return;
    this.#takenAt = null;
    const { leases, clock, owner, role = 'watch' } = this.#options;
    await leases.release('role', [{ name: role, freeAt: clock.now(), note: null }], owner);
  }
}
