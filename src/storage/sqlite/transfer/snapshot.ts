import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NewshawkError } from '../../../errors.ts';
import { privateFile, privateFolder } from '../../../machine/make-folder.ts';
import { contentHash } from '../../../model/page/content-hash.ts';
import { blobsName } from '../../store-folder-port.ts';
import { blobFile, databaseFile } from '../blobs.ts';
import { Database } from '../database.ts';
import { storeError } from '../sqlite-error.ts';

/** Rows per read. */
const batchSize = 500;

/**
 * Copies a store as it is at one moment into an empty folder, while others write to it. The database comes first, in one read transaction: each blob that
 * it names was there before. Blobs that `gc` removes meanwhile are left out.
 * @param from the store's folder
 * @returns the number of blobs that are left out
 * @throws NewshawkError store: the disk is full, or a blob is damaged
 */
export async function snapshotStore(db: Database, from: string, to: string): Promise<number> {
  try {
    const file = databaseFile(to);
    await writeFile(file, '', { mode: privateFile }); // VACUUM INTO takes an empty file
    vacuumInto(db, file);
    await flush(file);
    return await copyBlobs(from, to, file);
  } catch (error) {
    throw storeError(error, to);
  }
}

/** What fails is nearly always the copy, not the store that is read: the message names the copy. */
function vacuumInto(db: Database, file: string): void {
  try {
    db.run('VACUUM INTO :file', { file });
  } catch (error) {
    throw storeError(error instanceof NewshawkError ? error.cause : error, file);
  }
}

async function copyBlobs(from: string, to: string, file: string): Promise<number> {
  const copy = new Database(file);
  let missing = 0;
  try {
    for (let after = ''; ; ) {
      const sql = `SELECT hash FROM blobs WHERE hash > :after ORDER BY hash LIMIT ${batchSize}`;
      const rows = copy.all<{ hash: string }>(sql, { after });
      for (const { hash } of rows) if (!(await copyBlob(hash, from, to))) missing += 1;
      const last = rows.at(-1);
      if (last === undefined) return missing;
      after = last.hash;
    }
  } finally {
    copy.close();
  }
}

/** @returns false: it is gone */
async function copyBlob(hash: string, from: string, to: string): Promise<boolean> {
  const source = blobFile(join(from, blobsName), hash);
  const bytes = await readFile(source).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw storeError(error, source);
  });
  if (bytes === null) return false;
  if (contentHash(bytes) !== hash)
    throw new NewshawkError(
      'store',
      `The blob ${source} is damaged: its bytes have another hash. Restore this file from an earlier backup, or delete it and run \`newshawk store check --repair\`.`,
    );
  const target = blobFile(join(to, blobsName), hash);
  await mkdir(dirname(target), { recursive: true, mode: privateFolder });
  await using handle = await open(target, 'wx', privateFile);
  await handle.writeFile(bytes);
  await handle.sync();
  return true;
}

async function flush(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  await handle.sync();
}
