import type { TransferKind, TransferKinds } from '../../transfer-port.ts';
import type { Bindings, Database } from '../database.ts';

export type Row = Readonly<Record<string, string | number | null>>;

/** How the records of a kind stand in the tables. */
export interface Table<Kind extends TransferKind> {
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

/** A table with a column for each of the named values. An earlier row with the same key is replaced. */
export function columnTable<Kind extends TransferKind>(
  name: string,
  keys: readonly string[],
  {
    columns,
    row,
    read,
    where,
  }: {
    /** SQL: what `read` gets. */
    readonly columns: string;
    readonly read: (row: Row) => TransferKinds[Kind];
    /** Values by column. */
    readonly row: (record: TransferKinds[Kind]) => Bindings;
    readonly where?: string;
  },
): Table<Kind> {
  return {
    from: name,
    keys,
    columns,
    ...(where !== undefined && { where }),
    read,
    write(db, records) {
      for (const record of records) insertRow(db, name, row(record));
    },
  };
}

/** A table that keeps each record as JSON in `doc`, and some of its values in columns of their own. */
export const docTable = <Kind extends TransferKind>(
  name: string,
  keys: readonly string[],
  // biome-ignore lint/suspicious/noExplicitAny: JSON that only our schema writes, of this or an older version
  revive: (doc: any) => TransferKinds[Kind],
  row: (record: TransferKinds[Kind]) => Bindings,
): Table<Kind> =>
  columnTable(name, keys, {
    columns: 'doc',
    read: (stored) => revive(JSON.parse(String(stored.doc))),
    row: (record) => ({ ...row(record), doc: JSON.stringify(record) }),
  });

export function insertRow(db: Database, name: string, values: Bindings): void {
  const columns = Object.keys(values);
  db.run(
    `INSERT OR REPLACE INTO ${name} (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})`,
    values,
  );
}

/** Ms since 1970. */
export const msOf = (at: Date | null): number | null => (at === null ? null : at.getTime());
export const dateOf = (ms: string | number | null | undefined): Date => new Date(Number(ms));
