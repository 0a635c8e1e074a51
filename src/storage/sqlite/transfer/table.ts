import type { TransferKind, TransferKinds } from '../../transfer-port.ts';
import type { Database } from '../database.ts';

export type Row = Readonly<Record<string, string | number | null>>;

/** How the records of a kind stand in the tables. */
export interface TransferTable<Kind extends TransferKind> {
  /** SQL: the tables. */
  readonly from: string;
  /** SQL: the columns of the key, in the order of `transferKeys`. */
  readonly keys: readonly string[];
  readonly columns: string;
  /** SQL: which rows are records of the kind. Default: all. */
  readonly where?: string;
  read(row: Row): TransferKinds[Kind];
  /** Inside a transaction. */
  write(db: Database, records: readonly TransferKinds[Kind][]): void;
}
