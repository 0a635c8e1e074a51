import { lstat, mkdir, open, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { privateFolder } from '../../machine/make-folder.ts';
import { blobsName, databaseName, replacedName, restoringName, storeNames } from '../../storage/store-folder-port.ts';
import { flushFolder } from './backup-folder.ts';
import { contentOf } from './draft-folder.ts';

/** In the draft: the switch has begun. */
const noteName = 'switching';

const placesOf = (folder: string) => ({
  replaced: join(folder, replacedName),
  content: contentOf(join(folder, restoringName)),
  note: join(folder, restoringName, noteName),
});

/**
 * Moves the store of a folder to `replaced`, and the one that was prepared in `restoring` into the folder, by renames within the folder, which may be a mount
 * point. The database goes first and comes last: in between the folder has none, nobody creates one, and `undoSwitch` leads back.
 */
export async function switchStores(folder: string): Promise<void> {
  const { replaced, content, note } = placesOf(folder);
  await using handle = await open(note, 'wx');
  await handle.sync();
  await mkdir(replaced, { recursive: true, mode: privateFolder });
  for (const name of storeNames) await move(name, folder, replaced);
  await flushFolder(replaced);
  await flushFolder(folder);
  for (const name of storeNames.toReversed()) await move(name, content, folder);
  await flushFolder(folder);
}

/** Puts the store of before back in its place, where a switch did not come to its end. May itself be killed, and repeated. */
export async function undoSwitch(folder: string): Promise<void> {
  const { replaced, content, note } = placesOf(folder);
  if (!(await exists(note)) || !(await exists(join(content, databaseName)))) return; // not begun, or at its end
  const isOut = !(await exists(join(content, blobsName))); // the blobs are the first to come
  if (isOut) for (const name of storeNames) await move(name, folder, content);
  for (const name of storeNames.toReversed()) await move(name, replaced, folder);
  await flushFolder(folder);
  await rmdir(replaced).catch(unlessAbsent);
}

/** Moves an entry, where there is one. */
const move = (name: string, from: string, to: string): Promise<void> =>
  rename(join(from, name), join(to, name)).catch(unlessAbsent);

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      unlessAbsent(error);
      return false;
    },
  );

function unlessAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
