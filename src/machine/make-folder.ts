import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * A folder with those above it, one after the other. Node's own `recursive` never ends where a system says of a folder that is there that it is not (`/proc`).
 * @throws the system's error, at the first one that can't be made
 */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder).then(
    () => true,
    async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return await stands(folder, error);
      if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error;
      return false;
    },
  );
  if (made) return;
  await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error; // another process made it
  });
}

/** What is in the way of a folder may be one. */
async function stands(folder: string, error: Error): Promise<true> {
  if ((await stat(folder)).isDirectory()) return true;
  throw error;
}
