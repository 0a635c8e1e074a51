import type { StoredArticle } from '../model/article/article.ts';
import type { PageLink } from '../model/web/link.ts';
import type { AnyCollection, RecordOf } from './collection.ts';
import { declared } from './collections/all.ts';
import type { TaskRecord } from './collections/crawl/tasks.ts';

/** The records of the declared collections that are copied. */
type DeclaredRecords = {
  readonly [Name in Exclude<keyof typeof declared, LocalName>]: RecordOf<(typeof declared)[Name]>;
};
/** Those that say what the processes of one store do now (`isLocal`). */
type LocalName = 'leases' | 'workers';
export type DeclaredKind = keyof DeclaredRecords;

export const isDeclared = (kind: string): kind is DeclaredKind => kind in declaredKeys;

const declaredKeys = Object.fromEntries(
  Object.entries<AnyCollection>(declared).flatMap(([name, { key, isLocal }]) => (isLocal ? [] : [[name, key]])),
) as unknown as { readonly [Kind in DeclaredKind]: readonly (keyof DeclaredRecords[Kind] & string)[] };

/**
 * The records of a store, kind by kind, in a form that no adapter owns. What follows from them is not here: tallies, indexes, look-up keys, news terms.
 * Blobs are copied through `Store.blobs`. Heartbeats of workers belong to the store that they write to.
 */
export interface TransferKinds extends DeclaredRecords {
  readonly addresses: {
    readonly url: string;
    readonly inLinks: number;
    readonly relevance: number | null;
    readonly article: string | null;
  };
  readonly articles: StoredArticle;
  readonly links: Omit<PageLink, 'relevance'>;
  /** A journaled ending that was not written counts as a lease. */
  readonly tasks: TaskRecord;
}

export type TransferKind = keyof TransferKinds;

const { sources: _sources, ...early } = declaredKeys;

/** The fields that name a record of each kind, in the order of reading. Copied in this order: what others refer to comes late. */
export const transferKeys: { readonly [Kind in TransferKind]: readonly (keyof TransferKinds[Kind] & string)[] } = {
  ...early,
  articles: ['id'],
  links: ['from', 'to'],
  addresses: ['url'],
  sources: declaredKeys.sources,
  tasks: ['url'],
};

export const transferKinds = Object.keys(transferKeys) as readonly TransferKind[];

/** The key of a record: the values of its key fields. */
export type TransferKey = readonly (string | number)[];

/** How far a copy into this store came. */
export interface TransferProgress {
  /** Location of the store that is copied. */
  readonly source: string;
  /** True: all of it is here, and was verified. False: only the copy that goes on opens this store. */
  readonly isDone: boolean;
  /** The last key that was written, by kind; absent: nothing of it was. */
  readonly last: { readonly [Kind in TransferKind]?: TransferKey };
}

/** Reads and writes all records of a store, for copies. */
export interface Transfer {
  /**
   * Copies the store, with its blobs, as it is at one moment into an empty folder, while others write to it: a SQLite store.
   * @returns the number of blobs that went away meanwhile and are left out; null: this adapter can't, nothing was written
   */
  snapshot(folder: string): Promise<number | null>;
  /** Writes the endings that killed processes left decided and unwritten. Only where nobody else uses the store. */
  settle(): Promise<void>;
  /** At most `limit` records after a key, in an order of the adapter's own; null: from the first one. Fewer: these were the last. */
  read<Kind extends TransferKind>(
    kind: Kind,
    after: TransferKey | null,
    limit: number,
  ): Promise<readonly TransferKinds[Kind][]>;
  /** The records with these keys, in any order; those that are missing are left out. */
  get<Kind extends TransferKind>(kind: Kind, keys: readonly TransferKey[]): Promise<readonly TransferKinds[Kind][]>;
  /** Writes records as they are; a record with the same key is replaced. */
  write<Kind extends TransferKind>(kind: Kind, records: readonly TransferKinds[Kind][]): Promise<void>;
  /** Null: nothing was ever copied into this store. */
  progress(): Promise<TransferProgress | null>;
  saveProgress(progress: TransferProgress): Promise<void>;
}
