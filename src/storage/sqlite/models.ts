import type { ModelActivation, StoredModel } from '../../model/topic/stored-model.ts';
import type { Models } from '../models-port.ts';
import { activationOf, storedModelOf } from '../records/models.ts';
import type { Database } from './database.ts';

export class SqliteModels implements Models {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async put(model: StoredModel): Promise<void> {
    this.#db.run('INSERT OR IGNORE INTO models (version, saved_at, doc) VALUES (:version, :savedAt, :doc)', {
      version: model.version,
      savedAt: model.savedAt.getTime(),
      doc: JSON.stringify(model),
    });
  }

  async get(version: string): Promise<StoredModel | null> {
    const row = this.#db.get<{ doc: string }>('SELECT doc FROM models WHERE version = :version', { version });
    return row === undefined ? null : storedModelOf(JSON.parse(row.doc));
  }

  async list(): Promise<StoredModel[]> {
    return this.#db
      .all<{ doc: string }>('SELECT doc FROM models ORDER BY saved_at DESC, version')
      .map(({ doc }) => storedModelOf(JSON.parse(doc)));
  }

  async active(): Promise<StoredModel | null> {
    const [last] = await this.activations(1);
    return last === undefined || last.version === null ? null : this.get(last.version);
  }

  async activate({ version, at }: ModelActivation): Promise<void> {
    this.#db.run('INSERT INTO model_activations (version, at) VALUES (:version, :at)', { version, at: at.getTime() });
  }

  async activations(limit: number): Promise<ModelActivation[]> {
    const rows = this.#db.all<{ version: string | null; at: number }>(
      'SELECT version, at FROM model_activations ORDER BY number DESC LIMIT :limit',
      { limit },
    );
    return rows.map(activationOf);
  }
}
