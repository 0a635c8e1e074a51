import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentHash } from '../../model/snapshot.ts';
import type { Blobs } from '../port.ts';
import { storeError } from './sqlite-error.ts';

/** Files `ab/<hash>` in a folder. A file is there whole or not at all: it is written apart, flushed, then renamed. */
export class FileBlobs implements Blobs {
  readonly #folder: string;
  #written = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(bytes: Uint8Array): Promise<ContentHash> {
    const hash = createHash('sha256').update(bytes).digest('hex') as ContentHash;
    await this.#guard(async () => {
      if ((await sizeOf(this.#file(hash))) === bytes.byteLength) return;
      await this.#write(hash, bytes);
    });
    return hash;
  }

  async get(hash: ContentHash): Promise<Uint8Array | null> {
    if (!/^[0-9a-f]{64}$/.test(hash)) return null; // not a hash, so no blob has it; never a path
    return await this.#guard(async () => {
      try {
        return new Uint8Array(await readFile(this.#file(hash)));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    });
  }

  /** Walks the folder: it is the only record of what is there. */
  async size(): Promise<{ count: number; bytes: number }> {
    return await this.#guard(async () => {
      const total = { count: 0, bytes: 0 };
      const shelves = await readdir(this.#folder);
      for (const shelf of shelves.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
        const names = await readdir(join(this.#folder, shelf));
        const sizes = await Promise.all(names.map((name) => sizeOf(join(this.#folder, shelf, name))));
        total.count += sizes.length;
        total.bytes += sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
      }
      return total;
    });
  }

  async #write(hash: ContentHash, bytes: Uint8Array): Promise<void> {
    const target = this.#file(hash);
    const shelf = join(this.#folder, hash.slice(0, 2));
    this.#written += 1;
    const draft = join(this.#folder, 'unfinished', `${hash}.${process.pid}.${this.#written}`);
    await mkdir(shelf, { recursive: true });
    await mkdir(join(this.#folder, 'unfinished'), { recursive: true });
    try {
      await flush(draft, bytes);
      await rename(draft, target);
    } catch (error) {
      await unlink(draft).catch((failed: unknown) => {
        if (!isMissing(failed)) throw new AggregateError([error, failed], String(error));
      });
      throw error;
    }
    await flush(shelf, null);
  }

  #file(hash: ContentHash): string {
    return join(this.#folder, hash.slice(0, 2), hash);
  }

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw storeError(error, this.#folder);
    }
  }
}

/** Writes a file to the disk, or (without bytes) a folder's entries. */
async function flush(path: string, bytes: Uint8Array | null): Promise<void> {
  await using handle = await open(path, bytes === null ? 'r' : 'wx');
  if (bytes !== null) await handle.writeFile(bytes);
  await handle.sync();
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
