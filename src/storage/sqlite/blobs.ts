import { closeSync, existsSync, fsync, open, renameSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { privateFile, privateFolder } from '../../machine/make-folder.ts';
import { contentHash } from '../../model/page/content-hash.ts';
import type { ContentHash } from '../../model/page/snapshot.ts';
import type { Blobs, IdleBlob } from '../blobs-port.ts';
import { databaseName } from '../store-folder-port.ts';
import type { Database } from './database.ts';
import { storeError } from './sqlite-error.ts';

/** SQL: the machine's clock, ms since 1970. */
const now = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

const [openFile, syncFile] = [promisify(open), promisify(fsync)];

/** Files per transaction, and rows per read. */
const batchSize = 500;

/** The database of a store in a folder. */
export const databaseFile = (folder: string): string => join(folder, databaseName);

/** @param folder of the blobs */
export const blobFile = (folder: string, hash: string): string => join(folder, hash.slice(0, 2), hash);

/**
 * Files `ab/<hash>` in a folder. A file is complete or missing: it is written as a draft, flushed, then renamed. The table `blobs` has the time of each file's
 * last `put`. Files are removed under the database's lock, so one that was just put stays.
 */
export class FileBlobs implements Blobs {
  readonly #folder: string;
  readonly #db: Database;
  readonly #made = new Set<string>();
  #written = 0;

  constructor(folder: string, db: Database) {
    this.#folder = folder;
    this.#db = db;
  }

  async put(bytes: Uint8Array): Promise<ContentHash> {
    const hash = contentHash(bytes);
    await this.#guard(async () => {
      const touched = this.#db.run(`UPDATE blobs SET put_at = ${now} WHERE hash = :hash`, { hash });
      if (touched === 1 && (await sizeOf(this.#file(hash))) === bytes.byteLength) return;
      await this.#write(hash, bytes);
    });
    return hash;
  }

  async get(hash: ContentHash): Promise<Uint8Array | null> {
    if (!/^[0-9a-f]{64}$/.test(hash)) return null; // must not become a path
    return await this.#guard(async () => {
      try {
        return new Uint8Array(await readFile(this.#file(hash)));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    });
  }

  async list(after: ContentHash | null, limit: number): Promise<ContentHash[]> {
    const sql = 'SELECT hash FROM blobs WHERE hash > :after ORDER BY hash LIMIT :limit';
    return this.#db.all<{ hash: ContentHash }>(sql, { after: after ?? '', limit }).map(({ hash }) => hash);
  }

  async size(): Promise<{ count: number; bytes: number }> {
    const rows = this.#db.all<{ name: string; n: number }>('SELECT name, n FROM totals');
    const totalOf = (wantedName: string) => rows.find(({ name }) => name === wantedName)?.n ?? 0;
    return { count: totalOf('blobs'), bytes: totalOf('blob_bytes') };
  }

  async *idle(graceMs: number): AsyncIterable<IdleBlob> {
    const sql = `SELECT hash, put_at AS putAt, bytes, ${now} - put_at AS idleMs FROM blobs
      WHERE put_at <= ${now} - :graceMs AND (put_at, hash) > (:at, :after) ORDER BY put_at, hash LIMIT ${batchSize}`;
    let [at, after] = [-1, ''];
    for (;;) {
      const rows = this.#db.all<IdleBlob & { readonly putAt: number }>(sql, { graceMs, at, after });
      for (const { hash, bytes, idleMs } of rows) yield { hash, bytes, idleMs };
      const last = rows.at(-1);
      if (last === undefined) return;
      [at, after] = [last.putAt, last.hash];
      await nextTurn();
    }
  }

  /** One blob per transaction: a writer waits for the removal of one file at most. */
  async remove(hashes: readonly ContentHash[], graceMs: number): Promise<number> {
    return await this.#guard(async () => {
      let removed = 0;
      for (const hash of hashes) {
        removed += this.#db.transaction(() => {
          const rows = this.#db.run(`DELETE FROM blobs WHERE hash = :hash AND put_at <= ${now} - :graceMs`, {
            hash,
            graceMs,
          });
          if (rows === 1) rmSync(this.#file(hash), { force: true });
          return rows;
        });
        await nextTurn();
      }
      return removed;
    });
  }

  /** Adds the missing records of files: a killed process may leave a file without. @returns how many */
  async recordFiles(): Promise<number> {
    return await this.#guard(async () => {
      let recorded = 0;
      for await (const files of this.unrecordedFiles())
        recorded += this.#db.transaction(() =>
          files.reduce(
            (sum, { hash, bytes, putAt }) =>
              sum + this.#db.run('INSERT OR IGNORE INTO blobs VALUES (:hash, :bytes, :putAt)', { hash, bytes, putAt }),
            0,
          ),
        );
      return recorded;
    });
  }

  #unrecorded(hashes: readonly string[]): ContentHash[] {
    const sql = 'SELECT value AS hash FROM json_each(:hashes) WHERE value NOT IN (SELECT hash FROM blobs)';
    return this.#db.all<{ hash: ContentHash }>(sql, { hashes: JSON.stringify(hashes) }).map(({ hash }) => hash);
  }

  /** The files without a record, in batches. One that was just written may get its record in a moment. */
  async *unrecordedFiles(): AsyncIterable<{ hash: string; bytes: number; putAt: number }[]> {
    const shelves = await readdir(this.#folder);
    for (const shelf of shelves.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
      // where a shelf can't be read, its files stay as they are, and the check of the store lists them
      const names = (await readdir(join(this.#folder, shelf)).catch(() => [])).filter((name) =>
        /^[0-9a-f]{64}$/.test(name),
      );
      for (let from = 0; from < names.length; from += batchSize) {
        const hashes = this.#unrecorded(names.slice(from, from + batchSize));
        const files = await Promise.all(
          hashes.map(async (hash) => ({ hash, stats: await stat(this.#file(hash)).catch(() => null) })),
        );
        yield files.flatMap(({ hash, stats }) =>
          stats?.isFile() ? [{ hash, bytes: stats.size, putAt: Math.trunc(stats.mtimeMs) }] : [],
        );
      }
    }
  }

  /** Removes drafts that killed processes left. Files without a record get one, also in a dry run: `idle` yields them then. @returns how many drafts */
  async sweep(graceMs: number, { isDry }: { readonly isDry: boolean }): Promise<number> {
    return await this.#guard(async () => {
      const drafts = join(this.#folder, 'unfinished');
      const clock = timeOf(this.#db);
      await this.recordFiles();
      let swept = 0;
      for (const name of await namesIn(drafts)) {
        const stats = await statOf(join(drafts, name));
        if (stats === null || stats.mtimeMs > clock - graceMs) continue;
        if (!isDry) rmSync(join(drafts, name), { force: true });
        swept += 1;
      }
      return swept;
    });
  }

  /** Adds the missing records of files, and removes the records of missing files. */
  async mendRecords(): Promise<void> {
    await this.recordFiles();
    for (const { hash } of this.#db.all<{ hash: ContentHash }>('SELECT hash FROM blobs'))
      if ((await blobSize(this.#file(hash))) === null)
        this.#db.transaction(() => {
          // checked again under the lock: files are added and removed under it
          if (!existsSync(this.#file(hash))) this.#db.run('DELETE FROM blobs WHERE hash = :hash', { hash });
        });
  }

  /** Blobs whose files have another size than was written. */
  async wrongSizes(): Promise<ContentHash[]> {
    const wrong: ContentHash[] = [];
    for (const { hash, bytes } of this.#db.all<{ hash: ContentHash; bytes: number }>('SELECT hash, bytes FROM blobs')) {
      const size = await blobSize(this.#file(hash));
      if (typeof size === 'number' && size !== bytes) wrong.push(hash);
    }
    return wrong;
  }

  /** Moves damaged files to `damaged/`, under the database's lock. */
  async setAside(hashes: readonly ContentHash[]): Promise<void> {
    await this.#guard(async () => {
      const folder = join(this.#folder, 'damaged');
      await mkdir(folder, { recursive: true, mode: privateFolder });
      for (const hash of hashes)
        this.#db.transaction(() => {
          this.#db.run('DELETE FROM blobs WHERE hash = :hash', { hash });
          if (existsSync(this.#file(hash))) renameSync(this.#file(hash), join(folder, hash));
        });
    });
  }

  async #write(hash: ContentHash, bytes: Uint8Array): Promise<void> {
    const target = this.#file(hash);
    const shelf = join(this.#folder, hash.slice(0, 2));
    this.#written += 1;
    const draft = join(this.#folder, 'unfinished', `${hash}.${process.pid}.${this.#written}`);
    try {
      await this.#makeFolders(shelf, join(this.#folder, 'unfinished'));
      await flush(draft, bytes);
      this.#db.transaction(() => {
        renameSync(draft, target);
        this.#db.run(
          `INSERT INTO blobs VALUES (:hash, :bytes, ${now}) ON CONFLICT (hash) DO UPDATE SET put_at = excluded.put_at`,
          { hash, bytes: bytes.byteLength },
        );
      });
    } catch (error) {
      await unlink(draft).catch((failed: unknown) => {
        if (!isMissing(failed)) throw new AggregateError([error, failed], String(error));
      });
      throw error;
    }
    await flush(shelf, null);
  }

  /** Folders are made once per process; nobody removes them while it runs. */
  async #makeFolders(...folders: readonly string[]): Promise<void> {
    for (const folder of folders) {
      if (this.#made.has(folder)) continue;
      await mkdir(folder, { recursive: true, mode: privateFolder });
      this.#made.add(folder);
    }
  }

  #file(hash: ContentHash): string {
    return blobFile(this.#folder, hash);
  }

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw storeError(error, this.#folder);
    }
  }
}

/** By the clock of `putAt`, ms since 1970. */
export const timeOf = (db: Database): number => db.get<{ now: number }>(`SELECT ${now} AS now`)?.now ?? 0;

/** Writes a file and flushes it; without bytes, flushes the entries of a folder. */
async function flush(path: string, bytes: Uint8Array | null): Promise<void> {
  // opening and flushing wait for the disk, so other threads do it; a FileHandle would cost half as much CPU again
  const file = await openFile(path, bytes === null ? 'r' : 'wx', privateFile);
  try {
    if (bytes !== null) writeFileSync(file, bytes);
    await syncFile(file);
  } finally {
    closeSync(file);
  }
}

const sizeOf = async (file: string): Promise<number | null> => (await statOf(file))?.size ?? null;

/** The size of a blob's file. Null: it is not there. */
export async function blobSize(file: string): Promise<number | null | 'unreadable'> {
  const stats = await statOf(file).catch(() => 'unreadable' as const);
  return stats === null || stats === 'unreadable' ? stats : stats.isFile() ? stats.size : 'unreadable';
}

async function statOf(file: string): Promise<Stats | null> {
  try {
    return await stat(file);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Empty where the folder does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
