import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentHash } from '../../../model/page/snapshot.ts';
import type {
  BlobReference,
  BoundedKind,
  Bounds,
  FailuresKept,
  Removal,
  StoreDefect,
  Upkeep,
} from '../../upkeep-port.ts';
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

/** SELECTs of blob references by kind of record: a row per record and blob. `:after` is the id of the last record of the batch before. */
const named = {
  article: `SELECT b.id, blob.value AS hash FROM (SELECT id, doc FROM article_briefs WHERE id > :after ORDER BY id LIMIT :limit) b,
    json_each(json_array(b.doc ->> '$.snapshot', b.doc ->> '$.longTexts')) AS blob ORDER BY b.id`,
  failure: `SELECT f.id, blob.value AS hash FROM (SELECT id, doc FROM failures WHERE id > :after ORDER BY id LIMIT :limit) f
    LEFT JOIN json_tree(f.doc) AS blob ON blob.key IN ('snapshot', 'screenshot', 'thumbnail', 'har', 'console') AND blob.type = 'text'`,
  correction:
    "SELECT url AS id, doc ->> '$.snapshot' AS hash FROM corrections WHERE url > :after ORDER BY url LIMIT :limit",
  model:
    "SELECT version AS id, doc ->> '$.content' AS hash FROM models WHERE version > :after ORDER BY version LIMIT :limit",
  visit: `SELECT id, iif(started_at >= :since, doc ->> '$.snapshot', NULL) AS hash FROM visits WHERE id > :after ORDER BY id LIMIT :limit`,
} as const satisfies Record<BlobReference['by'], string>;

export class SqliteUpkeep implements Upkeep {
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
    const since = visitsSince?.getTime() ?? Number.MIN_SAFE_INTEGER;
    for (const [by, sql] of Object.entries(named) as [BlobReference['by'], string][]) {
      let after = '';
      for (;;) {
        const rows = this.#db.all<NamedRow>(sql, { after, limit: batchSize, ...(by === 'visit' && { since }) });
        for (const { id, hash } of rows) if (hash !== null) yield { by, id, hash: hash as ContentHash };
        const last = rows.at(-1);
        if (last === undefined) break;
        after = last.id;
        await nextTurn();
      }
    }
  }

  async forgetFailures({ since, atMost }: FailuresKept, { isDry }: { readonly isDry: boolean }): Promise<number> {
    const old = `SELECT id FROM failures WHERE at < :since
      UNION SELECT id FROM (SELECT id FROM failures ORDER BY at DESC, id DESC LIMIT -1 OFFSET :atMost)`;
    const bounds = {
      since: since?.getTime() ?? Number.MIN_SAFE_INTEGER,
      atMost: atMost ?? Number.MAX_SAFE_INTEGER,
    };
    if (isDry) return this.#db.get<{ n: number }>(`SELECT count(*) AS n FROM (${old})`, bounds)?.n ?? 0;
    return this.#db.run(`DELETE FROM failures WHERE id IN (${old})`, bounds);
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
