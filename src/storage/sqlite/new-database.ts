import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { NewshawkError, StoreDamaged } from '../../errors.ts';
import type { StorePurpose } from '../port.ts';
import { blobsName, restoringName } from '../store-folder-port.ts';
import { databaseFile } from './blobs.ts';

/**
 * Where a folder has no database, opening it creates one. That is refused where it would hide a mistake.
 * @throws NewshawkError store: the store has to be there already, or has lost its database
 */
export async function checkNewDatabase(folder: string, purpose: StorePurpose): Promise<void> {
  if (await hasDatabase(folder)) return;
  const isRestored = await stat(join(folder, restoringName)).then(() => true, absent(false));
  if (isRestored && !(await hasDatabase(folder)))
    throw new NewshawkError(
      'store',
      `A \`newshawk store restore\` into ${folder} is under way, or was killed: wait for its end, or run it again.`,
    );
  // looked at again afterwards: a process that creates the store meanwhile writes the database before its first blob
  if ((await hasBlobs(join(folder, blobsName))) && !(await hasDatabase(folder)))
    throw new StoreDamaged(
      `The store ${folder} has lost its database: there are blobs, but newshawk.db is missing or empty. Restore a backup (\`newshawk store restore\`), or move ${join(folder, blobsName)} away to start with an empty store.`,
    );
  if (purpose === 'existing')
    throw new NewshawkError(
      'store',
      `There is no store in ${folder}: check the path (NEWSHAWK_STORE, --from). A crawl creates the store.`,
    );
}

const hasDatabase = async (folder: string): Promise<boolean> =>
  await stat(databaseFile(folder)).then(({ size }) => size > 0, absent(false));

async function hasBlobs(folder: string): Promise<boolean> {
  const shelves = await readdir(folder).catch(absent([]));
  for (const shelf of shelves.filter((name) => /^[0-9a-f]{2}$/.test(name)))
    if ((await readdir(join(folder, shelf))).length > 0) return true;
  return false;
}

/** @returns a handler of errors: the value where there is nothing */
const absent =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value;
    throw error;
  };
