import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync, type Stats } from 'node:fs';
import { mkdir, open, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentHash } from '../../model/page/snapshot.ts';
import type { Blobs, IdleBlob } from '../blobs-port.ts';
import type { Database } from './database.ts';
import { storeError } from './sqlite-error.ts';

/** SQL: the clock of the machine, ms. */
const now = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** Files recorded in one transaction. */
const chunk = 500;

/**
 * Files `ab/<hash>` in a folder. A file is there whole or not at all: it is written apart, flushed, then renamed. The table `blobs` records each with the time at
 * which it was put last: whoever takes files away does it under the same lock, and leaves what was put a moment ago.
 */
export class FileBlobs implements Blobs {
  readonly #folder: string;
  readonly #db: Database;
  #written = 0;

  constructor(folder: string, db: Database) {
    this.#folder = folder;
    this.#db = db;
  }

  async put(bytes: Uint8Array): Promise<ContentHash> {
    const hash = createHash('sha256').update(bytes).digest('hex') as ContentHash;
    await this.#guard(async () => {
      const touched = this.#db.run(`UPDATE blobs SET put_at = ${now} WHERE hash = :hash`, { hash });
      if (touched === 1 && (await sizeOf(this.#file(hash))) === bytes.byteLength) return;
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

  async size(): Promise<{ count: number; bytes: number }> {
    const rows = this.#db.all<{ name: string; n: number }>('SELECT name, n FROM totals');
    const of = (wanted: string) => rows.find(({ name }) => name === wanted)?.n ?? 0;
    return { count: of('blobs'), bytes: of('blob_bytes') };
  }

  async *idle(graceMs: number): AsyncIterable<IdleBlob> {
    const sql = `SELECT hash, put_at AS putAt, bytes, ${now} - put_at AS idleMs FROM blobs
      WHERE put_at <= ${now} - :graceMs AND (put_at, hash) > (:at, :after) ORDER BY put_at, hash LIMIT ${chunk}`;
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

  /** One at a time under the lock: a writer waits for the unlinking of one file at most. */
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

  /** Records files that have no record: those of a store from before there were any, and what a killed process has left. @returns how many */
  async recordFiles(): Promise<number> {
    return await this.#guard(async () => {
      let recorded = 0;
      for await (const files of this.#files())
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

  /** The files that are there without a record, a part of a shelf at a time. */
  async *#files(): AsyncIterable<{ hash: string; bytes: number; putAt: number }[]> {
    const shelves = await readdir(this.#folder);
    for (const shelf of shelves.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
      const names = (await readdir(join(this.#folder, shelf))).filter((name) => /^[0-9a-f]{64}$/.test(name));
      for (let from = 0; from < names.length; from += chunk) {
        const some = this.#unrecorded(names.slice(from, from + chunk));
        const stats = await Promise.all(some.map(async (hash) => ({ hash, found: await statOf(this.#file(hash)) })));
        yield stats.flatMap(({ hash, found }) =>
          found === null ? [] : [{ hash, bytes: found.size, putAt: Math.trunc(found.mtimeMs) }],
        );
      }
    }
  }

  /** Drafts of killed writers go. Files without a record get one, also in a dry run, so that `idle` finds them. @returns how many drafts */
  async sweep(graceMs: number, { isDry }: { readonly isDry: boolean }): Promise<number> {
    return await this.#guard(async () => {
      const drafts = join(this.#folder, 'unfinished');
      const clock = this.#db.get<{ now: number }>(`SELECT ${now} AS now`)?.now ?? 0;
      await this.recordFiles();
      let swept = 0;
      for (const name of await namesIn(drafts)) {
        const found = await statOf(join(drafts, name));
        if (found === null || found.mtimeMs > clock - graceMs) continue;
        if (!isDry) rmSync(join(drafts, name), { force: true });
        swept += 1;
      }
      return swept;
    });
  }

  /** Records of files that are gone go, files without one get one. */
  async mendRecords(): Promise<void> {
    await this.recordFiles();
    for (const { hash } of this.#db.all<{ hash: ContentHash }>('SELECT hash FROM blobs'))
      if ((await statOf(this.#file(hash))) === null)
        this.#db.transaction(() => {
          // again, under the lock under which files come and go
          if (!existsSync(this.#file(hash))) this.#db.run('DELETE FROM blobs WHERE hash = :hash', { hash });
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

const sizeOf = async (file: string): Promise<number | null> => (await statOf(file))?.size ?? null;

async function statOf(file: string): Promise<Stats | null> {
  try {
    return await stat(file);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** None where there is no such folder. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
