import type { z } from 'zod';
import type { BlobReference } from './maintenance-port.ts';
import { datesIn, storedKindOf, type ValueKind } from './schema-walk.ts';

/** How a field is stored. */
export interface StoredColumn {
  readonly kind: ValueKind;
  readonly isNullable: boolean;
  /** Absent where the store has null. */
  readonly isOptional: boolean;
  /** The only values that it may have; null: any of its kind. */
  readonly values: readonly string[] | null;
  /** Several values: records are looked up by each of them. */
  readonly isList: boolean;
}

type Plain = string | number | boolean | null;

/** `field`, or `-field`: descending. */
export type Order<Fields> = (keyof Fields & string) | `-${keyof Fields & string}`;

export interface Index<Fields> {
  /** Of the table's index in SQLite. Default: of its fields. */
  readonly name?: string;
  readonly by: readonly Order<Fields>[];
  /** Only records with these values are in it; `notNull`: with any. */
  readonly where?: { readonly [Field in keyof Fields]?: Plain | 'notNull' };
  readonly isUnique?: boolean;
  /** Only this engine has it: the other one answers the queries by another index, at less cost for each write. */
  readonly only?: 'sqlite' | 'mongo';
}

/** A value that follows from a record, by which it is looked up: its schema, and what makes it. */
type DerivedFields<T> = Readonly<Record<string, readonly [z.ZodType, (record: T) => unknown]>>;
type DerivedValues<D> = {
  readonly [Name in keyof D]: D[Name] extends readonly [infer S, unknown] ? z.infer<S> : never;
};

export type KeyValue = string | number;

interface BlobNames<T> {
  /** What the record is called. */
  readonly by: BlobReference['by'];
  /** Where these fields tell: other fields are not read. */
  readonly from?: readonly string[];
  of(record: T): readonly (string | null | undefined)[];
}

/**
 * A collection of records, declared once: tables, indexes and validators of both engines, copies and the check follow from it.
 * @typeParam T the record @typeParam Fields what records are looked up, ordered and counted by @typeParam Key the fields of the key, in their order
 */
export interface Collection<T, Fields, Key extends readonly string[] = readonly string[]> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
  readonly key: Key;
  /** The fields that have columns, those of the key first. */
  readonly columns: Readonly<Record<string, StoredColumn>>;
  readonly derived: DerivedFields<T>;
  /** Fields that change without the others: SQLite has them in their columns only, so that a change writes no document. */
  readonly outsideDoc: readonly string[];
  /** SQLite's table has more columns: a write of a record leaves them as they are. */
  readonly isShared: boolean;
  readonly indexes: readonly Index<Fields>[];
  /** False: each field has a column, so a row has no text of the whole record. */
  readonly hasDoc: boolean;
  /** MongoDB keeps the record as one text: it has keys that hold dots and dollars, which are no field names everywhere. */
  readonly isText: boolean;
  /** Records of many KB: SQLite keeps them apart from the index of the key. */
  readonly isLarge: boolean;
  /** The blobs that a record names; null: none. */
  readonly blobs: BlobNames<T> | null;
  /** Counting all of them reads none. */
  readonly isCounted: boolean;
  /** Made anew by each process or by maintenance: not copied into another store. */
  readonly isLocal: boolean;
  /** A record as JSON has it, with its dates. */
  readonly revive: (stored: unknown) => T;
  /** The same of a derived field. */
  readonly reviveField: (field: string, stored: unknown) => unknown;
}

/** What a collection is declared with; see `Collection`. */
interface Declaration<S extends z.ZodType, Key extends readonly string[], Field extends string, D> {
  readonly name: string;
  readonly schema: S;
  readonly key: Key;
  readonly columns?: readonly Field[];
  readonly derived?: D;
  readonly outsideDoc?: readonly Field[];
  /** Fields of a few values: SQLite keeps the position of the value. */
  readonly codes?: readonly Field[];
  readonly isShared?: boolean;
  readonly indexes?: readonly Index<FieldsOf<z.infer<S>, Key[number] | Field, D>>[];
  readonly isText?: boolean;
  readonly blobs?: BlobNames<z.infer<S>>;
  readonly isLarge?: boolean;
  readonly isCounted?: boolean;
  readonly isLocal?: boolean;
}

type FieldsOf<T, Name, D> = Pick<T, Name & keyof T> & DerivedValues<D>;

export type RecordOf<C> = C extends Collection<infer T, infer _F, infer _K> ? T : never;
// biome-ignore lint/suspicious/noExplicitAny: of whatever records
export type AnyCollection = Collection<any, any, any>;

/** Declares a collection. Its name is that of the collection in MongoDB; SQLite's table has the same one in snake case. */
export function collection<
  S extends z.ZodType,
  const Key extends readonly (keyof z.infer<S> & string)[],
  Field extends keyof z.infer<S> & string = never,
  // biome-ignore lint/complexity/noBannedTypes: no derived fields
  D extends DerivedFields<z.infer<S>> = {},
>(
  declaration: Declaration<S, Key, Field, D>,
): Collection<z.infer<S>, FieldsOf<z.infer<S>, Key[number] | Field, D>, Key> {
  const {
    name,
    schema,
    key,
    columns = [],
    indexes = [],
    outsideDoc = [],
    codes = [],
    isShared = false,
    isText = false,
    blobs = null,
    isLarge = false,
    isCounted = false,
    isLocal = false,
  } = declaration;
  const derived: DerivedFields<z.infer<S>> = declaration.derived ?? {};
  const { fields, isOpen } = storedKindOf(schema);
  const named = [...key, ...columns].map((field): [string, StoredColumn] => {
    const column = fields[field];
    if (column === undefined) throw new Error(`${name} has no field ${field}`);
    return [field, codes.some((code) => code === field) ? { ...column, kind: 'code' } : column];
  });
  const made = Object.entries(derived).map(([field, [of]]): [string, StoredColumn] => [field, storedKindOf(of)]);
  const revive = datesIn(schema);
  return {
    name,
    schema: schema as z.ZodType<z.infer<S>>,
    key,
    columns: Object.fromEntries([...named, ...made]),
    derived,
    outsideDoc,
    isShared,
    indexes,
    hasDoc: isOpen || Object.keys(fields).some((field) => !named.some(([column]) => column === field)),
    isText,
    blobs,
    isLarge,
    isCounted,
    isLocal,
    revive: (stored) => (revive === null ? stored : revive(stored)) as z.infer<S>,
    reviveField: (field, stored) => {
      const of = derived[field]?.[0];
      return of === undefined ? stored : (datesIn(of)?.(stored) ?? stored);
    },
  };
}

/** The values of a record's columns, derived ones too. */
export function columnValues<T, F>({ columns, derived }: Collection<T, F>, record: T): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of Object.keys(columns))
    values[field] = field in derived ? derived[field]?.[1](record) : record[field as keyof T];
  return values;
}

export const keyOf = <T, F>({ key }: Collection<T, F>, record: T): KeyValue[] =>
  key.map((field) => record[field as keyof T] as KeyValue);
