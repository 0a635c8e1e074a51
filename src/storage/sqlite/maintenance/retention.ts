import { setImmediate as nextTurn } from 'node:timers/promises';
import { revisions } from '../../collections/articles.ts';
import { revisionsForgotten } from '../../collections/counters.ts';
import { tableIn } from '../../engine/sqlite.ts';
import type { BoundedKind, Bounds, Removal } from '../../maintenance-port.ts';
import {
  type AgedRecord,
  type AgedRevision,
  type Cut,
  isUnbounded,
  noRemoval,
  planRemoval,
  planRevisions,
} from '../../records/retention.ts';
import { heldArticles, removeArticles } from '../articles/remove-articles.ts';
import type { Database } from '../database.ts';

/** Rows per read; the event loop runs in between. */
const batchSize = 500;

/** Articles per transaction: endings of other processes wait for it. */
const articlesAtOnce = 20;

/** SELECTs of all records, the newest first, after the record `:at`, `:after`. */
const newestFirst = {
  articles: `SELECT a.id, a.updated_at AS at, octet_length(t.doc) AS bytes FROM articles a JOIN article_texts t ON t.id = a.id
    WHERE a.updated_at <= :at AND (a.updated_at < :at OR a.id > :after) ORDER BY a.updated_at DESC, a.id LIMIT ${batchSize}`,
  visits: `SELECT id, started_at AS at, octet_length(doc) AS bytes FROM visits
    WHERE (started_at, id) < (:at, :after) ORDER BY started_at DESC, id DESC LIMIT ${batchSize}`,
} as const;

/** After every id, in the order of `newestFirst`. */
const beforeAll = {
  articles: { at: Number.MAX_SAFE_INTEGER, after: '' },
  visits: { at: Number.MAX_SAFE_INTEGER, after: '' },
};

/** Removes the oldest records beyond bounds, some per transaction, the oldest first. */
export class SqliteRetention {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async forget(kind: BoundedKind, bounds: Bounds, { isDry }: { readonly isDry: boolean }): Promise<Removal> {
    if (isUnbounded(bounds)) return noRemoval;
    if (kind === 'revisions') return await this.#revisions(bounds, isDry);
    const held = kind === 'articles' ? heldArticles(this.#db) : new Set<string>();
    const { removal, cut } = await planRemoval(this.#newestFirst(kind), bounds, (id) => held.has(id));
    if (cut !== null && !isDry) await (kind === 'articles' ? this.#removeArticles(cut) : this.#removeVisits(cut));
    return removal;
  }

  async *#newestFirst(kind: keyof typeof newestFirst): AsyncIterable<AgedRecord> {
    let { at, after } = beforeAll[kind];
    for (;;) {
      const rows = this.#db.all<AgedRecord>(newestFirst[kind], { at, after });
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined) return;
      [at, after] = [last.at, last.id];
      await nextTurn();
    }
  }

  async #removeArticles(cut: Cut): Promise<void> {
    // the reverse of the order of `newestFirst`
    const sql = `SELECT id, updated_at AS at FROM articles WHERE updated_at <= :cutAt AND (updated_at < :cutAt OR id >= :cutId)
      AND updated_at >= :at AND (updated_at > :at OR id < :after) ORDER BY updated_at, id DESC LIMIT ${articlesAtOnce}`;
    let [at, after] = [Number.MIN_SAFE_INTEGER, ''];
    for (;;) {
      const rows = this.#db.transaction(() => {
        const held = heldArticles(this.#db); // read again under the lock: a person may have labelled one
        const chosen = this.#db.all<Cut>(sql, { cutAt: cut.at, cutId: cut.id, at, after });
        removeArticles(
          this.#db,
          chosen.flatMap(({ id }) => (held.has(id) ? [] : [id])),
        );
        return chosen;
      });
      const last = rows.at(-1);
      if (last === undefined) return;
      [at, after] = [last.at, last.id];
      await nextTurn();
    }
  }

  async #removeVisits(cut: Cut): Promise<void> {
    const sql = `DELETE FROM visits WHERE id IN
      (SELECT id FROM visits WHERE (started_at, id) <= (:at, :id) ORDER BY started_at, id LIMIT ${batchSize})`;
    while (this.#db.transaction(() => this.#db.run(sql, { at: cut.at, id: cut.id })) > 0) await nextTurn();
  }

  async #revisions(bounds: Bounds, isDry: boolean): Promise<Removal> {
    const { removal, upTo } = await planRevisions(this.#revisionsByArticle(), bounds);
    if (isDry || upTo.size === 0) return removal;
    this.#db.run('INSERT OR REPLACE INTO counters (name, value) VALUES (:name, 1)', { name: revisionsForgotten });
    for (const [id, revision] of upTo) {
      tableIn(this.#db, revisions).remove({ articleId: id, revision: { lte: revision } });
      await nextTurn();
    }
    return removal;
  }

  async *#revisionsByArticle(): AsyncIterable<AgedRevision> {
    const sql = `SELECT article_id AS id, revision, replaced_at AS at, octet_length(doc) AS bytes
      FROM revisions WHERE (article_id, revision) > (:id, :revision) ORDER BY article_id, revision LIMIT ${batchSize}`;
    let [id, revision] = ['', 0];
    for (;;) {
      const rows = this.#db.all<AgedRevision>(sql, { id, revision });
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined) return;
      [id, revision] = [last.id, last.revision];
      await nextTurn();
    }
  }
}
