import type { Seed } from '../../model/seed/seed.ts';
import { seedOf } from '../records/seeds.ts';
import type { Seeds } from '../seeds-port.ts';
import type { Database } from './database.ts';

export class SqliteSeeds implements Seeds {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async put(seeds: readonly Seed[]): Promise<void> {
    const sql = 'INSERT OR REPLACE INTO seeds (topic, site, score, doc) VALUES (:topic, :site, :score, :doc)';
    this.#db.transaction(() => {
      for (const seed of seeds) {
        const { topic, site, score } = seed;
        this.#db.run(sql, { topic, site, score, doc: JSON.stringify(seed) });
      }
    });
  }

  async ofTopic(topic: string): Promise<Seed[]> {
    const sql = 'SELECT doc FROM seeds WHERE topic = :topic ORDER BY score DESC, site';
    return this.#db.all<{ doc: string }>(sql, { topic }).map(({ doc }) => seedOf(JSON.parse(doc)));
  }

  async noteSearch(topic: string, at: Date): Promise<void> {
    this.#db.run('INSERT OR REPLACE INTO seed_searches (topic, at) VALUES (:topic, :at)', { topic, at: at.getTime() });
  }

  async lastSearches(): Promise<ReadonlyMap<string, Date>> {
    const rows = this.#db.all<{ topic: string; at: number }>('SELECT topic, at FROM seed_searches');
    return new Map(rows.map(({ topic, at }) => [topic, new Date(at)]));
  }
}
