import type { Db } from 'mongodb';
import type { ContentHash } from '../../model/page/snapshot.ts';
import type { BlobReference, FailuresKept, StoreDefect, Upkeep } from '../upkeep-port.ts';
import type { Collections } from './collections.ts';
import { mongoDefects } from './defects.ts';
import { tallyTrees } from './tallies/first-count.ts';

export class MongoUpkeep implements Upkeep {
  readonly #collections: Collections;
  readonly #db: Db;

  constructor(collections: Collections, db: Db) {
    this.#collections = collections;
    this.#db = db;
  }

  async *references(visitsSince: Date | null): AsyncIterable<BlobReference> {
    const { articles, corrections, failures, models, visits } = this.#collections;
    const named = (by: BlobReference['by'], id: string, hash: string | null | undefined): BlobReference[] =>
      hash == null ? [] : [{ by, id, hash: hash as ContentHash }];
    for await (const { _id, snapshot } of articles.find({}).project<{ _id: string; snapshot: string }>({ snapshot: 1 }))
      yield* named('article', _id, snapshot);
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

  async repair(): Promise<void> {
    for (const tree of tallyTrees(this.#collections)) await tree.touchAll();
  }
}
