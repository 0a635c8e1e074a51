import { revisionsForgotten } from '../../records/retention.ts';
import type { TransferKinds } from '../../transfer-port.ts';
import { columnTable, type Table } from './table.ts';

type Rates = TransferKinds['rateTallies'];

const rateColumns = 'host, format, age_class AS ageClass, changes, observed_ms AS observedMs, visits';

/** Kinds whose records are rows of one table that nothing else follows from. */
export const smallTables = {
  counters: columnTable<'counters'>('counters', ['name'], {
    columns: 'name, value',
    where: `name IN ('lease', 'texts', '${revisionsForgotten}') AND value > 0`,
    read: ({ name, value }) => ({ name: String(name), value: Number(value) }),
    row: ({ name, value }) => ({ name, value }),
  }),
  rateTallies: columnTable<'rateTallies'>('rate_tallies', ['host', 'format', 'age_class'], {
    columns: rateColumns,
    read: (row) => ({ ...row }) as unknown as Rates,
    row: ({ host, format, ageClass, changes, observedMs, visits }) => ({
      host,
      format,
      age_class: ageClass,
      changes,
      observed_ms: observedMs,
      visits,
    }),
  }),
  rechecks: columnTable<'rechecks'>('rechecks', ['id'], {
    columns: 'id, up_to AS upTo',
    read: ({ id, upTo }) => ({ id: String(id), upTo: Number(upTo) }),
    row: ({ id, upTo }) => ({ id, up_to: upTo }),
  }),
} satisfies Partial<{ [Kind in keyof TransferKinds]: Table<Kind> }>;
