import type { Failure, FailureMended } from '../../../model/crawl/failure.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { FailureCount, FailureFilter, Failures } from '../../crawl/failures-port.ts';
import type { Ending } from '../../port.ts';
import { failureOf, idRange, mendingOf } from '../../records/crawl/failures.ts';
import type { Database } from '../database.ts';

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
    return row === undefined ? null : failureOf(JSON.parse(row.doc));
  }

  async beginningWith(prefix: string, limit: number): Promise<Failure[]> {
    const rows = this.#db.all<{ doc: string }>(
      'SELECT doc FROM failures WHERE id >= :from AND id < :to ORDER BY id LIMIT :limit',
      { ...idRange(prefix), limit },
    );
    return rows.map(({ doc }) => failureOf(JSON.parse(doc)));
  }

  async find({ limit, state = 'open', after, ...filter }: FailureFilter): Promise<Failure[]> {
    const fields = Object.entries(filter).filter(([, value]) => value !== undefined);
    const conditions = [states[state], ...fields.map(([name]) => `${name} = :${name}`)];
    if (after !== undefined) conditions.push('(at, id) < (:afterAt, :afterId)');
    const rows = this.#db.all<{ doc: string }>(
      `SELECT doc FROM failures WHERE ${conditions.join(' AND ')} ORDER BY at DESC, id DESC LIMIT :limit`,
      {
        ...Object.fromEntries(fields),
        ...(after !== undefined && { afterAt: after.at.getTime(), afterId: after.id }),
        limit,
      },
    );
    return rows.map(({ doc }) => failureOf(JSON.parse(doc)));
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
  write(ending: Ending): void {
    if (ending.failure !== null) this.#put(ending.failure);
    const mending = mendingOf(ending);
    if (mending !== null) for (const url of mending.urls) this.#mend(url, mending.mended);
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
