import type { Run } from '../../model/run.ts';
import type { Runs } from '../port.ts';
import type { Database } from './database.ts';

interface RunRow {
  readonly id: string;
  readonly kind: Run['kind'];
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly owner: string;
}

const select = 'SELECT id, kind, started_at AS startedAt, finished_at AS finishedAt, owner FROM runs';

export class SqliteRuns implements Runs {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async start({ id, kind, startedAt, finishedAt, owner }: Run): Promise<void> {
    this.#db.run(
      'INSERT OR IGNORE INTO runs (id, kind, started_at, finished_at, owner) VALUES (:id, :kind, :startedAt, :finishedAt, :owner)',
      { id, kind, startedAt: startedAt.getTime(), finishedAt: finishedAt?.getTime() ?? null, owner },
    );
  }

  async finish(id: string, at: Date): Promise<void> {
    this.#db.run('UPDATE runs SET finished_at = :at WHERE id = :id AND finished_at IS NULL', { id, at: at.getTime() });
  }

  async unfinished(): Promise<Run | null> {
    const row = this.#db.get<RunRow>(`${select} WHERE finished_at IS NULL ORDER BY started_at DESC, id DESC LIMIT 1`);
    return row === undefined ? null : runOf(row);
  }

  async list(limit: number): Promise<Run[]> {
    return this.#db.all<RunRow>(`${select} ORDER BY started_at DESC, id DESC LIMIT :limit`, { limit }).map(runOf);
  }
}

const runOf = ({ id, kind, startedAt, finishedAt, owner }: RunRow): Run => ({
  id,
  kind,
  startedAt: new Date(startedAt),
  finishedAt: finishedAt === null ? null : new Date(finishedAt),
  owner,
});
