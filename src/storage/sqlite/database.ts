import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { storeError } from './sqlite-error.ts';

export type Bindings = Readonly<Record<string, SQLInputValue>>;

/** How long a writer waits for another process's transaction, ms. Endings take milliseconds; only a hanging process holds the lock for so long. */
const busyTimeoutMs = 10_000;

/**
 * One connection: statements are prepared once, every read is finished before it returns (an open one would stop the checkpoint and let the
 * log grow), every failure is a NewshawkError of kind `store`. Rows are typed by the caller: our own schema is their only writer.
 */
export class Database {
  readonly location: string;
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

  /** Rows until `visit` answers false: for walks that end early. */
  each<Row>(sql: string, parameters: Bindings, visit: (row: Row) => boolean): void {
    this.#guard(() => {
      // leaving the loop resets the statement: nothing stays open
      for (const row of this.#prepared(sql).iterate(parameters)) if (!visit(row as unknown as Row)) break;
    });
  }

  /** One or several statements without parameters. */
  exec(sql: string): void {
    this.#guard(() => this.#db.exec(sql));
  }

  /** All or nothing. The write lock is taken at the start, so that what `work` reads is still true when it writes. */
  transaction<T>(work: () => T): T {
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      // a full disk or a broken one rolls back by itself
      if (this.#db.isOpen && this.#db.isTransaction) this.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    if (this.#db.isOpen) this.#guard(() => this.#db.close());
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
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
