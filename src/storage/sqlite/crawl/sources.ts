import type { Source, SourceTuning } from '../../../model/crawl/source.ts';
import type { DueSources, SourceClaim, SourceFields, SourceHolding, Sources } from '../../crawl/sources-port.ts';
import { isDefinedAs, openAtOf, redefined, sourceOf, splitSource } from '../../records/crawl/sources.ts';
import type { Database } from '../database.ts';

interface SourceRow {
  readonly doc: string;
  readonly worker: string | null;
}

const readRow = ({ doc, worker }: SourceRow): Source => sourceOf({ ...JSON.parse(doc), worker });

export class SqliteSources implements Sources {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async define(source: Source): Promise<void> {
    this.#db.transaction(() => {
      const stored = this.#read(source.id);
      this.#writeDefined(stored === null ? source : redefined(stored, source));
    });
  }

  async redefine(id: string, fields: SourceFields): Promise<Source | null> {
    return this.#db.transaction(() => {
      const stored = this.#read(id);
      if (stored === null) return null;
      const next = redefined(stored, { ...stored, ...fields });
      this.#writeDefined(next);
      return next;
    });
  }

  async pollAt(id: string, at: Date): Promise<Source | null> {
    return this.#db.transaction(() => {
      const stored = this.#read(id);
      if (stored === null) return null;
      const next = { ...stored, nextPollAt: at, plannedAt: at };
      this.#write(next);
      return next;
    });
  }

  async save(source: Source): Promise<void> {
    this.#write(source);
  }

  async tune(source: Source, tuning: SourceTuning): Promise<boolean> {
    return this.#db.transaction(() => {
      const stored = this.#read(source.id);
      if (stored === null || !isDefinedAs(stored, source)) return false;
      this.#db.run('UPDATE sources SET doc = :doc WHERE id = :id', {
        id: source.id,
        doc: JSON.stringify({ ...stored, tuning }),
      });
      return true;
    });
  }

  async pause(id: string, pausedAt: Date | null): Promise<Source | null> {
    return this.#db.transaction(() => {
      const stored = this.#read(id);
      if (stored === null) return null;
      const next = { ...stored, pausedAt, enabled: stored.enabled || pausedAt === null };
      this.#write(next);
      return next;
    });
  }

  async get(id: string): Promise<Source | null> {
    return this.#read(id);
  }

  async list(): Promise<Source[]> {
    return this.#db.all<SourceRow>('SELECT doc, worker FROM sources ORDER BY id').map(readRow);
  }

  async remove(id: string): Promise<boolean> {
    return this.#db.run('DELETE FROM sources WHERE id = :id', { id }) === 1;
  }

  async due({ now, limit, sites }: DueSources): Promise<Source[]> {
    const ofSites = sites === null ? '' : 'AND site IN (SELECT value FROM json_each(:sites))';
    return this.#db
      .all<SourceRow>(
        `SELECT doc, worker FROM sources WHERE open_at <= :now ${ofSites} ORDER BY open_at, id LIMIT :limit`,
        { now: now.getTime(), limit, ...(sites !== null && { sites: JSON.stringify(sites) }) },
      )
      .map(readRow);
  }

  async claim(ids: readonly string[], { now, claimUntil, worker }: SourceClaim): Promise<Set<string>> {
    const rows = this.#db.all<{ id: string }>(
      `UPDATE sources SET open_at = :until, is_claimed = 1, worker = :worker
       WHERE id IN (SELECT value FROM json_each(:ids)) AND open_at <= :now RETURNING id`,
      { ids: JSON.stringify(ids), now: now.getTime(), until: claimUntil.getTime(), worker },
    );
    return new Set(rows.map(({ id }) => id));
  }

  async claimed(now: Date): Promise<number> {
    const row = this.#db.get<{ n: number }>(
      'SELECT count(*) AS n FROM sources WHERE is_claimed = 1 AND open_at > :now',
      { now: now.getTime() },
    );
    return row?.n ?? 0;
  }

  async holdings(): Promise<SourceHolding[]> {
    return this.#db.all<SourceHolding & Record<string, string | number | null>>(
      'SELECT site, worker, count(*) AS count FROM sources WHERE open_at IS NOT NULL GROUP BY site, worker ORDER BY site, worker',
    );
  }

  /** For `commit`, inside its transaction: what the poll has taught. A definition, a pause or a tuning that came meanwhile stays, and a source that was removed stays removed. */
  writePolled(source: Source): void {
    const stored = this.#read(source.id);
    if (stored === null) return;
    const { defined, pause, tuned } = splitSource(stored);
    this.#write({ ...defined, ...pause, ...tuned, ...splitSource(source).polled });
  }

  /** A claim stays, unless the definition switches the source off. */
  #writeDefined(source: Source): void {
    const { id } = source;
    const claim = this.#db.get<{ until: number }>(
      'SELECT open_at AS until FROM sources WHERE id = :id AND is_claimed AND open_at IS NOT NULL',
      { id },
    );
    this.#write(source);
    if (claim !== undefined && openAtOf(source) !== null)
      this.#db.run('UPDATE sources SET open_at = :until, is_claimed = 1 WHERE id = :id', { id, until: claim.until });
  }

  #write(source: Source): void {
    this.#db.run(
      `INSERT OR REPLACE INTO sources (id, doc, site, worker, open_at, is_claimed) VALUES (:id, :doc, :site, :worker, :openAt, 0)`,
      {
        id: source.id,
        doc: JSON.stringify(source),
        site: source.site,
        worker: source.worker,
        openAt: openAtOf(source)?.getTime() ?? null,
      },
    );
  }

  #read(id: string): Source | null {
    const row = this.#db.get<SourceRow>('SELECT doc, worker FROM sources WHERE id = :id', { id });
    return row === undefined ? null : readRow(row);
  }
}
