import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { storeError } from './sqlite-error.ts';

export type Bindings = Readonly<Record<string, SQLInputValue>>;

/** How long a writer waits for another process's transaction, ms. Endings take milliseconds: only a process that hangs holds the lock for longer. */
const busyTimeoutMs = 10_000;

/**
 * One connection. Each statement is prepared once. Every read ends before it returns: an open one would stop the checkpoint, and the log would grow. Every
 * failure is a NewshawkError of kind `store`. The caller names the type of a row, which is not checked: only our schema writes rows.
 */
export class Database {
  readonly location: string;
  /** Called after each transaction that was committed. */
  afterTransaction = (): void => {};
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string) {
    this.location = file;
    this.#db = this.#guard(() => new DatabaseSync(file, { timeout: busyTimeoutMs }));
  }

  all<Row>(sql: string, parameters: Bindings = {}): Row[] {
    return this.#guard(() => this.#prepared(sql).all(parameters) as unknown as Row[]);
  }

  get<Row>(sql: string, parameters: Bindings = {}): Row | undefined {
    return this.#guard(() => this.#prepared(sql).get(parameters) as unknown as Row | undefined);
  }

  /** @returns the number of rows that changed */
  run(sql: string, parameters: Bindings = {}): number {
    return this.#guard(() => Number(this.#prepared(sql).run(parameters).changes));
  }

  /** Calls `visit` with each row until it returns false. */
  each<Row>(sql: string, parameters: Bindings, visit: (row: Row) => boolean): void {
    this.#guard(() => {
      // leaving the loop closes the read
      for (const row of this.#prepared(sql).iterate(parameters)) if (!visit(row as unknown as Row)) break;
    });
  }

  /** One or several statements without parameters. */
  exec(sql: string): void {
    this.#guard(() => this.#db.exec(sql));
  }

  /** Runs `work` in a transaction, and rolls it back where it throws. Takes the write lock first: what `work` reads is still true when it writes. */
  transaction<T>(work: () => T): T {
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.exec('COMMIT');
      this.afterTransaction();
      return result;
    } catch (error) {
      // where the disk is full or fails, SQLite has rolled back already
      if (this.#db.isOpen && this.#db.isTransaction) this.exec('ROLLBACK');
      throw error;
    }
  }

  /** The transaction after which the log has this number of frames writes the log back to the file. */
  checkpointItself(frames: number): void {
    if (this.#db.isOpen) this.exec(`PRAGMA wal_autocheckpoint = ${frames}`);
  }

  close(): void {
    this.#statements.clear();
    if (this.#db.isOpen) this.#guard(() => this.#db.close());
  }

  #prepared(sql: string): StatementSync {
    const prepared = this.#statements.get(sql);
    if (prepared !== undefined) return prepared;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw storeError(error, this.location);
    }
  }
}
