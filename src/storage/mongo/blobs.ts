import { createHash } from 'node:crypto';
import { Binary } from 'mongodb';
import type { ContentHash } from '../../model/snapshot.ts';
import type { Blobs } from '../port.ts';
import type { Collections } from './collections.ts';

/** Well below the 16 MB of a record. */
const chunkBytes = 1024 * 1024;

/**
 * Bytes in chunks with names of their own (`<hash>/<n>`), then the blob's record: it is there whole or not at all. Not GridFS: that refuses a
 * second try after a first was killed between its chunks and its file record.
 */
export class MongoBlobs implements Blobs {
  readonly #blobs: Collections['blobs'];
  readonly #chunks: Collections['blobChunks'];

  constructor({ blobs, blobChunks }: Collections) {
    this.#blobs = blobs;
    this.#chunks = blobChunks;
  }

  async put(bytes: Uint8Array): Promise<ContentHash> {
    const hash = createHash('sha256').update(bytes).digest('hex') as ContentHash;
    if ((await this.#blobs.countDocuments({ _id: hash }, { limit: 1 })) === 1) return hash;
    const chunks = Math.ceil(bytes.byteLength / chunkBytes);
    for (let n = 0; n < chunks; n += 1) {
      const data = new Binary(bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes));
      await this.#chunks.updateOne({ _id: `${hash}/${n}` }, { $set: { data } }, { upsert: true });
    }
    await this.#blobs.updateOne({ _id: hash }, { $set: { bytes: bytes.byteLength, chunks } }, { upsert: true });
    return hash;
  }

  async get(hash: ContentHash): Promise<Uint8Array | null> {
    const blob = await this.#blobs.findOne({ _id: hash });
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
}
