import { z } from 'zod';
import { record } from '../../../model/schema.ts';
import { collection } from '../../collection.ts';
import type { OpenRecords, RecordsOf } from '../../engine/records.ts';

const leaseKinds = ['host', 'role'] as const;
/** What at most one process has at a time: the work on a host, or a role. */
export type LeaseKind = (typeof leaseKinds)[number];

const namedLease = {
  name: z.string(),
  /** Who holds it, or held it last. */
  owner: z.string(),
  /** Another owner may take it from then on. */
  freeAt: z.date(),
  /** What the last owner that gave it back left for the next one; null: nothing. */
  note: z.string().nullable(),
};

const namedLeaseSchema = record(namedLease);
export type NamedLease = z.infer<typeof namedLeaseSchema>;

/** `setAt`: when it was taken or extended. */
export const leases = collection({
  name: 'leases',
  schema: record({ kind: z.enum(leaseKinds), ...namedLease, setAt: z.date() }),
  key: ['kind', 'name'],
  columns: ['owner', 'freeAt', 'note', 'setAt'],
  indexes: [
    { by: ['freeAt'] },
    { by: ['setAt'] },
    { by: ['kind', 'name'], only: 'mongo' },
    { by: ['owner'], only: 'mongo' },
  ],
  isLocal: true,
});

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
export class Leases {
  readonly #leases: RecordsOf<typeof leases>;

  constructor(open: OpenRecords) {
    this.#leases = open(leases);
  }

  /**
   * Takes the leases that are free, and extends those that `owner` holds: to others they are free at now + leaseMs + `clockSkewMs`. A lease that began later than
   * now + `clockSkewMs` begins now: the clock has been set back since. Atomic across processes.
   * @returns those that `owner` holds now, by name
   */
  async take(kind: LeaseKind, names: readonly string[], { now, owner, leaseMs }: LeaseTaking): Promise<NamedLease[]> {
    await this.#beginLate(now);
    const freeAt = new Date(now.getTime() + leaseMs + clockSkewMs);
    const taken = names.map((name) =>
      this.#leases.change([kind, name], (stored) => {
        if (stored !== null && stored.owner !== owner && stored.freeAt > now) return null;
        return { kind, name, owner, freeAt, note: stored?.note ?? null, setAt: now };
      }),
    );
    const held = (await Promise.all(taken)).filter((lease) => lease !== null);
    return held.map(leaseOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async #beginLate(now: Date): Promise<void> {
    const late = { gt: new Date(now.getTime() + clockSkewMs) };
    for (const { kind, name, setAt } of await this.#leases.find({ where: { setAt: late } }))
      await this.#leases.change([kind, name], (stored) => {
        if (stored?.setAt.getTime() !== setAt.getTime()) return null;
        const lengthMs = stored.freeAt.getTime() - setAt.getTime();
        return { ...stored, freeAt: new Date(now.getTime() + lengthMs), setAt: now };
      });
  }

  /** Gives back those that `owner` holds. */
  async release(kind: LeaseKind, returned: readonly ReturnedLease[], owner: string): Promise<void> {
    await Promise.all(
      returned.map(({ name, freeAt, note }) => this.#leases.update({ kind, name, owner }, { freeAt, note })),
    );
  }

  /** Makes all leases of these owners free at `now`: they are dead. Their notes get `cutOffMark`, once. */
  async releaseOwners(owners: readonly string[], now: Date): Promise<void> {
    for (const { kind, name, owner } of await this.#leases.find({
      where: { owner: { in: owners }, freeAt: { gt: now } },
    }))
      await this.#leases.change([kind, name], (stored) => {
        if (stored?.owner !== owner) return null;
        const note = stored.note ?? '';
        return { ...stored, freeAt: now, note: note.startsWith(cutOffMark) ? note : `${cutOffMark}${note}` };
      });
  }

  /** Names that are not free at `now` for `owner`. */
  async takenByOthers(kind: LeaseKind, owner: string, now: Date): Promise<Set<string>> {
    const taken = await this.#leases.find({ where: { freeAt: { gt: now }, kind, owner: { not: owner } } });
    return new Set(taken.map(({ name }) => name));
  }

  /** Owners of leases that are not free, by name. */
  async owners(now: Date): Promise<string[]> {
    return (await this.#leases.groups({ by: ['owner'], where: { freeAt: { gt: now } } })).map(({ owner }) => owner);
  }

  /** All of a kind, by name: also those that are free. */
  async list(kind: LeaseKind): Promise<NamedLease[]> {
    return (await this.#leases.find({ where: { kind }, order: ['name'] })).map(leaseOf);
  }

  /** Forgets those that have been free since before this time, with their notes. */
  async forget(freeBefore: Date): Promise<void> {
    await this.#leases.remove({ freeAt: { lt: freeBefore } });
  }
}

const leaseOf = ({ name, owner, freeAt, note }: NamedLease): NamedLease => ({ name, owner, freeAt, note });
