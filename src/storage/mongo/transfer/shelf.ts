import type { TransferKey, TransferKind, TransferKinds } from '../../transfer-port.ts';
import type { Collections } from '../collections.ts';
import { withKey } from '../documents.ts';

/** A document of any collection, written by this or an older version. */
// biome-ignore lint/suspicious/noExplicitAny: each shelf knows the documents of its collection
export type AnyDocument = any;

/** How the records of a kind stand in a collection. */
export interface Shelf<Kind extends TransferKind> {
  readonly collection: keyof Collections;
  /** `_id` by the values of `transferKeys`. */
  id(key: TransferKey): string | number;
  readonly where?: Readonly<Record<string, unknown>>;
  read(document: AnyDocument): TransferKinds[Kind];
  /** Without `_id`. */
  write(record: TransferKinds[Kind]): Readonly<Record<string, unknown>>;
}

const onlyValue = ([value]: TransferKey): string | number => value ?? '';

/** Documents that hold the record as it is, its key as `_id`. */
export const keyedShelf = <Kind extends TransferKind>(
  collection: keyof Collections,
  key: keyof TransferKinds[Kind] & string,
  revive: (record: AnyDocument) => TransferKinds[Kind],
): Shelf<Kind> => ({
  collection,
  id: onlyValue,
  read: (document) => revive(withKey(key, document)),
  write: (record) => {
    const { [key]: _, ...fields } = record;
    return fields;
  },
});

/** Documents that hold the whole record, under an `_id` made of several values. */
export const joinedShelf = <Kind extends TransferKind>(
  collection: keyof Collections,
  id: (key: TransferKey) => string,
  revive: (record: AnyDocument) => TransferKinds[Kind],
): Shelf<Kind> => ({
  collection,
  id,
  read: ({ _id, ...record }) => revive(record),
  write: (record) => ({ ...record }),
});

export const byLines = (key: TransferKey): string => key.join('\n');
export const bySpaces = (key: TransferKey): string => key.join(' ');
export const sameRecord = <T>(record: T): T => record;
