import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Binary, type Db } from 'mongodb';
import type { ContentHash } from '../../model/page/snapshot.ts';
import type { Blobs, IdleBlob } from '../blobs-port.ts';
import type { Collections } from './collections.ts';

const putNow = { $currentDate: { putAt: true } } as const;

/** How long removing a blob takes at most, and how often is looked, ms. */
const [removalLimitMs, pauseMs] = [5_000, 50];

/** Not on its way out (`remove`). */
const whole = { isGoing: { $exists: false } } as const;

/** Well below the 16 MB of a record. */
const chunkBytes = 1024 * 1024;

/**
 * Bytes in chunks with names of their own (`<hash>/<n>`), then the blob's record: it is there whole or not at all. Not GridFS: that refuses a
 * second try after a first was killed between its chunks and its file record.
 */
export class MongoBlobs implements Blobs {
  readonly #blobs: Collections['blobs'];
  readonly #chunks: Collections['blobChunks'];

  readonly #db: Db;

  constructor({ blobs, blobChunks }: Collections, db: Db) {
    this.#db = db;
    this.#blobs = blobs;
    this.#chunks = blobChunks;
  }

  async put(bytes: Uint8Array): Promise<ContentHash> {
    const hash = createHash('sha256').update(bytes).digest('hex') as ContentHash;
    if ((await this.#blobs.updateOne({ _id: hash, ...whole }, putNow)).matchedCount === 1) return hash;
    await this.#untilGone(hash);
    const chunks = Math.ceil(bytes.byteLength / chunkBytes);
    for (let n = 0; n < chunks; n += 1) {
      const data = new Binary(bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes));
      await this.#chunks.updateOne({ _id: `${hash}/${n}` }, { $set: { data }, ...putNow }, { upsert: true });
    }
    const record = { $set: { bytes: bytes.byteLength, chunks }, ...putNow } as const;
    await this.#blobs.updateOne({ _id: hash }, record, { upsert: true });
    return hash;
  }

  async get(hash: ContentHash): Promise<Uint8Array | null> {
    const blob = await this.#blobs.findOne({ _id: hash, ...whole });
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

  async size(): Promise<{ count: number; bytes: number }> {
    const [total] = await this.#blobs
      .aggregate<{ count: number; bytes: number }>([
        { $group: { _id: null, count: { $sum: 1 }, bytes: { $sum: '$bytes' } } },
      ])
      .toArray();
    return { count: total?.count ?? 0, bytes: total?.bytes ?? 0 };
  }

  async *idle(graceMs: number): AsyncIterable<IdleBlob> {
    const now = await this.#now();
    const idle = this.#blobs.find(this.#putBefore(now, graceMs)).sort({ putAt: 1, _id: 1 });
    for await (const { _id, bytes, putAt } of idle)
      yield { hash: _id as ContentHash, bytes, idleMs: putAt === undefined ? now : now - putAt.getTime() };
  }

  /** The record is marked before its chunks go, and goes last: killed in between, the blob is not there to the outside, and the next round ends it. */
  async remove(hashes: readonly ContentHash[], graceMs: number): Promise<number> {
    const now = await this.#now();
    let removed = 0;
    for (const hash of hashes) {
      const going = { _id: hash as string, isGoing: true } as const;
      const idle = { _id: hash as string, ...this.#putBefore(now, graceMs) };
      const marked = await this.#blobs.findOneAndUpdate(idle, { $set: { isGoing: true } });
      if (marked === null) continue;
      for (let n = 0; n < marked.chunks && (await this.#blobs.countDocuments(going)) === 1; n += 1)
        await this.#chunks.deleteOne({ _id: `${hash}/${n}` });
      removed += (await this.#blobs.deleteOne(going)).deletedCount;
    }
    return removed;
  }

  /** Its chunks have the names that those of a new `put` get: that waits. A process that takes longer to remove some chunks was killed in between. */
  async #untilGone(hash: ContentHash): Promise<void> {
    const going = { _id: hash as string, isGoing: true } as const;
    for (let left = removalLimitMs; left > 0 && (await this.#blobs.countDocuments(going)) === 1; left -= pauseMs)
      await wait(pauseMs);
    await this.#blobs.deleteOne(going);
  }

  /** The clock of the server: that of its writers. ms */
  async #now(): Promise<number> {
    const { localTime } = await this.#db.command({ hello: 1 });
    return (localTime as Date).getTime();
  }

  /** Of before records had a time: long ago. */
  #putBefore(now: number, graceMs: number) {
    return { $or: [{ putAt: { $exists: false } }, { putAt: { $lte: new Date(now - graceMs) } }] };
  }
}
