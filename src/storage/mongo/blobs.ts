import { setTimeout as wait } from 'node:timers/promises';
import { Binary, type Db } from 'mongodb';
import { contentHash } from '../../model/page/content-hash.ts';
import type { ContentHash } from '../../model/page/snapshot.ts';
import type { Blobs, IdleBlob } from '../blobs-port.ts';
import type { Collections } from './collections.ts';
import { BlobBatches, blobTallies } from './tallies/blob-tallies.ts';
import type { TallyTree } from './tallies/tally-tree.ts';

const putNow = { $currentDate: { putAt: true } } as const;

/** How long a `put` waits for the removal of the same blob, and how often it checks, ms. */
const [removalLimitMs, pauseMs] = [5_000, 50];

/** A query: `remove` has not marked the blob. */
const unmarked = { isGoing: { $exists: false } } as const;

/** Well below the 16 MB limit of a document. */
const chunkBytes = 1024 * 1024;

/**
 * Bytes in chunks (`<hash>/<n>`), then the blob's record: a blob is complete or missing. GridFS would refuse a second attempt after the first was killed between
 * its chunks and its file record.
 */
export class MongoBlobs implements Blobs {
  readonly #blobs: Collections['blobs'];
  readonly #chunks: Collections['blobChunks'];
  readonly #tallies: TallyTree;
  readonly #batches: BlobBatches;
  readonly #db: Db;

  constructor(collections: Collections, db: Db) {
    this.#db = db;
    this.#blobs = collections.blobs;
    this.#chunks = collections.blobChunks;
    this.#tallies = blobTallies(collections);
    this.#batches = new BlobBatches(collections, this.#tallies);
  }

  /** No `put` may be under way. */
  async close(): Promise<void> {
    await this.#batches.close();
  }

  async put(bytes: Uint8Array): Promise<ContentHash> {
    const hash = contentHash(bytes);
    if ((await this.#blobs.updateOne({ _id: hash, ...unmarked }, putNow)).matchedCount === 1) return hash;
    await this.#untilRemoved(hash);
    const chunks = Math.ceil(bytes.byteLength / chunkBytes);
    for (let n = 0; n < chunks; n += 1) {
      const data = new Binary(bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes));
      await this.#chunks.updateOne({ _id: `${hash}/${n}` }, { $set: { data }, ...putNow }, { upsert: true });
    }
    await this.#batches.within(async (batch) => {
      const record = { $set: { bytes: bytes.byteLength, chunks }, $setOnInsert: { batch }, ...putNow } as const;
      await this.#blobs.updateOne({ _id: hash }, record, { upsert: true });
    });
    return hash;
  }

  async get(hash: ContentHash): Promise<Uint8Array | null> {
    const blob = await this.#blobs.findOne({ _id: hash, ...unmarked });
    if (blob === null) return null;
    const bytes = new Uint8Array(blob.bytes);
    for (let n = 0; n < blob.chunks; n += 1) {
      const chunk = await this.#chunks.findOne({ _id: `${hash}/${n}` });
      if (chunk === null)
        throw new Error(`blob ${hash} lacks its chunk ${n} of ${blob.chunks}: restore it from a backup`);
      bytes.set(chunk.data.value(), n * chunkBytes);
    }
    return bytes;
  }

  async list(after: ContentHash | null, limit: number): Promise<ContentHash[]> {
    const later = this.#blobs.find(after === null ? {} : { _id: { $gt: after } }, { projection: { _id: 1 } });
    return (await later.sort({ _id: 1 }).limit(limit).toArray()).map(({ _id }) => _id as ContentHash);
  }

  async size(): Promise<{ count: number; bytes: number }> {
    const [total] = await this.#tallies.rows();
    const [count = 0, bytes = 0] = total?.sums ?? [];
    return { count, bytes };
  }

  async *idle(graceMs: number): AsyncIterable<IdleBlob> {
    const now = await this.#now();
    const idle = this.#blobs.find(this.#putBefore(now, graceMs)).sort({ putAt: 1, _id: 1 });
    for await (const { _id, bytes, putAt } of idle)
      yield { hash: _id as ContentHash, bytes, idleMs: putAt === undefined ? now : now - putAt.getTime() };
  }

  /** Marks the record, touches its tally, removes the chunks, then the record. After a kill in between, the blob counts as missing, and the next call does the rest. */
  async remove(hashes: readonly ContentHash[], graceMs: number): Promise<number> {
    const now = await this.#now();
    let removed = 0;
    for (const hash of hashes) {
      const marked = { _id: hash as string, isGoing: true } as const;
      const idle = { _id: hash as string, ...this.#putBefore(now, graceMs) };
      const blob = await this.#blobs.findOneAndUpdate(idle, { $set: { isGoing: true } });
      if (blob === null) continue;
      await this.#tallies.touch([blob.batch]);
      for (let n = 0; n < blob.chunks && (await this.#blobs.countDocuments(marked)) === 1; n += 1)
        await this.#chunks.deleteOne({ _id: `${hash}/${n}` });
      removed += (await this.#blobs.deleteOne(marked)).deletedCount;
    }
    return removed;
  }

  /** Renames the chunks to `damaged <hash>/<n>`: without a time, nothing sweeps them. Then removes the record. */
  async setAside(hashes: readonly ContentHash[]): Promise<void> {
    for (const hash of hashes) {
      const blob = await this.#blobs.findOneAndUpdate({ _id: hash }, { $set: { isGoing: true } });
      if (blob === null) continue;
      await this.#tallies.touch([blob.batch]);
      for (let n = 0; n < blob.chunks; n += 1) {
        const chunk = await this.#chunks.findOne({ _id: `${hash}/${n}` });
        if (chunk === null) continue;
        await this.#chunks.replaceOne({ _id: `damaged ${hash}/${n}` }, { data: chunk.data }, { upsert: true });
        await this.#chunks.deleteOne({ _id: `${hash}/${n}` });
      }
      await this.#blobs.deleteOne({ _id: hash, isGoing: true });
    }
  }

  /** Waits for a removal: its chunks have the same ids as those of a new `put`. A process that takes longer than the limit was killed. */
  async #untilRemoved(hash: ContentHash): Promise<void> {
    const marked = { _id: hash as string, isGoing: true } as const;
    for (let ms = removalLimitMs; ms > 0 && (await this.#blobs.countDocuments(marked)) === 1; ms -= pauseMs)
      await wait(pauseMs);
    const left = await this.#blobs.findOne(marked);
    if (left === null) return;
    await this.#tallies.touch([left.batch]);
    await this.#blobs.deleteOne(marked);
  }

  /** The server's clock, which `put` uses, ms since 1970. */
  async #now(): Promise<number> {
    const { localTime } = await this.#db.command({ hello: 1 });
    return (localTime as Date).getTime();
  }

  #putBefore(now: number, graceMs: number) {
    return { putAt: { $lte: new Date(now - graceMs) } };
  }
}
