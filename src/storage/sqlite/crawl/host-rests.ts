import type { HostRest } from '../../../model/crawl/host-rest.ts';
import type { HostRests } from '../../crawl/host-rests-port.ts';
import { restAt } from '../../records/crawl/host-rests.ts';
import type { Database } from '../database.ts';

interface Row {
  readonly host: string;
  readonly setAt: number;
  readonly until: number;
}

export class SqliteHostRests implements HostRests {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async save({ host, setAt, until }: HostRest): Promise<void> {
    this.#db.run('INSERT OR REPLACE INTO host_rests (host, set_at, until) VALUES (:host, :setAt, :until)', {
      host,
      setAt: setAt.getTime(),
      until: until.getTime(),
    });
  }

  async list(now: Date): Promise<HostRest[]> {
    this.#db.run('DELETE FROM host_rests WHERE until <= :now', { now: now.getTime() });
    const rows = this.#db.all<Row>('SELECT host, set_at AS setAt, until FROM host_rests ORDER BY host');
    return rows.map(({ host, setAt, until }) => restAt({ host, setAt: new Date(setAt), until: new Date(until) }, now));
  }
}
