import type { Collection, Index, StoredColumn } from '../collection.ts';
import { type Form, orderOf } from './records.ts';

/** The name of a table or column. */
export const sqlName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const sqlTypes = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  date: 'INTEGER',
  boolean: 'INTEGER',
  json: 'TEXT',
  code: 'INTEGER',
} as const;

/** SQL: makes the table of a collection, and its indexes. */
export function tableSql<T, F>(declared: Collection<T, F>): string {
  const { name, key, columns, hasDoc, isLarge, isCounted, indexes } = declared;
  const table = sqlName(name);
  const lines = Object.entries(columns).map(([field, { kind, isNullable, isOptional }]) => {
    const type = `${sqlName(field)} ${sqlTypes[kind]}`;
    return isNullable || isOptional ? type : `${type} NOT NULL`;
  });
  const doc = hasDoc ? ['doc TEXT NOT NULL'] : [];
  const primary = `PRIMARY KEY (${key.map(sqlName).join(', ')})`;
  return [
    `CREATE TABLE ${table} (${[...lines, ...doc, primary].join(', ')}) STRICT${isLarge ? '' : ', WITHOUT ROWID'};`,
    ...indexes.filter(({ only }) => only !== 'mongo').map((index) => indexSql(table, index)),
    ...Object.keys(columns).flatMap((field) =>
      columns[field]?.isList && field in declared.derived ? [listSql(declared, field)] : [],
    ),
    ...(isCounted ? [totalSql(table)] : []),
  ].join('\n');
}

/** A table with the values of a field, each with the key of its record: triggers keep it. */
function listSql<T, F>({ name, key, columns }: Collection<T, F>, field: string): string {
  const [table, column, keys] = [sqlName(name), sqlName(field), key.map(sqlName)];
  const list = `${table}_${column}`;
  const typed = key.map((of) => `${sqlName(of)} ${sqlTypes[columns[of]?.kind ?? 'text']} NOT NULL`);
  const inserted = keys.map((of) => `NEW.${of}`).join(', ');
  const insert = `INSERT OR IGNORE INTO ${list} (value, ${keys}) SELECT value, ${inserted} FROM json_each(NEW.${column});`;
  const remove = `DELETE FROM ${list} WHERE ${keys.map((of) => `${of} = OLD.${of}`).join(' AND ')};`;
  return `CREATE TABLE ${list} (value TEXT NOT NULL, ${typed}, PRIMARY KEY (value, ${keys})) STRICT, WITHOUT ROWID;
CREATE INDEX ${list}_key ON ${list} (${keys});
CREATE TRIGGER ${list}_added AFTER INSERT ON ${table} BEGIN ${insert} END;
CREATE TRIGGER ${list}_changed AFTER UPDATE OF ${column} ON ${table} BEGIN ${remove} ${insert} END;
CREATE TRIGGER ${list}_removed AFTER DELETE ON ${table} BEGIN ${remove} END;`;
}

/** SQL: records that have a value in a field of several. */
export function inListSql<T, F>({ name, key }: Collection<T, F>, field: string, value: string): string {
  const keys = key.map(sqlName).join(', ');
  return `(${keys}) IN (SELECT ${keys} FROM ${sqlName(name)}_${sqlName(field)} WHERE value = ${value})`;
}

/** Triggers that keep the number of records in the table `totals`. */
const totalSql = (table: string): string => `INSERT INTO totals (name, n) VALUES ('${table}', 0);
CREATE TRIGGER ${table}_counted AFTER INSERT ON ${table} BEGIN UPDATE totals SET n = n + 1 WHERE name = '${table}'; END;
CREATE TRIGGER ${table}_uncounted AFTER DELETE ON ${table} BEGIN UPDATE totals SET n = n - 1 WHERE name = '${table}'; END;`;

function indexSql<F>(table: string, { name, by, where = {}, isUnique }: Index<F>): string {
  const fields = orderOf(by).map(({ field, isDescending }) => `${sqlName(field)}${isDescending ? ' DESC' : ''}`);
  const conditions = Object.entries(where).map(([field, value]) =>
    value === 'notNull' ? `${sqlName(field)} IS NOT NULL` : `${sqlName(field)} = ${sqlLiteral(value)}`,
  );
  const of =
    name ??
    `${table}_${orderOf(by)
      .map(({ field }) => sqlName(field))
      .join('_')}`;
  const only = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${of} ON ${table} (${fields.join(', ')})${only};`;
}

export const sqlLiteral = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(Number(value));

export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** A value of a column as SQLite has it. */
export function encode(column: StoredColumn | undefined, value: unknown): SqlValue {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.getTime();
  if (column?.kind === 'code') return column.values?.indexOf(String(value)) ?? null;
  if (column?.kind === 'json') return JSON.stringify(value);
  return typeof value === 'boolean' ? Number(value) : (value as SqlValue);
}

export function decode({ kind, values }: StoredColumn, value: SqlValue): unknown {
  if (value === null) return null;
  if (kind === 'date') return new Date(value);
  if (kind === 'code') return values?.[Number(value)];
  if (kind === 'json') return JSON.parse(String(value));
  return kind === 'boolean' ? value === 1 : value;
}

const comparisons = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

export function afterSql([first, ...rest]: ReturnType<typeof orderOf>): string {
  if (first === undefined) return '1';
  const [column, bound] = [sqlName(first.field), `:after_${first.field}`];
  const sign = first.isDescending ? '<' : '>';
  if (rest.length === 0) return `${column} ${sign} ${bound}`;
  return `${column} ${sign}= ${bound} AND (${column} ${sign} ${bound} OR ${afterSql(rest)})`;
}

export const whereSql = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;

/** @param bind gives a value its place in the statement */
export function conditionSql(column: string, form: Form, bind: (value: unknown) => string): string[] {
  if ('is' in form) return [form.is === null ? `${column} IS NULL` : `${column} = ${bind(form.is)}`];
  if ('in' in form) return [`${column} IN (SELECT value FROM json_each(${bind(form.in)}))`];
  if ('not' in form) return [form.not === null ? `${column} IS NOT NULL` : `${column} <> ${bind(form.not)}`];
  return Object.entries(form).flatMap(([name, value]) =>
    value === undefined ? [] : [`${column} ${comparisons[name as keyof typeof comparisons]} ${bind(value)}`],
  );
}

export function noColumn(field: string): never {
  throw new Error(`${field} has no column`);
}

/** SQL: columns under the names of their fields. */
export const namedColumns = (fields: readonly string[]): string =>
  fields.map((field) => `${sqlName(field)} AS "${field}"`).join(', ');

export function without(record: object, fields: readonly string[]): object {
  const rest: Record<string, unknown> = { ...record };
  for (const field of fields) delete rest[field];
  return rest;
}
