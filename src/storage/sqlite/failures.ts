import type { Failure } from '../../model/failure.ts';
import type { FailureFilter, Failures } from '../port.ts';
import type { Database } from './database.ts';

export class SqliteFailures implements Failures {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async get(id: string): Promise<Failure | null> {
    const row = this.#db.get<{ doc: string }>('SELECT doc FROM failures WHERE id = :id', { id });
    return row === undefined ? null : failureOf(row);
  }

  async find({ limit, ...wanted }: FailureFilter): Promise<Failure[]> {
    const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
    const conditions = ['1', ...given.map(([name]) => `${name} = :${name}`)];
    const rows = this.#db.all<{ doc: string }>(
      `SELECT doc FROM failures WHERE ${conditions.join(' AND ')} ORDER BY at DESC, id DESC LIMIT :limit`,
      { ...Object.fromEntries(given), limit },
    );
    return rows.map(failureOf);
  }

  async counts(): Promise<{ site: string; reason: string; count: number }[]> {
    const rows = this.#db.all<{ site: string; reason: string; count: number }>(
      'SELECT site, reason, count(*) AS count FROM failures GROUP BY site, reason ORDER BY site, reason',
    );
    return rows.map((row) => ({ ...row }));
  }

  /** For `commit`, inside its transaction. */
  write(failure: Failure): void {
    const { id, run, site, reason } = failure;
    this.#db.run(
      'INSERT OR IGNORE INTO failures (id, run, site, reason, at, doc) VALUES (:id, :run, :site, :reason, :at, :doc)',
      { id, run, site, reason, at: failure.at.getTime(), doc: JSON.stringify(failure) },
    );
  }
}

function failureOf({ doc }: { readonly doc: string }): Failure {
  const failure = JSON.parse(doc) as Failure;
  // one that was stored before pages were played has none
  return { ...failure, at: new Date(failure.at), media: failure.media ?? null };
}
