import { MongoBulkWriteError } from 'mongodb';
import {
  clockSkewMs,
  cutOffMark,
  type LeaseKind,
  type Leases,
  type LeaseTaking,
  type NamedLease,
  type ReturnedLease,
} from '../../crawl/leases-port.ts';
import type { Collections } from '../collections.ts';

type Document = NamedLease & { readonly _id: string };

/** What an upsert answers whose lease another owner holds: the document exists, and the filter does not match it. */
const duplicateKey = 11_000;

export class MongoLeases implements Leases {
  readonly #leases: Collections['leases'];

  constructor({ leases }: Collections) {
    this.#leases = leases;
  }

  async take(kind: LeaseKind, names: readonly string[], { now, owner, leaseMs }: LeaseTaking): Promise<NamedLease[]> {
    if (names.length === 0) return [];
    await this.#leases.updateMany({ setAt: { $gt: new Date(now.getTime() + clockSkewMs) } }, [
      { $set: { freeAt: { $add: [now, { $subtract: ['$freeAt', '$setAt'] }] }, setAt: now } },
    ]);
    const freeAt = new Date(now.getTime() + leaseMs + clockSkewMs);
    const ids = names.map((name) => idOf(kind, name));
    const takes = names.map((name) => ({
      updateOne: {
        filter: { _id: idOf(kind, name), $or: [{ owner }, { freeAt: { $lte: now } }] },
        update: { $set: { owner, freeAt, setAt: now }, $setOnInsert: { kind, name, note: null } },
        upsert: true,
      },
    }));
    await this.#leases.bulkWrite(takes, { ordered: false }).catch(refuseOtherErrors);
    // read back: a process that came in between has another owner
    const taken = await this.#leases
      .find({ _id: { $in: ids }, owner })
      .sort({ _id: 1 })
      .toArray();
    return taken.map(leaseOf);
  }

  async release(kind: LeaseKind, leases: readonly ReturnedLease[], owner: string): Promise<void> {
    if (leases.length === 0) return;
    await this.#leases.bulkWrite(
      leases.map(({ name, freeAt, note }) => ({
        updateOne: { filter: { _id: idOf(kind, name), owner }, update: { $set: { freeAt, note } } },
      })),
      { ordered: false },
    );
  }

  async releaseOwners(owners: readonly string[], now: Date): Promise<void> {
    const held = { owner: { $in: [...owners] }, freeAt: { $gt: now } };
    const note = { $ifNull: ['$note', ''] };
    const marked = { $cond: [{ $eq: [{ $indexOfCP: [note, cutOffMark] }, 0] }, note, { $concat: [cutOffMark, note] }] };
    await this.#leases.updateMany(held, [{ $set: { freeAt: now, note: marked } }]);
  }

  async takenByOthers(kind: LeaseKind, owner: string, now: Date): Promise<Set<string>> {
    const taken = this.#leases.find({ freeAt: { $gt: now }, kind, owner: { $ne: owner } });
    return new Set((await taken.project<{ name: string }>({ name: 1 }).toArray()).map(({ name }) => name));
  }

  async owners(now: Date): Promise<string[]> {
    return (await this.#leases.distinct('owner', { freeAt: { $gt: now } })).sort();
  }

  async list(kind: LeaseKind): Promise<NamedLease[]> {
    return (await this.#leases.find({ kind }).sort({ name: 1 }).toArray()).map(leaseOf);
  }

  async forget(freeBefore: Date): Promise<void> {
    await this.#leases.deleteMany({ freeAt: { $lt: freeBefore } });
  }
}

const idOf = (kind: LeaseKind, name: string): string => `${kind} ${name}`;

const leaseOf = ({ name, owner, freeAt, note }: Document): NamedLease => ({ name, owner, freeAt, note });

function refuseOtherErrors(error: unknown): void {
  const isRefusal =
    error instanceof MongoBulkWriteError && [error.writeErrors].flat().every(({ code }) => code === duplicateKey);
  if (!isRefusal) throw error;
}
