import { type Collection, columnValues, type KeyValue, keyOf, type Order } from '../collection.ts';
import type { Bindings, Database } from '../sqlite/database.ts';
import { formsOf, type GroupRequest, type Groups, orderOf, type RecordQuery, type Where } from './records.ts';
import {
  afterSql,
  conditionSql,
  decode,
  encode,
  inListSql,
  namedColumns,
  noColumn,
  type SqlRow,
  type SqlValue,
  sqlLiteral,
  sqlName,
  whereSql,
  without,
} from './sqlite-sql.ts';

/** The records of a collection in their table. Every method may be called inside a transaction; `recordsOf` is for those that call it outside. */
export class SqliteTable<T extends object, Fields extends object> {
  readonly #db: Database;
  readonly #declared: Collection<T, Fields>;
  readonly #table: string;
  readonly #fields: readonly string[];
  readonly #select: string;
  readonly #ofKey: string;
  /** Made once: each commit runs them. */
  readonly #sql: Readonly<Record<'get' | 'put' | 'add' | 'remove', string>>;

  constructor(db: Database, declared: Collection<T, Fields>) {
    this.#db = db;
    this.#declared = declared;
    this.#table = sqlName(declared.name);
    this.#fields = [...Object.keys(declared.columns), ...(declared.hasDoc ? ['doc'] : [])];
    const stored = declared.hasDoc ? ['doc', ...declared.outsideDoc] : this.#fields;
    this.#select = `SELECT ${namedColumns(stored)} FROM ${this.#table}`;
    this.#ofKey = declared.key.map((field) => `${sqlName(field)} = :${field}`).join(' AND ');
    const names = this.#fields.map(sqlName).join(', ');
    const insert = `INTO ${this.#table} (${names}) VALUES (${this.#fields.map((field) => `:${field}`).join(', ')})`;
    const keys = declared.key.map(sqlName).join(', ');
    const excluded = this.#fields.map((field) => `${sqlName(field)} = excluded.${sqlName(field)}`).join(', ');
    this.#sql = {
      get: `${this.#select} WHERE ${this.#ofKey}`,
      put: declared.isShared
        ? `INSERT ${insert} ON CONFLICT (${keys}) DO UPDATE SET ${excluded}`
        : `INSERT OR REPLACE ${insert}`,
      add: `INSERT ${insert} ON CONFLICT (${keys}) DO NOTHING`,
      remove: `DELETE FROM ${this.#table} WHERE ${this.#ofKey}`,
    };
  }

  get(...key: readonly KeyValue[]): T | null {
    const row = this.#db.get<SqlRow>(this.#sql.get, this.#keyBindings(key));
    return row === undefined ? null : this.#read(row);
  }

  find(query: RecordQuery<Fields> = {}): T[] {
    return this.#rows(this.#select, query).map((row) => this.#read(row));
  }

  pick<Field extends keyof Fields & string>(
    fields: readonly Field[],
    query: RecordQuery<Fields> = {},
  ): Pick<Fields, Field>[] {
    return this.#pick(namedColumns(fields), fields, query) as Pick<Fields, Field>[];
  }

  sizes<Field extends keyof Fields & string>(
    fields: readonly Field[],
    query: RecordQuery<Fields> = {},
  ): (Pick<Fields, Field> & { readonly bytes: number })[] {
    const picked = this.#pick(`${namedColumns(fields)}, octet_length(doc) AS bytes`, [...fields, 'bytes'], query);
    return picked as (Pick<Fields, Field> & { readonly bytes: number })[];
  }

  #pick(columns: string, fields: readonly string[], query: RecordQuery<Fields>): object[] {
    const { reviveField } = this.#declared;
    return this.#rows(`SELECT ${columns} FROM ${this.#table}`, query).map((row) => {
      const picked = this.#decoded(row, fields);
      for (const field of fields) picked[field] = reviveField(field, picked[field]);
      return picked;
    });
  }

  #rows(select: string, { where = {}, order = [], limit = -1, offset, after }: RecordQuery<Fields>): SqlRow[] {
    const conditions = this.#conditions(where);
    const place = this.#place(order, after);
    const by = orderOf(order).map(({ field, isDescending }) => `${sqlName(field)}${isDescending ? ' DESC' : ''}`);
    const sql = [
      select,
      whereSql([...conditions.sql, ...place.sql]),
      by.length === 0 ? '' : `ORDER BY ${by.join(', ')}`,
      `LIMIT :limit${offset === undefined ? '' : ' OFFSET :offset'}`,
    ];
    const bindings = { ...conditions.bindings, ...place.bindings, limit, ...(offset !== undefined && { offset }) };
    return this.#db.all<SqlRow>(sql.filter((part) => part !== '').join(' '), bindings);
  }

  page(after: readonly KeyValue[] | null, limit: number): T[] {
    const { key } = this.#declared;
    const order = key as readonly Order<Fields>[];
    const place = after === null ? undefined : Object.fromEntries(key.map((field, n) => [field, after[n]]));
    return this.find({ order, limit, after: place as RecordQuery<Fields>['after'] });
  }

  count(where: Where<Fields> = {}): number {
    const { sql, bindings } = this.#conditions(where);
    if (this.#declared.isCounted && sql.length === 0)
      return this.#db.get<{ n: number }>(`SELECT n FROM totals WHERE name = '${this.#table}'`)?.n ?? 0;
    return this.#db.get<{ n: number }>(`SELECT count(*) AS n FROM ${this.#table} ${whereSql(sql)}`, bindings)?.n ?? 0;
  }

  distinct(field: keyof Fields & string, where: Where<Fields> = {}): number {
    const { sql, bindings } = this.#conditions(where);
    const counted = `SELECT count(DISTINCT ${sqlName(field)}) AS n FROM ${this.#table} ${whereSql(sql)}`;
    return this.#db.get<{ n: number }>(counted, bindings)?.n ?? 0;
  }

  groups<By extends keyof Fields & string, Sum extends keyof Fields & string = never>({
    by,
    where = {},
    sum = [],
  }: GroupRequest<Fields, By, Sum>): Groups<Fields, By, Sum> {
    const { sql, bindings } = this.#conditions(where);
    const sums = sum.map((field) => `coalesce(sum(${sqlName(field)}), 0) AS "${field}"`);
    const names = by.map(sqlName).join(', ');
    const rows = this.#db.all<SqlRow>(
      `SELECT ${[namedColumns(by), 'count(*) AS count', ...sums].join(', ')} FROM ${this.#table} ${whereSql(sql)} GROUP BY ${names} ORDER BY ${names}`,
      bindings,
    );
    return rows.map((row) => this.#decoded(row, [...by, 'count', ...sum])) as unknown as Groups<Fields, By, Sum>;
  }

  put(...records: readonly T[]): void {
    for (const record of records) this.#db.run(this.#sql.put, this.#row(record));
  }

  add(record: T): boolean {
    return this.#db.run(this.#sql.add, this.#row(record)) === 1;
  }

  replace(record: T, where: Where<Fields>): boolean {
    const { sql, bindings } = this.#conditions(where);
    const set = this.#fields.map((field) => `${sqlName(field)} = :${field}`).join(', ');
    const condition = [this.#ofKey, ...sql].join(' AND ');
    const bound = { ...this.#row(record), ...bindings };
    return this.#db.run(`UPDATE ${this.#table} SET ${set} WHERE ${condition}`, bound) === 1;
  }

  change(key: readonly KeyValue[], make: (stored: T | null) => T | null): T | null {
    const made = make(this.get(...key));
    if (made !== null) this.put(made);
    return made;
  }

  update(where: Where<Fields>, set: Partial<T & Fields>): number {
    const { sql, bindings } = this.#conditions(where);
    const changes = this.#changes(set);
    return this.#db.run(`${changes.sql} ${whereSql(sql)}`, { ...changes.bindings, ...bindings });
  }

  take(query: RecordQuery<Fields>, set: Partial<T & Fields>): T[] {
    const changes = this.#changes(set);
    return this.find(query).map((record) => {
      this.#db.run(`${changes.sql} WHERE ${this.#ofKey}`, {
        ...changes.bindings,
        ...this.#keyBindings(keyOf(this.#declared, record)),
      });
      return { ...record, ...set };
    });
  }

  #changes(set: Partial<T & Fields>): { readonly sql: string; readonly bindings: Bindings } {
    const { columns, derived, hasDoc, outsideDoc } = this.#declared;
    const changes = Object.entries(set);
    const inColumns = changes.filter(([field]) => field in columns);
    const inDoc = changes.filter(([field]) => hasDoc && !(field in derived) && !outsideDoc.includes(field));
    const paths = inDoc.map(([field]) => `'$.${field}', json(:doc_${field})`).join(', ');
    const assignments = [
      ...inColumns.map(([field]) => `${sqlName(field)} = :set_${field}`),
      ...(inDoc.length === 0 ? [] : [`doc = json_set(doc, ${paths})`]),
    ];
    const bindings = {
      ...Object.fromEntries(inColumns.map(([field, value]) => [`set_${field}`, encode(columns[field], value)])),
      ...Object.fromEntries(inDoc.map(([field, value]) => [`doc_${field}`, JSON.stringify(value)])),
    };
    return { sql: `UPDATE ${this.#table} SET ${assignments.join(', ')}`, bindings };
  }

  removeKeys(keys: readonly (readonly KeyValue[])[]): void {
    for (const key of keys) this.#db.run(this.#sql.remove, this.#keyBindings(key));
  }

  remove(where: Where<Fields>): number {
    const { sql, bindings } = this.#conditions(where);
    return this.#db.run(`DELETE FROM ${this.#table} ${whereSql(sql)}`, bindings);
  }

  #keyBindings(key: readonly KeyValue[]): Bindings {
    return Object.fromEntries(this.#declared.key.map((field, n) => [field, key[n] ?? null]));
  }

  #row(record: T): Bindings {
    const { columns, hasDoc, outsideDoc } = this.#declared;
    const row: Record<string, SqlValue> = {};
    for (const [field, value] of Object.entries(columnValues(this.#declared, record)))
      row[field] = encode(columns[field], value);
    if (hasDoc) row.doc = JSON.stringify(outsideDoc.length === 0 ? record : without(record, outsideDoc));
    return row;
  }

  #read(row: SqlRow): T {
    const { hasDoc, columns, derived, outsideDoc, revive } = this.#declared;
    if (hasDoc) {
      const record = revive(JSON.parse(String(row.doc)));
      return outsideDoc.length === 0 ? record : { ...record, ...this.#decoded(row, outsideDoc) };
    }
    return this.#decoded(
      row,
      Object.keys(columns).filter(
        (field) => !(field in derived) && !(columns[field]?.isOptional && row[field] === null),
      ),
    ) as T;
  }

  #decoded(row: SqlRow, fields: readonly string[]): Record<string, unknown> {
    const { columns } = this.#declared;
    const values: Record<string, unknown> = {};
    for (const field of fields) {
      const column = columns[field];
      const value = row[field] ?? null;
      values[field] = column === undefined ? value : decode(column, value);
    }
    return values;
  }

  #conditions(where: Where<Fields>): { readonly sql: string[]; readonly bindings: Bindings } {
    const bindings: Record<string, SqlValue> = {};
    const { columns } = this.#declared;
    const sql = formsOf(where as Where<never>).flatMap(([field, form]) => {
      const column = columns[field] ?? noColumn(field);
      const bind = (value: unknown): string => {
        if (column.kind === 'code' && !Array.isArray(value)) return sqlLiteral(encode(column, value));
        if (this.#isConstant(field, value)) return sqlLiteral(value);
        const name = `where_${Object.keys(bindings).length}`;
        bindings[name] = Array.isArray(value)
          ? JSON.stringify(value.map((one) => encode(column.isList ? undefined : column, one)))
          : encode(column.isList ? undefined : column, value);
        return `:${name}`;
      };
      if (column.isList && 'is' in form) return [inListSql(this.#declared, field, bind(form.is))];
      return conditionSql(sqlName(field), form, bind);
    });
    return { sql, bindings };
  }

  /** Whether an index has only the records with this value: SQLite uses it where the statement has the value, not a parameter. */
  #isConstant(field: string, value: unknown): boolean {
    if (typeof value === 'boolean') return true;
    return this.#declared.indexes.some(({ where }) => value !== null && where?.[field as keyof Fields] === value);
  }

  /** SQL: what comes after a record in an order. The first bound finds the place in the index. */
  #place(
    order: readonly string[],
    after: RecordQuery<Fields>['after'],
  ): { readonly sql: string[]; readonly bindings: Bindings } {
    if (after === undefined) return { sql: [], bindings: {} };
    const values = after as Readonly<Record<string, unknown>>;
    const bindings = Object.fromEntries(
      orderOf(order).map(({ field }) => [`after_${field}`, encode(this.#declared.columns[field], values[field])]),
    );
    return { sql: [afterSql(orderOf(order))], bindings };
  }
}

const tables = new WeakMap<Database, Map<unknown, SqliteTable<never, never>>>();

/** The table of a collection in this database. */
export function tableIn<T extends object, Fields extends object, Key extends readonly string[]>(
  db: Database,
  declared: Collection<T, Fields, Key>,
): SqliteTable<T, Fields> {
  const known = tables.get(db) ?? new Map<unknown, SqliteTable<never, never>>();
  tables.set(db, known);
  const table = known.get(declared) ?? (new SqliteTable(db, declared) as unknown as SqliteTable<never, never>);
  known.set(declared, table);
  return table as unknown as SqliteTable<T, Fields>;
}
