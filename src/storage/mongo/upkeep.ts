import type { Db } from 'mongodb';
import type { ContentHash } from '../../model/page/snapshot.ts';
import type { BlobReference, Upkeep } from '../upkeep-port.ts';
import type { Collections } from './collections.ts';
import { mongoDefects } from './defects.ts';

/** Blobs that a record names: one field, or all pictures of a play. */
async function* references(collections: Collections, visitsSince: Date | null): AsyncIterable<BlobReference> {
  const { articles, failures, models, visits } = collections;
  const named = (by: BlobReference['by'], id: string, hash: string | null | undefined): BlobReference[] =>
    hash == null ? [] : [{ by, id, hash: hash as ContentHash }];
  for await (const { _id, snapshot } of articles.find({}).project<{ _id: string; snapshot: string }>({ snapshot: 1 }))
    yield* named('article', _id, snapshot);
  for await (const { _id, snapshot, screenshot, thumbnail, media } of failures.find({}))
    for (const hash of [snapshot, screenshot, thumbnail, ...(media?.steps ?? []).map((step) => step.screenshot)])
      yield* named('failure', _id, hash);
  for await (const { _id, content } of models.find({})) yield* named('model', _id, content);
  const since = visitsSince === null ? {} : { startedAt: { $gte: visitsSince } };
  const some = visits.find(since).project<{ _id: string; snapshot: string | null }>({ snapshot: 1 });
  for await (const { _id, snapshot } of some) yield* named('visit', _id, snapshot);
}

export const mongoUpkeep = (collections: Collections, db: Db): Upkeep => ({
  references: (visitsSince) => references(collections, visitsSince),
  async forgetFailures({ since, atMost }, { isDry }) {
    const { failures } = collections;
    const ids = new Set<string>();
    const known = failures.find({}).project<{ _id: string; at: Date }>({ at: 1 }).sort({ at: -1, _id: -1 });
    let n = 0;
    for await (const { _id, at } of known) {
      n += 1;
      if ((atMost !== null && n > atMost) || (since !== null && at < since)) ids.add(_id);
    }
    if (!isDry && ids.size > 0) await failures.deleteMany({ _id: { $in: [...ids] } });
    return ids.size;
  },
  async sweep(graceMs, { isDry }) {
    const { blobs, blobChunks } = collections;
    const { localTime } = await db.command({ hello: 1 });
    const old = { putAt: { $lte: new Date((localTime as Date).getTime() - graceMs) } };
    let swept = 0;
    for await (const { _id } of blobChunks.find(old).project<{ _id: string }>({ _id: 1 })) {
      const hash = _id.slice(0, _id.indexOf('/'));
      if ((await blobs.countDocuments({ _id: hash }, { limit: 1 })) === 1) continue;
      swept += isDry ? 1 : (await blobChunks.deleteOne({ _id, ...old })).deletedCount;
    }
    return swept;
  },
  defects: () => mongoDefects(collections),
  // counts are read, not kept: nothing follows from other records
  async repair() {},
});
