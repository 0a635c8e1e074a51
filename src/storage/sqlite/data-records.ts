import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  missedRecords,
  type RecordFilter,
  type RecordKindCount,
  type RecordSighting,
  recordAfterMiss,
  recordAfterSighting,
  recordId,
  type StoredRecord,
} from '../../model/data/stored-record.ts';
import type { DataRecords } from '../data-records-port.ts';
import { dataRecordOf } from '../records/data-records.ts';
import type { Bindings, Database } from './database.ts';

/** Rows per read; the event loop runs in between. */
const batchSize = 200;

type Filter = Omit<RecordFilter, 'limit' | 'offset' | 'after'>;

/** The index of times finds the place. */
const afterPlace = 'AND changed_at <= :at AND (changed_at < :at OR id > :id)';

export class SqliteDataRecords implements DataRecords {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async get(id: string): Promise<StoredRecord | null> {
    return this.#read(id);
  }

  async find({ limit, offset = 0, after, ...filter }: RecordFilter): Promise<StoredRecord[]> {
    const { sql, fields } = whereOf(filter);
    const place: Bindings = after === undefined ? {} : { at: after.changedAt.getTime(), id: after.id };
    const rows = this.#db.all<{ doc: string }>(
      `SELECT doc FROM records WHERE ${sql}${after === undefined ? '' : ` ${afterPlace}`} ORDER BY changed_at DESC, id LIMIT :limit OFFSET :offset`,
      { ...fields, ...place, limit, offset },
    );
    return rows.map(({ doc }) => dataRecordOf(JSON.parse(doc)));
  }

  async count(filter: Filter = {}): Promise<number> {
    const { sql, fields } = whereOf(filter);
    return this.#db.get<{ n: number }>(`SELECT count(*) AS n FROM records WHERE ${sql}`, fields)?.n ?? 0;
  }

  async *stream(filter: Filter): AsyncIterable<StoredRecord> {
    const { sql, fields } = whereOf(filter);
    let after = '';
    for (;;) {
      const rows = this.#db.all<{ id: string; doc: string }>(
        `SELECT id, doc FROM records WHERE ${sql} AND id > :after ORDER BY id LIMIT :limit`,
        { ...fields, after, limit: batchSize },
      );
      for (const { doc } of rows) yield dataRecordOf(JSON.parse(doc));
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
      await nextTurn();
    }
  }

  async kinds(): Promise<RecordKindCount[]> {
    const sql = `SELECT site, kind, count(*) AS records, count(gone_at) AS gone FROM records GROUP BY site, kind ORDER BY site, kind`;
    return this.#db.all<RecordKindCount>(sql).map((row) => ({ ...row }));
  }

  async forgetGone(before: Date, { isDry }: { readonly isDry: boolean }): Promise<number> {
    const bounds = { before: before.getTime() };
    if (isDry)
      return this.#db.get<{ n: number }>('SELECT count(*) AS n FROM records WHERE gone_at < :before', bounds)?.n ?? 0;
    return this.#db.run('DELETE FROM records WHERE gone_at < :before', bounds);
  }

  /** For `commit`, inside its transaction. */
  write(sighting: RecordSighting): void {
    const { site, page, records } = sighting;
    for (const record of records) {
      const stored = this.#read(recordId(site, record.kind, record.key));
      this.#replace(recordAfterSighting(stored, record, sighting), page);
    }
    const listed = this.#db.all<Pick<StoredRecord, 'id' | 'kind'>>(
      'SELECT r.id, r.kind FROM record_pages p JOIN records r ON r.id = p.id WHERE p.page = :page AND r.site = :site',
      { page, site },
    );
    for (const { id, ...miss } of missedRecords(listed, sighting)) {
      const stored = this.#read(id);
      if (stored !== null) this.#replace(recordAfterMiss(stored, miss), page);
    }
  }

  #read(id: string): StoredRecord | null {
    const row = this.#db.get<{ doc: string }>('SELECT doc FROM records WHERE id = :id', { id });
    return row === undefined ? null : dataRecordOf(JSON.parse(row.doc));
  }

  #replace(record: StoredRecord | null, page: string): void {
    if (record === null) return;
    const { id, site, kind, key, changedAt, goneAt, listedOn } = record;
    this.#db.run(
      `INSERT INTO records (id, site, kind, key, changed_at, gone_at, doc) VALUES (:id, :site, :kind, :key, :changedAt, :goneAt, :doc)
       ON CONFLICT (id) DO UPDATE SET changed_at = excluded.changed_at, gone_at = excluded.gone_at, doc = excluded.doc`,
      {
        id,
        site,
        kind,
        key,
        changedAt: changedAt.getTime(),
        goneAt: goneAt?.getTime() ?? null,
        doc: JSON.stringify(record),
      },
    );
    const isListed = listedOn.some(({ url }) => url === page);
    this.#db.run(
      isListed
        ? 'INSERT OR IGNORE INTO record_pages (page, id) VALUES (:page, :id)'
        : 'DELETE FROM record_pages WHERE page = :page AND id = :id',
      { page, id },
    );
  }
}

function whereOf({ gone, changedSince, page, ...names }: Filter): { readonly sql: string; readonly fields: Bindings } {
  const fields: Record<string, string | number> = {};
  const conditions = ['1'];
  for (const [name, value] of Object.entries(names))
    if (value !== undefined) {
      fields[name] = value;
      conditions.push(`${name} = :${name}`);
    }
  if (page !== undefined) {
    fields.page = page;
    conditions.push('id IN (SELECT id FROM record_pages WHERE page = :page)');
  }
  if (gone !== undefined) conditions.push(gone ? 'gone_at IS NOT NULL' : 'gone_at IS NULL');
  if (changedSince !== undefined) {
    fields.since = changedSince.getTime();
    conditions.push('changed_at >= :since');
  }
  return { sql: conditions.join(' AND '), fields };
}
