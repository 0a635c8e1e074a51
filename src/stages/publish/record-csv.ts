import { valueText } from '../../model/data/data-value.ts';
import type { StoredRecord } from '../../model/data/stored-record.ts';
import { csvLine } from './csv.ts';

const columns: readonly (readonly [name: string, read: (record: StoredRecord) => string])[] = [
  ['id', ({ id }) => id],
  ['site', ({ site }) => site],
  ['kind', ({ kind }) => kind],
  ['key', ({ key }) => key],
  ['page', ({ url }) => url],
  ['firstSeen', ({ firstSeenAt }) => firstSeenAt.toISOString()],
  ['lastSeen', ({ lastSeenAt }) => lastSeenAt.toISOString()],
  ['changed', ({ changedAt }) => changedAt.toISOString()],
  ['changes', ({ changes }) => String(changes)],
  ['gone', ({ goneAt }) => goneAt?.toISOString() ?? ''],
];

/** The first line of a CSV file of records. @param names of the values that any of them has */
export const recordCsvHeader = (names: readonly string[]): string =>
  csvLine([...columns.map(([name]) => name), ...names.map((name) => `values.${name}`)]);

export const toRecordCsvLine = (record: StoredRecord, names: readonly string[]): string =>
  csvLine([...columns.map(([, read]) => read(record)), ...names.map((name) => valueText(record.values[name]))]);
