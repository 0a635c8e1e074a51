import { revisionsForgotten } from '../../records/retention.ts';
import type { TransferKinds } from '../../transfer-port.ts';
import { columnTable, type Table } from './table.ts';

/** Kinds whose records are rows of one table that nothing else follows from. */
export const smallTables = {
  counters: columnTable<'counters'>('counters', ['name'], {
    columns: 'name, value',
    where: `name IN ('lease', 'texts', '${revisionsForgotten}') AND value > 0`,
    read: ({ name, value }) => ({ name: String(name), value: Number(value) }),
    row: ({ name, value }) => ({ name, value }),
  }),
} satisfies Partial<{ [Kind in keyof TransferKinds]: Table<Kind> }>;
