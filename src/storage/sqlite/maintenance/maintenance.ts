import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentHash } from '../../../model/page/snapshot.ts';
import { visits } from '../../collections/crawl/visits.ts';
import { blobReferences } from '../../collections/walk.ts';
import { tableIn } from '../../engine/sqlite.ts';
import { tableRecords } from '../../engine/sqlite-records.ts';
import type { BlobReference, BoundedKind, Bounds, Maintenance, Removal, StoreDefect } from '../../maintenance-port.ts';
import { type AgedRecord, RecordRetention, type RetainedArticles } from '../../records/retention.ts';
import { heldArticles, removeArticles } from '../articles/remove-articles.ts';
import type { FileBlobs } from '../blobs.ts';
import type { Database } from '../database.ts';
import { recount } from '../schema/tally-tables.ts';
import { sqliteDefects } from './defects.ts';
import { repairRecords } from './repair.ts';

/** Rows per read; the event loop runs in between. */
const batchSize = 500;

interface NamedRow {
  readonly id: string;
  readonly hash: string | null;
}

/** SELECT of the blobs that articles name: a row per article and blob. `:after` is the id of the last article of the batch before. */
const ofArticles = `SELECT b.id, blob.value AS hash FROM (SELECT id, doc FROM article_briefs WHERE id > :after ORDER BY id LIMIT :limit) b,
    json_each(json_array(b.doc ->> '$.snapshot', b.doc ->> '$.longTexts')) AS blob ORDER BY b.id`;

export class SqliteMaintenance implements Maintenance {
  readonly #db: Database;
  readonly #folder: string;
  readonly #blobs: FileBlobs;
  readonly #retention: RecordRetention;

  constructor(db: Database, folder: string, blobs: FileBlobs) {
    this.#db = db;
    this.#folder = folder;
    this.#blobs = blobs;
    this.#retention = new RecordRetention((declared) => tableRecords(db, declared), retainedArticles(db));
  }

  async *references(visitsSince: Date | null): AsyncIterable<BlobReference> {
    for (let after = ''; ; ) {
      const rows = this.#db.all<NamedRow>(ofArticles, { after, limit: batchSize });
      for (const { id, hash } of rows) if (hash !== null) yield { by: 'article', id, hash: hash as ContentHash };
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.id;
      await nextTurn();
    }
    yield* blobReferences((one) => tableRecords(this.#db, one), visitsSince);
  }

  forget(kind: BoundedKind, bounds: Bounds, options: { readonly isDry: boolean }): Promise<Removal> {
    return this.#retention.forget(kind, bounds, options);
  }

  sweep(graceMs: number, options: { readonly isDry: boolean }): Promise<number> {
    return this.#blobs.sweep(graceMs, options);
  }

  defects(): AsyncIterable<StoreDefect> {
    return sqliteDefects(this.#folder);
  }

  async recount(): Promise<void> {
    await this.#blobs.mendRecords();
    this.#db.transaction(() => this.#db.exec(recount));
  }

  async repair(): Promise<void> {
    await this.#blobs.mendRecords();
    await this.#blobs.setAside(await this.#blobs.wrongSizes());
    await repairRecords(this.#db);
  }

  setAside(hashes: readonly ContentHash[]): Promise<void> {
    return this.#blobs.setAside(hashes);
  }
}

const retainedArticles = (db: Database): RetainedArticles => ({
  newestFirst: async (after, limit) =>
    db.all<AgedRecord>(
      `SELECT a.id, a.updated_at AS at, octet_length(t.doc) AS bytes FROM articles a JOIN article_texts t ON t.id = a.id
       WHERE a.updated_at <= :at AND (a.updated_at < :at OR a.id > :after) ORDER BY a.updated_at DESC, a.id LIMIT :limit`,
      { at: after?.at ?? Number.MAX_SAFE_INTEGER, after: after?.id ?? '', limit },
    ),
  held: async () => heldArticles(db),
  removeArticles: async (ids, until) =>
    db.transaction(() => {
      const held = heldArticles(db); // read again under the lock: a person may have labelled one
      const sql = 'SELECT id FROM articles WHERE id IN (SELECT value FROM json_each(:ids)) AND updated_at <= :until';
      const chosen = db.all<{ id: string }>(sql, { ids: JSON.stringify(ids), until: until.getTime() });
      removeArticles(
        db,
        chosen.flatMap(({ id }) => (held.has(id) ? [] : [id])),
      );
    }),
  removeVisits: async (ids, until) =>
    db.transaction(() => void tableIn(db, visits).remove({ id: { in: ids }, startedAt: { lte: until } })),
});
