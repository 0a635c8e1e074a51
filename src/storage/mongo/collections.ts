import type { Binary, Collection, Db } from 'mongodb';
import type { ArticleRevision } from '../../model/article/article-version.ts';
import type { Visit } from '../../model/crawl/visit.ts';
import type { StoredMedia } from '../../model/media/stored-media.ts';
import type { RateTally } from '../../model/page/page-state.ts';
import type { PageLink } from '../../model/web/page-link.ts';
import type { Collection as DeclaredCollection } from '../collection.ts';
import { declared } from '../collections/all.ts';
import { type DocumentOf, MongoRecords } from '../engine/mongo.ts';

import type {
  AddressDocument,
  ArticleDocument,
  BlobDocument,
  DataRecordDocument,
  FailureDocument,
  Keyed,
  PageStateDocument,
  RemovalDocument,
  SourceDocument,
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
  readonly sources: Collection<SourceDocument>;
  readonly visits: Collection<Keyed<Visit, 'id'>>;
  readonly pages: Collection<PageStateDocument>;
  readonly rateTallies: Collection<RateTally & { readonly _id: string }>;
  readonly articles: Collection<ArticleDocument>;
  /** `_id` is the article. */
  readonly rechecks: Collection<{ readonly _id: string; readonly upTo: number }>;
  readonly revisions: Collection<ArticleRevision & { readonly _id: string }>;
  readonly failures: Collection<FailureDocument>;
  /** `_id` is page and address. Older documents lack `id`, `host` and `fingerprint`. */
  readonly media: Collection<StoredMedia & { readonly _id: string }>;
  readonly blobs: Collection<BlobDocument>;
  readonly blobChunks: Collection<{ readonly _id: string; readonly data: Binary; readonly putAt?: Date }>;
  /** `_id` is page and address. */
  readonly links: Collection<Omit<PageLink, 'relevance'> & { readonly _id: string }>;
  readonly addresses: Collection<AddressDocument>;
  readonly records: Collection<DataRecordDocument>;
  /** `_id` is `copy`. A text: names of kinds are keys. */
  readonly copyProgress: Collection<{ readonly _id: string; readonly doc: string }>;
  /** Removals that are under way. `_id` counts up. */
  readonly removals: Collection<RemovalDocument>;
  readonly tallies: Collection<TallyDocument>;
  readonly counters: Collection<{ readonly _id: string; readonly value: number }>;
}

export const collectionsOf = (db: Db): Collections => ({
  open: (one) => new MongoRecords(db, one),
  ...(Object.fromEntries(Object.keys(declared).map((name) => [name, db.collection(name)])) as unknown as Declared),
  frontier: db.collection('frontier'),
  sources: db.collection('sources'),
  visits: db.collection('visits'),
  pages: db.collection('pages'),
  rateTallies: db.collection('rateTallies'),
  articles: db.collection('articles'),
  rechecks: db.collection('rechecks'),
  revisions: db.collection('revisions'),
  failures: db.collection('failures'),
  media: db.collection('media'),
  blobs: db.collection('blobs'),
  blobChunks: db.collection('blobChunks'),
  links: db.collection('links'),
  addresses: db.collection('addresses'),
  records: db.collection('records'),
  copyProgress: db.collection('copyProgress'),
  removals: db.collection('removals'),
  tallies: db.collection('tallies'),
  counters: db.collection('counters'),
});
