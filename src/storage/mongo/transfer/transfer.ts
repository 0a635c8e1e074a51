import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import {
  type Transfer,
  type TransferKey,
  type TransferKind,
  type TransferKinds,
  type TransferProgress,
  transferKeys,
} from '../../transfer-port.ts';
import type { Collections } from '../collections.ts';
import { articleTallies } from '../tallies/article-tallies.ts';
import { hourOf } from '../tallies/hours.ts';
import { visitTallies } from '../tallies/visit-tallies.ts';
import type { AnyDocument, Shelf } from './shelf.ts';
import { anyClaim, shelves } from './shelves.ts';

/** What no kind covers: blobs, heartbeats, leases, tallies, and the progress itself. A test compares this with the collections. */
export const otherCollections: ReadonlySet<keyof Collections> = new Set([
  'blobs',
  'blobChunks',
  'workers',
  'leases',
  'tallies',
  'removals',
  'copyProgress',
]);

/** The collections of the kinds. */
export const transferredCollections: readonly (keyof Collections)[] = Object.values(shelves).map(
  ({ collection }) => collection,
);

const progressId = 'copy';

export class MongoTransfer implements Transfer {
  readonly #collections: Collections;
  readonly #finishEndings: () => Promise<void>;

  constructor(collections: Collections, finishEndings: () => Promise<void>) {
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
    const { id }: Shelf<Kind> = shelves[kind];
    return await this.#find(kind, after === null ? {} : { _id: { $gt: id(after) } }, limit);
  }

  async get<Kind extends TransferKind>(kind: Kind, keys: readonly TransferKey[]): Promise<TransferKinds[Kind][]> {
    const { id }: Shelf<Kind> = shelves[kind];
    return keys.length === 0 ? [] : await this.#find(kind, { _id: { $in: keys.map(id) } }, keys.length);
  }

  async write<Kind extends TransferKind>(kind: Kind, records: readonly TransferKinds[Kind][]): Promise<void> {
    if (records.length === 0) return; // the driver refuses an empty batch
    const shelf: Shelf<Kind> = shelves[kind];
    const claim = await this.#claimFor(kind);
    const operations = records.map((record): AnyBulkWriteOperation<AnyDocument> => {
      const written = shelf.write(record);
      return {
        replaceOne: {
          filter: { _id: shelf.id(this.#keyOf(kind, record)) },
          replacement: written.claim === anyClaim ? { ...written, claim } : written,
          upsert: true,
        },
      };
    });
    await this.#collectionOf(kind).bulkWrite(operations, { ordered: false });
    await this.#tally(kind, records);
    if (kind === 'modelActivations')
      await this.#raiseActivations(records as readonly TransferKinds['modelActivations'][]);
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
    const shelf: Shelf<Kind> = shelves[kind];
    const { where = {} } = shelf;
    const both = Object.keys(where).length === 0 ? query : { $and: [where, query] };
    const documents = await this.#collectionOf(kind).find(both).sort({ _id: 1 }).limit(limit).toArray();
    return documents.map((document) => shelf.read(document));
  }

  #keyOf<Kind extends TransferKind>(kind: Kind, record: TransferKinds[Kind]): TransferKey {
    return transferKeys[kind].map((field) => record[field] as string | number);
  }

  /** A new claim: the next claims of this store have other numbers. */
  async #claimFor(kind: TransferKind): Promise<number | null> {
    if (kind !== 'sources') return null;
    const options = { upsert: true, returnDocument: 'after' } as const;
    const counter = await this.#collections.counters.findOneAndUpdate(
      { _id: 'sourceClaim' },
      { $inc: { value: 1 } },
      options,
    );
    return counter?.value ?? null;
  }

  /** The next activation of this store comes after those that were copied. */
  async #raiseActivations(records: readonly TransferKinds['modelActivations'][]): Promise<void> {
    const value = Math.max(...records.map(({ number }) => number));
    await this.#collections.counters.updateOne({ _id: 'modelActivation' }, { $max: { value } }, { upsert: true });
  }

  async #tally(kind: TransferKind, records: readonly object[]): Promise<void> {
    if (kind === 'articles') {
      const articles = records as readonly TransferKinds['articles'][];
      await articleTallies(this.#collections).touch(articles.map(({ firstSeenAt }) => hourOf(firstSeenAt)));
    }
    if (kind === 'visits') {
      const visits = records as readonly TransferKinds['visits'][];
      await visitTallies(this.#collections).touch(visits.map(({ startedAt }) => hourOf(startedAt)));
    }
  }

  #collectionOf(kind: TransferKind): Collection<AnyDocument> {
    return this.#collections[shelves[kind].collection] as unknown as Collection<AnyDocument>;
  }
}
