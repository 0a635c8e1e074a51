import type { Db } from 'mongodb';
import type { ContentHash } from '../../../model/page/snapshot.ts';
import type { BlobReference, BoundedKind, Bounds, Maintenance, Removal, StoreDefect } from '../../maintenance-port.ts';
import { RecordRetention, type RetainedArticles } from '../../records/retention.ts';
import { finishRemovals, heldDocuments, removeDocuments, removeVisits } from '../articles/removals.ts';
import type { MongoBlobs } from '../blobs.ts';
import type { Collections } from '../collections.ts';
import { blobsWithoutChunks, mongoDefects, tallyTrees } from './defects.ts';
import { references } from './references.ts';
import { repairDocuments } from './repair.ts';

export class MongoMaintenance implements Maintenance {
  readonly #collections: Collections;
  readonly #db: Db;
  readonly #blobs: MongoBlobs;

  constructor(collections: Collections, db: Db, blobs: MongoBlobs) {
    this.#blobs = blobs;
    this.#collections = collections;
    this.#db = db;
  }

  references(visitsSince: Date | null): AsyncIterable<BlobReference> {
    return references(this.#collections, visitsSince);
  }

  async forget(kind: BoundedKind, bounds: Bounds, options: { readonly isDry: boolean }): Promise<Removal> {
    const { open } = this.#collections;
    if (!options.isDry) await finishRemovals(this.#collections);
    return await new RecordRetention(open, retainedArticles(this.#collections)).forget(kind, bounds, options);
  }

  async sweep(graceMs: number, { isDry }: { readonly isDry: boolean }): Promise<number> {
    const { blobs, blobChunks } = this.#collections;
    const { localTime } = await this.#db.command({ hello: 1 });
    const old = { putAt: { $lte: new Date((localTime as Date).getTime() - graceMs) } };
    let swept = 0;
    for await (const { _id } of blobChunks.find(old).project<{ _id: string }>({ _id: 1 })) {
      const hash = _id.slice(0, _id.indexOf('/'));
      if ((await blobs.countDocuments({ _id: hash }, { limit: 1 })) === 1) continue;
      swept += isDry ? 1 : (await blobChunks.deleteOne({ _id, ...old })).deletedCount;
    }
    return swept;
  }

  defects(): AsyncIterable<StoreDefect> {
    return mongoDefects(this.#collections);
  }

  async recount(): Promise<void> {
    for (const tree of tallyTrees(this.#collections)) await tree.touchAll();
  }

  async repair(): Promise<void> {
    await finishRemovals(this.#collections);
    for await (const hash of blobsWithoutChunks(this.#collections)) await this.#blobs.setAside([hash as ContentHash]);
    await repairDocuments(this.#collections);
    await this.recount();
  }

  setAside(hashes: readonly ContentHash[]): Promise<void> {
    return this.#blobs.setAside(hashes);
  }
}

const retainedArticles = (collections: Collections): RetainedArticles => ({
  async newestFirst(after, limit) {
    const at = after === null ? null : new Date(after.at);
    const rest =
      after === null ? {} : { updatedAt: { $lte: at }, $or: [{ updatedAt: { $lt: at } }, { _id: { $gt: after.id } }] };
    const articles = await collections.articles
      .find(rest as object)
      .sort({ updatedAt: -1, _id: 1 })
      .limit(limit)
      .project<{ _id: string; updatedAt: Date; bytes: number }>({ updatedAt: 1, bytes: { $bsonSize: '$$ROOT' } })
      .toArray();
    return articles.map(({ _id, updatedAt, bytes }) => ({ id: _id, at: updatedAt.getTime(), bytes }));
  },
  held: () => heldDocuments(collections),
  async removeArticles(ids, until) {
    const held = await heldDocuments(collections); // read again: a person may have labelled one
    await removeDocuments(
      collections,
      ids.filter((id) => !held.has(id)),
      until,
    );
  },
  removeVisits: (ids, until) => removeVisits(collections, ids, until),
});
