import type { Alert } from '../../model/publish/alert.ts';
import type { AlertFilter, Alerts } from '../alerts-port.ts';
import { alertOf } from '../records/alerts.ts';
import type { Bindings, Database } from './database.ts';

interface Row {
  readonly doc: string;
}

const readRow = ({ doc }: Row): Alert => alertOf(JSON.parse(doc));

export class SqliteAlerts implements Alerts {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async get(ids: readonly string[]): Promise<Alert[]> {
    const sql = 'SELECT doc FROM alerts WHERE id IN (SELECT value FROM json_each(:ids))';
    return this.#db.all<Row>(sql, { ids: JSON.stringify(ids) }).map(readRow);
  }

  async list({ state, kind, limit }: AlertFilter): Promise<Alert[]> {
    const conditions = [
      ...(state === undefined ? [] : ['state = :state']),
      ...(kind === undefined ? [] : ['kind = :kind']),
    ];
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    return this.#db
      .all<Row>(`SELECT doc FROM alerts ${where} ORDER BY opened_at DESC, id LIMIT :limit`, {
        ...(state !== undefined && { state }),
        ...(kind !== undefined && { kind }),
        limit,
      })
      .map(readRow);
  }

  async untold(limit: number): Promise<Alert[]> {
    const sql = 'SELECT doc FROM alerts WHERE is_untold = 1 ORDER BY opened_at, id LIMIT :limit';
    return this.#db.all<Row>(sql, { limit }).map(readRow);
  }

  async counts(): ReturnType<Alerts['counts']> {
    return this.#db.all<Awaited<ReturnType<Alerts['counts']>>[number]>(
      'SELECT state, kind, count(*) AS count FROM alerts GROUP BY state, kind ORDER BY state, kind',
    );
  }

  async save(alert: Alert): Promise<boolean> {
    const { version } = alert;
    const values = { ...alertColumns(alert), doc: JSON.stringify(alert) };
    const sql =
      version === 1
        ? `INSERT INTO alerts (id, state, kind, opened_at, seen_at, is_untold, is_muted, version, doc)
           VALUES (:id, :state, :kind, :opened_at, :seen_at, :is_untold, :is_muted, :version, :doc) ON CONFLICT (id) DO NOTHING`
        : `UPDATE alerts SET state = :state, kind = :kind, opened_at = :opened_at, seen_at = :seen_at, is_untold = :is_untold, is_muted = :is_muted,
           version = :version, doc = :doc WHERE id = :id AND version = :version - 1`;
    return this.#db.run(sql, values) === 1;
  }

  async deletePast(before: Date): Promise<number> {
    const sql = "DELETE FROM alerts WHERE state IN ('resolved', 'found') AND NOT is_muted AND seen_at < :before";
    return this.#db.run(sql, { before: before.getTime() });
  }
}

/** Values of an alert's record that have columns. */
export const alertColumns = ({
  id,
  state,
  kind,
  openedAt,
  lastSeenAt,
  telling,
  mutedAt,
  version,
}: Alert): Bindings => ({
  id,
  state,
  kind,
  opened_at: openedAt.getTime(),
  seen_at: lastSeenAt.getTime(),
  is_untold: Number(telling !== null),
  is_muted: Number(mutedAt !== null),
  version,
});
