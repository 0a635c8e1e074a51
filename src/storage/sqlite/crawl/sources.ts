import type { Source } from '../../../model/crawl/source.ts';
import type { Sources } from '../../crawl/sources-port.ts';
import { sourceOf, splitSource } from '../../records/crawl/sources.ts';
import type { Database } from '../database.ts';

export class SqliteSources implements Sources {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async define(source: Source): Promise<void> {
    this.#db.transaction(() => {
      const stored = this.#read(source.id);
      if (stored === null) return this.write(source);
      this.write({ ...splitSource(source).defined, ...splitSource(stored).learned });
    });
  }

  async save(source: Source): Promise<void> {
    this.write(source);
  }

  async get(id: string): Promise<Source | null> {
    return this.#read(id);
  }

  async list(): Promise<Source[]> {
    return this.#db
      .all<{ doc: string }>('SELECT doc FROM sources ORDER BY id')
      .map(({ doc }) => sourceOf(JSON.parse(doc)));
  }

  /** Also for `commit`, inside its transaction. */
  write(source: Source): void {
    const doc = JSON.stringify(source);
    this.#db.run('INSERT OR REPLACE INTO sources (id, doc) VALUES (:id, :doc)', { id: source.id, doc });
  }

  #read(id: string): Source | null {
    const row = this.#db.get<{ doc: string }>('SELECT doc FROM sources WHERE id = :id', { id });
    return row === undefined ? null : sourceOf(JSON.parse(row.doc));
  }
}
