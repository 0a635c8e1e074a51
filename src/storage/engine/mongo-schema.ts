import type { Document, IndexDescription } from 'mongodb';
import type { Collection, KeyValue } from '../collection.ts';
import { orderOf } from './records.ts';

/** The documents of a collection: its records, with the key as `_id` where it is one field, and derived fields. */
export type DocumentOf<C> =
  C extends Collection<infer T, infer Fields, infer Key>
    ? (Key extends readonly [infer One extends keyof T]
        ? Omit<T, One> & { readonly _id: T[One] }
        : T & { readonly _id: string }) &
        Omit<Fields, keyof T>
    : never;

/** `_id` of a record: the value of its key, or several in a line each. None of them has line breaks, but for the last. */
export const documentId = (key: readonly KeyValue[]): KeyValue => (key.length === 1 ? (key[0] ?? '') : key.join('\n'));

/**
 * Indexes of a collection. Times ascend, and newest first reads backwards: SecantusDB 0.7 (tests) loses the equal end of a `$gte` range in a descending
 * compound index; to MongoDB both are the same.
 */
export const indexesOf = <T, F>({ key, indexes }: Collection<T, F>): IndexDescription[] =>
  indexes
    .filter(({ only }) => only !== 'sqlite')
    .map(({ by, where = {}, isUnique }) => {
      const fields = orderOf(by);
      const first = fields.findIndex(({ isDescending }) => isDescending);
      const sign = ({ isDescending }: (typeof fields)[number], at: number) =>
        first >= 0 && at >= first && !isDescending ? -1 : 1;
      const only = Object.entries(where).filter(([, value]) => value !== 'notNull');
      return {
        key: Object.fromEntries(fields.map((field, at) => [documentPath(key, field.field), sign(field, at)])),
        ...(only.length > 0 && { partialFilterExpression: Object.fromEntries(only) }),
        ...(isUnique && { unique: true }),
      };
    });

/** The name of a field in documents. */
export const documentPath = (key: readonly string[], field: string): string =>
  key.length === 1 && key[0] === field ? '_id' : field;

const bsonTypes = {
  text: ['string'],
  integer: ['number'],
  real: ['number'],
  date: ['date'],
  boolean: ['bool'],
  json: ['object', 'array'],
  code: ['string'],
} as const;

/** A rule that the server checks: a document without one of these fields can't be read or found. */
export function validatorOf<T, F>({ key, columns, isText }: Collection<T, F>): Document {
  const fields = Object.entries(columns).filter(
    ([field, { isNullable, isOptional }]) => documentPath(key, field) !== '_id' && !isNullable && !isOptional,
  );
  const properties = Object.fromEntries([
    ...fields.map(([field, { kind, values }]) => [
      field,
      values === null ? { bsonType: [...bsonTypes[kind]] } : { enum: [...values] },
    ]),
    ...(isText ? [['doc', { bsonType: ['string'] }]] : []),
  ]);
  return { $jsonSchema: { required: Object.keys(properties), properties } };
}
