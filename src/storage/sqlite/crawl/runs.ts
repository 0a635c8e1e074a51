import type { Run } from '../../../model/crawl/run.ts';
import type { Runs } from '../../crawl/runs-port.ts';
import { runOf } from '../../records/crawl/runs.ts';
import type { Database } from '../database.ts';

interface RunRow {
  readonly id: string;
  readonly kind: Run['kind'];
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly owner: string;
  readonly sites: string | null;
  readonly scope: string | null;
}

const select = 'SELECT id, kind, started_at AS startedAt, finished_at AS finishedAt, owner, sites, scope FROM runs';

export class SqliteRuns implements Runs {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async start({ id, kind, startedAt, finishedAt, owner, sites, scope }: Run): Promise<void> {
    this.#db.run(
      `INSERT OR IGNORE INTO runs (id, kind, started_at, finished_at, owner, sites, scope)
       VALUES (:id, :kind, :startedAt, :finishedAt, :owner, :sites, :scope)`,
      {
        id,
        kind,
        owner,
        sites: sites === null ? null : JSON.stringify(sites),
        scope: scope === null ? null : JSON.stringify(scope),
        startedAt: startedAt.getTime(),
        finishedAt: finishedAt?.getTime() ?? null,
      },
    );
  }

  async finish(id: string, at: Date): Promise<void> {
    this.#db.run('UPDATE runs SET finished_at = :at WHERE id = :id AND finished_at IS NULL', { id, at: at.getTime() });
  }

  async unfinished(): Promise<Run[]> {
    return this.#db.all<RunRow>(`${select} WHERE finished_at IS NULL ORDER BY started_at DESC, id DESC`).map(readRow);
  }

  async takeOver(id: string, { from, to }: { readonly from: string; readonly to: string }): Promise<boolean> {
    const taken = 'UPDATE runs SET owner = :to WHERE id = :id AND owner = :from AND finished_at IS NULL';
    return this.#db.run(taken, { id, from, to }) === 1;
  }

  async list(limit: number): Promise<Run[]> {
    return this.#db.all<RunRow>(`${select} ORDER BY started_at DESC, id DESC LIMIT :limit`, { limit }).map(readRow);
  }
}

const readRow = ({ sites, scope, ...row }: RunRow): Run =>
  runOf({ ...row, sites: sites === null ? null : JSON.parse(sites), scope: scope === null ? null : JSON.parse(scope) });
