import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { contentHash } from '../../src/model/page/content-hash.ts';
import { thaw } from '../../src/stages/snapshot/freeze.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';

/** The blobs of an embedded store: the files on the disk beside what the records name. */
export interface BlobCensus {
  readonly files: number;
  /** Files that no record names. */
  readonly unnamed: number;
  /** Of blobs that were never whole. */
  readonly drafts: number;
}

/** @param folder of the store */
export async function countBlobs(folder: string): Promise<BlobCensus> {
  const files = await filesIn(join(folder, 'blobs'));
  const drafts = files.filter((file) => file.startsWith('unfinished'));
  const whole = files.filter((file) => !file.startsWith('unfinished')).map((file) => file.slice(-64));
  await using store = await openSqlite(folder);
  const named = new Set<string>();
  for await (const { hash } of store.maintenance.references(null)) named.add(hash);
  return {
    files: whole.length,
    unnamed: whole.filter((hash) => !named.has(hash)).length,
    drafts: drafts.length,
  };
}

/** Records by kind, and those whose blobs can't be read as what they were. */
export interface BlobReading {
  readonly articles: number;
  readonly snapshots: number;
  readonly failures: number;
  readonly unreadable: readonly string[];
}

/** @param folder of the store */
export async function readBlobs(folder: string): Promise<BlobReading> {
  await using store = await openSqlite(folder);
  const unreadable: string[] = [];
  const read = { article: 0, correction: 0, failure: 0, visit: 0, model: 0 };
  for await (const { hash, by, id } of store.maintenance.references(null)) {
    const bytes = await store.blobs.get(hash);
    read[by] += 1;
    if (bytes === null || contentHash(bytes) !== hash) unreadable.push(`${by} ${id}`);
  }
  const snapshotIsOf = async (url: string, hash: Parameters<typeof store.blobs.get>[0] | null) => {
    const bytes = hash === null ? null : await store.blobs.get(hash);
    return bytes !== null && (await thaw(bytes)).url === url;
  };
  for await (const { id, url, snapshot } of store.articles.stream({}))
    if (!(await snapshotIsOf(url, snapshot))) unreadable.push(`snapshot of article ${id}`);
  for (const { id, url, snapshot } of await store.failures.find({ state: 'all', limit: 10_000 }))
    if (!(await snapshotIsOf(url, snapshot))) unreadable.push(`snapshot of failure ${id}`);
  return { articles: read.article, snapshots: read.visit, failures: read.failure, unreadable };
}

/** As if all blobs had been put earlier: the grace of `gc` is an hour at least. @param folder of the store */
export async function ageBlobs(folder: string, ms: number): Promise<void> {
  const db = new DatabaseSync(join(folder, 'newshawk.db'));
  db.prepare('UPDATE blobs SET put_at = put_at - ?').run(ms);
  db.close();
  for (const name of await filesIn(join(folder, 'blobs'))) {
    const file = join(folder, 'blobs', name);
    const at = new Date((await stat(file)).mtimeMs - ms);
    await utimes(file, at, at);
  }
}

/** Paths below a folder. */
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
