import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentHash } from '../../../model/page/snapshot.ts';
import { blobReferences } from '../../collections/walk.ts';
import { recordsOf } from '../../engine/sqlite.ts';
import type { BlobReference, BoundedKind, Bounds, Maintenance, Removal, StoreDefect } from '../../maintenance-port.ts';
import type { FileBlobs } from '../blobs.ts';
import type { Database } from '../database.ts';
import { recount } from '../schema/tally-tables.ts';
import { sqliteDefects } from './defects.ts';
import { repairRecords } from './repair.ts';
import { SqliteRetention } from './retention.ts';

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
  readonly #retention: SqliteRetention;

  constructor(db: Database, folder: string, blobs: FileBlobs) {
    this.#db = db;
    this.#folder = folder;
    this.#blobs = blobs;
    this.#retention = new SqliteRetention(db);
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
    yield* blobReferences((one) => recordsOf(this.#db, one), visitsSince);
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
