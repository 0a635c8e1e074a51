import {
  clockSkewMs,
  cutOffMark,
  type LeaseKind,
  type Leases,
  type LeaseTaking,
  type NamedLease,
  type ReturnedLease,
} from '../../crawl/leases-port.ts';
import type { Database } from '../database.ts';

interface Row extends Omit<NamedLease, 'freeAt'> {
  readonly freeAt: number;
}

const columns = 'name, owner, free_at AS freeAt, note';

export class SqliteLeases implements Leases {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async take(
    kind: LeaseKind,
    names: readonly string[],
    { now: at, owner, leaseMs }: LeaseTaking,
  ): Promise<NamedLease[]> {
    const now = at.getTime();
    const freeAt = now + leaseMs + clockSkewMs;
    return this.#db.transaction(() => {
      this.#db.run(
        'UPDATE leases SET free_at = free_at - set_at + :now, set_at = :now WHERE set_at > :now + :clockSkewMs',
        { now, clockSkewMs },
      );
      const taken = names.flatMap((name) =>
        this.#db.all<Row>(
          `INSERT INTO leases (kind, name, owner, free_at, set_at) VALUES (:kind, :name, :owner, :freeAt, :now)
           ON CONFLICT (kind, name) DO UPDATE SET owner = :owner, free_at = :freeAt, set_at = :now WHERE owner = :owner OR free_at <= :now
           RETURNING ${columns}`,
          { kind, name, owner, freeAt, now },
        ),
      );
      return taken.map(leaseOf).sort((a, b) => (a.name < b.name ? -1 : 1));
    });
  }

  async release(kind: LeaseKind, leases: readonly ReturnedLease[], owner: string): Promise<void> {
    this.#db.transaction(() => {
      for (const { name, freeAt, note } of leases)
        this.#db.run(
          'UPDATE leases SET free_at = :freeAt, note = :note WHERE kind = :kind AND name = :name AND owner = :owner',
          { kind, name, owner, note, freeAt: freeAt.getTime() },
        );
    });
  }

  async releaseOwners(owners: readonly string[], now: Date): Promise<void> {
    this.#db.run(
      `UPDATE leases SET free_at = :now, note = iif(instr(note, :mark) = 1, note, :mark || coalesce(note, ''))
       WHERE free_at > :now AND owner IN (SELECT value FROM json_each(:owners))`,
      { now: now.getTime(), owners: JSON.stringify(owners), mark: cutOffMark },
    );
  }

  async takenByOthers(kind: LeaseKind, owner: string, now: Date): Promise<Set<string>> {
    const rows = this.#db.all<{ name: string }>(
      'SELECT name FROM leases WHERE free_at > :now AND kind = :kind AND owner <> :owner',
      { kind, owner, now: now.getTime() },
    );
    return new Set(rows.map(({ name }) => name));
  }

  async owners(now: Date): Promise<string[]> {
    const rows = this.#db.all<{ owner: string }>(
      'SELECT DISTINCT owner FROM leases WHERE free_at > :now ORDER BY owner',
      { now: now.getTime() },
    );
    return rows.map(({ owner }) => owner);
  }

  async list(kind: LeaseKind): Promise<NamedLease[]> {
    return this.#db.all<Row>(`SELECT ${columns} FROM leases WHERE kind = :kind ORDER BY name`, { kind }).map(leaseOf);
  }

  async forget(freeBefore: Date): Promise<void> {
    this.#db.run('DELETE FROM leases WHERE free_at < :before', { before: freeBefore.getTime() });
  }
}

const leaseOf = (row: Row): NamedLease => ({ ...row, freeAt: new Date(row.freeAt) });
