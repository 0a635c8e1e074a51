import type { StoredArticle } from '../../model/article/article.ts';
import type { TaskRecord } from '../collections/crawl/tasks.ts';
import type { VisitResult } from '../port.ts';
import type { TallyRow } from './tallies/tally-rows.ts';

/** A record as a document: its key is `_id`. */
export type Keyed<T, Key extends keyof T> = Omit<T, Key> & { readonly _id: T[Key] };

/** The record of a document, with its key under the model's name. */
export function withKey<Document extends { readonly _id: unknown }, Key extends string>(key: Key, document: Document) {
  const { _id, ...fields } = document;
  return { [key]: _id, ...fields } as Omit<Document, '_id'> & { readonly [Name in Key]: Document['_id'] };
}

export type TaskState = TaskRecord['state'];

export interface TaskDocument extends Keyed<TaskRecord, 'url'> {
  /** The journal, in the state `ending`: what is still to be written. */
  readonly ending?: VisitResult;
}

export interface ArticleDocument extends Keyed<StoredArticle, 'id'> {
  /** Counts the writes of the text: a writer that read an older version reads again. */
  readonly version: number;
  readonly bodyLength: number;
  readonly bands: readonly string[];
  /** Keywords of title and body with their places. */
  readonly rankKeys: readonly string[];
  readonly keptTopics: readonly string[];
  /** `keptTopics` as one text: an index of several values would not answer for one document. */
  readonly topicsKey: string;
  readonly relevance: number;
  /** The searched words in order (articles/search-index.ts). */
  readonly folded: string;
  /** The searched words, each once. Absent while `repair` makes them anew. */
  readonly terms?: readonly string[];
}

/** An address of the link graph. */
export interface AddressDocument {
  readonly _id: string;
  readonly inLinks: number;
  readonly relevance: number | null;
  /** The article that was read there. */
  readonly article: string | null;
}

/** Counts of a leaf or of a bucket of leaves (tallies/tally-tree.ts). */
export interface TallyDocument {
  readonly _id: string;
  readonly kind: string;
  readonly level: number;
  /** Number of the bucket in its level. */
  readonly n: number;
  /** Rises with each change of a record. */
  readonly version: number;
  /** The version that `rows` belong to. */
  readonly counted?: number;
  readonly rows?: readonly TallyRow[];
  /** A process adds records without touching it. */
  readonly isOpen?: boolean;
}

/** The journal of a removal: after a kill -9 the next one finishes it. */
export interface RemovalDocument {
  readonly _id: number;
  readonly kind: 'articles' | 'visits';
  readonly ids: readonly string[];
  /** Newer records with these ids were written since, and stay. */
  readonly until: Date;
  /** Leaves of the tallies, hours since 1970. */
  readonly hours: readonly number[];
  /** Of each cluster that loses a member: the smallest id of those that stay. */
  readonly survivors: readonly string[];
  /** Their clusters before the removal. */
  readonly clusters: readonly string[];
}

export interface BlobDocument {
  readonly _id: string;
  /** Its leaf in the tallies. */
  readonly batch: number;
  readonly bytes: number;
  readonly chunks: number;
  /** Time of its last `put`, by the server's clock. */
  readonly putAt: Date;
  /** True: it is being removed, and counts as missing. */
  readonly isGoing?: boolean;
}
