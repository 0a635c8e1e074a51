import type { Db } from 'mongodb';
import type { ContentHash } from '../../../model/page/snapshot.ts';
import type {
  BlobReference,
  BoundedKind,
  Bounds,
  FailuresKept,
  Removal,
  StoreDefect,
  Upkeep,
} from '../../upkeep-port.ts';
import type { MongoBlobs } from '../blobs.ts';
import type { Collections } from '../collections.ts';
import { tallyTrees } from '../tallies/first-count.ts';
import { blobsWithoutChunks, mongoDefects } from './defects.ts';
import { finishRemovals } from './removals.ts';
import { repairRecords } from './repair.ts';
import { MongoRetention } from './retention.ts';

export class MongoUpkeep implements Upkeep {
  readonly #collections: Collections;
  readonly #db: Db;
  readonly #blobs: MongoBlobs;

  constructor(collections: Collections, db: Db, blobs: MongoBlobs) {
    this.#blobs = blobs;
    this.#collections = collections;
    this.#db = db;
  }

  async *references(visitsSince: Date | null): AsyncIterable<BlobReference> {
    const { articles, corrections, failures, models, visits } = this.#collections;
    const named = (by: BlobReference['by'], id: string, hash: string | null | undefined): BlobReference[] =>
      hash == null ? [] : [{ by, id, hash: hash as ContentHash }];
    const fields = { snapshot: 1, longTexts: 1 };
    const ofArticles = articles.find({}).project<{ _id: string; snapshot: string; longTexts?: string }>(fields);
    for await (const { _id, snapshot, longTexts } of ofArticles)
      for (const hash of [snapshot, longTexts]) yield* named('article', _id, hash);
    for await (const { _id, snapshot, screenshot, thumbnail, media } of failures.find({}))
      for (const hash of [snapshot, screenshot, thumbnail, ...(media?.steps ?? []).map((step) => step.screenshot)])
        yield* named('failure', _id, hash);
    for await (const { _id, snapshot } of corrections
      .find({})
      .project<{ _id: string; snapshot: string }>({ snapshot: 1 }))
      yield* named('correction', _id, snapshot);
    for await (const { _id, content } of models.find({})) yield* named('model', _id, content);
    const since = visitsSince === null ? {} : { startedAt: { $gte: visitsSince } };
    const visited = visits.find(since).project<{ _id: string; snapshot: string | null }>({ snapshot: 1 });
    for await (const { _id, snapshot } of visited) yield* named('visit', _id, snapshot);
  }

  async forgetFailures({ since, atMost }: FailuresKept, { isDry }: { readonly isDry: boolean }): Promise<number> {
    const { failures } = this.#collections;
    const ids = new Set<string>();
    const newestFirst = failures.find({}).project<{ _id: string; at: Date }>({ at: 1 }).sort({ at: -1, _id: -1 });
    let position = 0;
    for await (const { _id, at } of newestFirst) {
      position += 1;
      if ((atMost !== null && position > atMost) || (since !== null && at < since)) ids.add(_id);
    }
    if (!isDry && ids.size > 0) await failures.deleteMany({ _id: { $in: [...ids] } });
    return ids.size;
  }

  async forget(kind: BoundedKind, bounds: Bounds, options: { readonly isDry: boolean }): Promise<Removal> {
    return await new MongoRetention(this.#collections).forget(kind, bounds, options);
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
    await repairRecords(this.#collections);
    await this.recount();
  }

  setAside(hashes: readonly ContentHash[]): Promise<void> {
    return this.#blobs.setAside(hashes);
  }
}
