import { comesThrough, type Failure, type FailureMended } from '../../model/crawl/failure.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { FailureCount, FailureFilter, Failures } from '../failures-port.ts';
import type { Ending } from '../port.ts';
import type { Database } from './database.ts';

const states = {
  open: 'mended_at IS NULL',
  mended: 'mended_at IS NOT NULL',
  all: '1',
} as const satisfies Record<NonNullable<FailureFilter['state']>, string>;

export class SqliteFailures implements Failures {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async get(id: string): Promise<Failure | null> {
    const row = this.#db.get<{ doc: string }>('SELECT doc FROM failures WHERE id = :id', { id });
    return row === undefined ? null : failureOf(row);
  }

  async find({ limit, state = 'open', ...wanted }: FailureFilter): Promise<Failure[]> {
    const fields = Object.entries(wanted).filter(([, value]) => value !== undefined);
    const conditions = [states[state], ...fields.map(([name]) => `${name} = :${name}`)];
    const rows = this.#db.all<{ doc: string }>(
      `SELECT doc FROM failures WHERE ${conditions.join(' AND ')} ORDER BY at DESC, id DESC LIMIT :limit`,
      { ...Object.fromEntries(fields), limit },
    );
    return rows.map(failureOf);
  }

  async counts({ run }: Pick<FailureFilter, 'run'> = {}): Promise<FailureCount[]> {
    const conditions = [states.open, ...(run === undefined ? [] : ['run = :run'])];
    const rows = this.#db.all<FailureCount>(
      `SELECT site, reason, count(*) AS count FROM failures WHERE ${conditions.join(' AND ')} GROUP BY site, reason ORDER BY site, reason`,
      run === undefined ? {} : { run },
    );
    return rows.map((row) => ({ ...row }));
  }

  async mend(url: CanonicalUrl, mended: FailureMended): Promise<number> {
    return this.#mend(url, mended);
  }

  #mend(url: CanonicalUrl, mended: FailureMended): number {
    return this.#db.run(
      `UPDATE failures SET mended_at = :at, doc = json_set(doc, '$.mended', json(:mended)) WHERE url = :url AND at <= :at AND ${states.open}`,
      { url, at: mended.at.getTime(), mended: JSON.stringify(mended) },
    );
  }

  /** For `commit`, inside its transaction. */
  write({ task, visit, failure, alsoVisited, mendedBy = 'visit' }: Ending): void {
    if (failure !== null) this.#put(failure);
    if (failure !== null || !comesThrough(visit)) return;
    const mended = { at: new Date(visit.startedAt.getTime() + visit.elapsedMs), by: mendedBy };
    for (const url of [task.url, ...alsoVisited.map((entry) => entry.url)]) this.#mend(url, mended);
  }

  #put(failure: Failure): void {
    const { id, run, url, site, reason } = failure;
    this.#db.run(
      `INSERT INTO failures (id, run, url, site, reason, at, doc) VALUES (:id, :run, :url, :site, :reason, :at, :doc)
       ON CONFLICT (id) DO UPDATE SET reason = excluded.reason, at = excluded.at, doc = excluded.doc, mended_at = NULL
       WHERE excluded.at > failures.at`,
      { id, run, url, site, reason, at: failure.at.getTime(), doc: JSON.stringify(failure) },
    );
  }
}

function failureOf({ doc }: { readonly doc: string }): Failure {
  const failure = JSON.parse(doc) as Failure;
  // one that was stored before pages were played, or failures were mended, has none of these
  const { media = null, mended = null } = failure;
  return {
    ...failure,
    at: new Date(failure.at),
    media,
    mended: mended === null ? null : { ...mended, at: new Date(mended.at) },
  };
}
