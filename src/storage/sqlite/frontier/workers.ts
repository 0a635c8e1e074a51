import { forgottenAfterMs, type WorkerBeat } from '../../../model/crawl/worker-beat.ts';
import type { Workers } from '../../crawl/workers-port.ts';
import { workerBeatOf } from '../../records/crawl/workers.ts';
import type { Database } from '../database.ts';

export class SqliteWorkers implements Workers {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async beat(beat: WorkerBeat): Promise<void> {
    this.#db.run(
      'INSERT INTO workers (owner, at, doc) VALUES (:owner, :at, :doc) ON CONFLICT (owner) DO UPDATE SET at = :at, doc = :doc',
      { owner: beat.owner, at: beat.at.getTime(), doc: JSON.stringify(beat) },
    );
  }

  async remove(owner: string): Promise<void> {
    this.#db.run('DELETE FROM workers WHERE owner = :owner', { owner });
  }

  async heardSince(since: Date): Promise<WorkerBeat[]> {
    this.#db.run('DELETE FROM workers WHERE at < :old', { old: since.getTime() - forgottenAfterMs });
    return (await this.list()).filter(({ at }) => at >= since);
  }

  async list(): Promise<WorkerBeat[]> {
    return this.#db
      .all<{ doc: string }>('SELECT doc FROM workers ORDER BY owner')
      .map(({ doc }) => workerBeatOf(JSON.parse(doc)));
  }
}
