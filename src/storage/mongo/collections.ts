import type { Binary, Collection, Db } from 'mongodb';
import type { PageLink } from '../../model/web/link.ts';
import type { Collection as DeclaredCollection } from '../collection.ts';
import { declared } from '../collections/all.ts';
import { MongoRecords } from '../engine/mongo.ts';
import type { DocumentOf } from '../engine/mongo-schema.ts';

import type {
  AddressDocument,
  ArticleDocument,
  BlobDocument,
  RemovalDocument,
  TallyDocument,
  TaskDocument,
} from './documents.ts';

/** Of the declared collections. */
type Declared = {
  readonly [Name in keyof typeof declared]: Collection<DocumentOf<(typeof declared)[Name]>>;
};

export interface Collections extends Declared {
  /** The records of a declared collection. */
  open<T extends object, Fields extends object, Key extends readonly string[]>(
    declared: DeclaredCollection<T, Fields, Key>,
  ): MongoRecords<T, Fields>;
  readonly frontier: Collection<TaskDocument>;
  readonly articles: Collection<ArticleDocument>;
  readonly blobs: Collection<BlobDocument>;
  readonly blobChunks: Collection<{ readonly _id: string; readonly data: Binary; readonly putAt?: Date }>;
  /** `_id` is page and address. */
  readonly links: Collection<Omit<PageLink, 'relevance'> & { readonly _id: string }>;
  readonly addresses: Collection<AddressDocument>;
  /** `_id` is `copy`. A text: names of kinds are keys. */
  readonly copyProgress: Collection<{ readonly _id: string; readonly doc: string }>;
  /** Removals that are under way. `_id` counts up. */
  readonly removals: Collection<RemovalDocument>;
  readonly tallies: Collection<TallyDocument>;
}

export const collectionsOf = (db: Db): Collections => ({
  open: (one) => new MongoRecords(db, one),
  ...(Object.fromEntries(Object.keys(declared).map((name) => [name, db.collection(name)])) as unknown as Declared),
  frontier: db.collection('frontier'),
  articles: db.collection('articles'),
  blobs: db.collection('blobs'),
  blobChunks: db.collection('blobChunks'),
  links: db.collection('links'),
  addresses: db.collection('addresses'),
  copyProgress: db.collection('copyProgress'),
  removals: db.collection('removals'),
  tallies: db.collection('tallies'),
});
