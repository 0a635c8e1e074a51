import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Collection, KeyValue, Order } from '../collection.ts';

/** What a field has to be; absent or undefined: anything. */
type Condition<Value> =
  | Value
  | { readonly in: readonly Value[] }
  | { readonly not: Value }
  | { readonly lt?: Value; readonly lte?: Value; readonly gt?: Value; readonly gte?: Value };

/** A field of several values is looked up by one of them. */
export type Where<Fields> = {
  readonly [Field in keyof Fields]?: Condition<OneOf<NonNullable<Fields[Field]>> | null> | undefined;
};
type OneOf<Value> = Value extends readonly (infer Item)[] ? Item : Value;

export interface RecordQuery<Fields> {
  readonly where?: Where<Fields>;
  readonly order?: readonly Order<Fields>[];
  /** Default: all. */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** The values of `order` of a record: only those that come after it. */
  readonly after?: Readonly<Partial<Record<keyof Fields, unknown>>> | undefined;
}

export interface GroupRequest<Fields, By, Sum> {
  readonly by: readonly By[];
  readonly where?: Where<Fields>;
  readonly sum?: readonly Sum[];
}

/** Records counted by the values of some fields, in their order, with the sums of others. */
export type Groups<Fields, By extends keyof Fields, Sum extends keyof Fields> = (Pick<Fields, By> &
  Readonly<Record<Sum | 'count', number>>)[];

/** The records of a declared collection in one engine. Every single call is atomic. */
export interface Records<T, Fields> {
  /** @param key the values of the key's fields */
  get(...key: readonly KeyValue[]): Promise<T | null>;
  find(query?: RecordQuery<Fields>): Promise<T[]>;
  /** At most `limit` records after a key, in the engine's own order of keys; null: from the first one. */
  page(after: readonly KeyValue[] | null, limit: number): Promise<T[]>;
  /** Some fields of the records that the query finds, without the rest of them. */
  pick<const Field extends keyof Fields & string>(
    fields: readonly Field[],
    query?: RecordQuery<Fields>,
  ): Promise<Pick<Fields, Field>[]>;
  /** As `pick`, with the bytes that each whole record takes in the store. */
  sizes<const Field extends keyof Fields & string>(
    fields: readonly Field[],
    query?: RecordQuery<Fields>,
  ): Promise<(Pick<Fields, Field> & { readonly bytes: number })[]>;
  count(where?: Where<Fields>): Promise<number>;
  /** Number of different values of a field. */
  distinct(field: keyof Fields & string, where?: Where<Fields>): Promise<number>;
  groups<const By extends keyof Fields & string, const Sum extends keyof Fields & string = never>(
    request: GroupRequest<Fields, By, Sum>,
  ): Promise<Groups<Fields, By, Sum>>;
  /** Adds records, or replaces those with the same key. */
  put(...records: readonly T[]): Promise<void>;
  /** @returns false, with nothing written: there is one with this key */
  add(record: T): Promise<boolean>;
  /** Replaces the record with this key where it fulfils the condition. @returns whether it did */
  replace(record: T, where: Where<Fields>): Promise<boolean>;
  /**
   * Writes what `make` makes of the stored record. May call it again where another process has written the record in between.
   * @param make its result null: nothing is written @returns what was written
   */
  change(key: readonly KeyValue[], make: (stored: T | null) => T | null): Promise<T | null>;
  /** Sets fields of all records that fulfil the condition. @returns how many */
  update(where: Where<Fields>, set: Partial<T & Fields>): Promise<number>;
  /** Sets fields of the records that the query finds: of several processes one gets each. @returns those that it got, as they are now */
  take(query: RecordQuery<Fields>, set: Partial<T & Fields>): Promise<T[]>;
  /** Removes the records with these keys. */
  removeKeys(keys: readonly (readonly KeyValue[])[]): Promise<void>;
  /** @returns how many */
  remove(where: Where<Fields>): Promise<number>;
}

/** Opens the records of collections in a store. */
export type OpenRecords = <T extends object, Fields extends object, Key extends readonly string[]>(
  declared: Collection<T, Fields, Key>,
) => Records<T, Fields>;

export type RecordsOf<C> = C extends Collection<infer T, infer Fields, infer _K> ? Records<T, Fields> : never;

/** Records per read of `inBatches`. */
const batchSize = 200;

/** All records with these fields, by their key, read in batches: what is written meanwhile may be missing. */
export async function* inBatches<T extends object, Fields>(
  records: Records<T, Fields>,
  { key }: Collection<T, Fields>,
  where: Where<Fields> = {},
): AsyncIterable<T> {
  let after: T | undefined;
  for (;;) {
    const order = key as unknown as readonly Order<Fields>[];
    const batch = await records.find({ where, order, limit: batchSize, after: after as RecordQuery<Fields>['after'] });
    yield* batch;
    await nextTurn();
    after = batch.at(-1);
    if (batch.length < batchSize) return;
  }
}

/** A condition with one of its forms. */
export type Form =
  | { readonly is: unknown }
  | { readonly in: readonly unknown[] }
  | { readonly not: unknown }
  | Readonly<Record<'lt' | 'lte' | 'gt' | 'gte', unknown>>;

/** The conditions that are set, by field. */
export const formsOf = (where: Where<never>): [field: string, form: Form][] =>
  Object.entries(where as Readonly<Record<string, unknown>>).flatMap(([field, condition]) => {
    if (condition === undefined) return [];
    const isForm = typeof condition === 'object' && condition !== null && !(condition instanceof Date);
    return [[field, (isForm ? condition : { is: condition }) as Form]];
  });

/** The fields of an order, with their directions. */
export const orderOf = (order: readonly string[]): { readonly field: string; readonly isDescending: boolean }[] =>
  order.map((text) => ({ field: text.replace(/^-/, ''), isDescending: text.startsWith('-') }));
