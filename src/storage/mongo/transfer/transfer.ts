import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import type { AnyCollection } from '../../collection.ts';
import { declared } from '../../collections/all.ts';
import { allCounters, copiedCounters } from '../../collections/counters.ts';
import { MongoRecords } from '../../engine/mongo.ts';
import { documentId } from '../../engine/mongo-schema.ts';
import {
  type DeclaredKind,
  isDeclared,
  type Transfer,
  type TransferKey,
  type TransferKind,
  type TransferKinds,
  type TransferProgress,
  transferKeys,
} from '../../transfer-port.ts';
import type { Collections } from '../collections.ts';
import { articleCounters } from '../tallies/article-tallies.ts';
import { hourOf } from '../tallies/hours.ts';
import { visitCounters } from '../tallies/visit-tallies.ts';
import { type AnyDocument, type SpecialKind, specialKinds } from './special-kinds.ts';

/** What no kind covers: blobs, heartbeats, leases, tallies, and the progress itself. A test compares this with the collections. */
export const otherCollections: ReadonlySet<keyof Collections> = new Set([
  'blobs',
  'blobChunks',
  'tallies',
  'removals',
  'copyProgress',
]);

/** The collections of the kinds. */
export const transferredCollections: readonly string[] = [
  ...Object.values(specialKinds).map(({ collection }) => collection),
  ...Object.keys(declared),
];

const progressId = 'copy';

export class MongoTransfer implements Transfer {
  readonly #db: Db;
  readonly #collections: Collections;
  readonly #finishEndings: () => Promise<void>;

  constructor(db: Db, collections: Collections, finishEndings: () => Promise<void>) {
    this.#db = db;
    this.#collections = collections;
    this.#finishEndings = finishEndings;
  }

  async snapshot(): Promise<null> {
    return null;
  }

  async settle(): Promise<void> {
    await this.#finishEndings();
  }

  async read<Kind extends TransferKind>(
    kind: Kind,
    after: TransferKey | null,
    limit: number,
  ): Promise<TransferKinds[Kind][]> {
    if (kind === 'counters') {
      const counters = await this.#collections.open(declared.counters).page(after, allCounters);
      return copiedCounters(counters, limit) as TransferKinds[Kind][];
    }
    if (isDeclared(kind)) return (await this.#declared(kind).page(after, limit)) as TransferKinds[Kind][];
    return await this.#find(kind, after === null ? {} : { _id: { $gt: documentId(after) } }, limit);
  }

  async get<Kind extends TransferKind>(kind: Kind, keys: readonly TransferKey[]): Promise<TransferKinds[Kind][]> {
    if (isDeclared(kind)) {
      const found = await Promise.all(keys.map((key) => this.#declared(kind).get(...key)));
      return found.filter((record) => record !== null) as TransferKinds[Kind][];
    }
    return keys.length === 0 ? [] : await this.#find(kind, { _id: { $in: keys.map(documentId) } }, keys.length);
  }

  async write<Kind extends TransferKind>(kind: Kind, records: readonly TransferKinds[Kind][]): Promise<void> {
    if (records.length === 0) return; // the driver refuses an empty batch
    if (isDeclared(kind)) {
      await this.#declared(kind).put(...records);
      await this.#tally(kind, records);
      return;
    }
    const special = specialOf(kind);
    const operations = records.map((record): AnyBulkWriteOperation<AnyDocument> => {
      const written = special.write(record);
      return {
        replaceOne: {
          filter: { _id: documentId(this.#keyOf(kind, record)) },
          replacement: written,
          upsert: true,
        },
      };
    });
    await this.#collectionOf(kind).bulkWrite(operations, { ordered: false });
    await this.#tally(kind, records);
  }

  async progress(): Promise<TransferProgress | null> {
    const document = await this.#collections.copyProgress.findOne({ _id: progressId });
    return document === null ? null : (JSON.parse(document.doc) as TransferProgress);
  }

  async saveProgress(progress: TransferProgress): Promise<void> {
    const { copyProgress } = this.#collections;
    await copyProgress.replaceOne({ _id: progressId }, { doc: JSON.stringify(progress) }, { upsert: true });
  }

  async #find<Kind extends TransferKind>(
    kind: Kind,
    query: Readonly<Record<string, unknown>>,
    limit: number,
  ): Promise<TransferKinds[Kind][]> {
    const special = specialOf(kind);
    const documents = await this.#collectionOf(kind).find(query).sort({ _id: 1 }).limit(limit).toArray();
    return documents.map((document) => special.read(document));
  }

  #declared(kind: DeclaredKind): MongoRecords<object, object> {
    return new MongoRecords<object, object>(this.#db, declared[kind] as AnyCollection);
  }

  #keyOf<Kind extends TransferKind>(kind: Kind, record: TransferKinds[Kind]): TransferKey {
    return transferKeys[kind].map((field) => record[field] as string | number);
  }

  async #tally(kind: TransferKind, records: readonly object[]): Promise<void> {
    if (kind === 'articles') {
      const articles = records as readonly TransferKinds['articles'][];
      await articleCounters(this.#collections).touch(articles.map(({ firstSeenAt }) => hourOf(firstSeenAt)));
    }
    if (kind === 'visits') {
      const visits = records as readonly TransferKinds['visits'][];
      await visitCounters(this.#collections).touch(visits.map(({ startedAt }) => hourOf(startedAt)));
    }
  }

  #collectionOf(kind: TransferKind): Collection<AnyDocument> {
    return this.#collections[specialOf(kind).collection] as unknown as Collection<AnyDocument>;
  }
}

const specialOf = <Kind extends TransferKind>(kind: Kind): SpecialKind<Kind> =>
  specialKinds[kind as keyof typeof specialKinds] as unknown as SpecialKind<Kind>;
