import type { Collection } from '../collection.ts';
import type { Database } from '../sqlite/database.ts';
import type { Records } from './records.ts';
import { tableIn } from './sqlite.ts';

const oneStatement = [
  'get',
  'find',
  'page',
  'pick',
  'sizes',
  'count',
  'distinct',
  'groups',
  'add',
  'replace',
  'update',
  'remove',
] as const;
const severalStatements = ['put', 'change', 'take', 'removeKeys'] as const;

/** The records of a table, each call a transaction of its own where it writes more than once. */
export function tableRecords<T extends object, Fields extends object, Key extends readonly string[]>(
  db: Database,
  declared: Collection<T, Fields, Key>,
): Records<T, Fields> {
  const table = tableIn(db, declared);
  const run = (name: keyof Records<T, Fields>, parameters: unknown[]): unknown =>
    (table[name] as (...parameters: unknown[]) => unknown).apply(table, parameters);
  const calls = [
    ...oneStatement.map((name) => [name, async (...parameters: unknown[]) => run(name, parameters)]),
    ...severalStatements.map((name) => [
      name,
      async (...parameters: unknown[]) =>
        name === 'put' && parameters.length === 1 ? run(name, parameters) : db.transaction(() => run(name, parameters)),
    ]),
  ];
  return Object.fromEntries(calls) as unknown as Records<T, Fields>;
}
