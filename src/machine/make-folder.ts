import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Of folders and files that only the user may read and write: the umask of most systems lets everybody read. */
export const [privateFolder, privateFile] = [0o700, 0o600] as const;

/**
 * Makes a folder and its parents, one by one. Node's `recursive` loops for ever where the system reports an existing folder as missing (`/proc`).
 * @param mode of the folder, without that of its parents
 * @throws the system's error for the first folder that can't be made
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  const made = await mkdir(folder, { mode }).then(
    () => true,
    async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return await checkIsFolder(folder, error);
      if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error;
      return false;
    },
  );
  if (made) return;
  await makeFolder(dirname(folder));
  await mkdir(folder, { mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error; // another process made it
  });
}

/** @throws the given error where the existing entry is not a folder */
async function checkIsFolder(folder: string, error: Error): Promise<true> {
  if ((await stat(folder)).isDirectory()) return true;
  throw error;
}

/** What the system's codes mean, where a person may not know it. */
const meanings: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is no folder',
  EACCES: 'you may not',
  EPERM: 'you may not',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links go round in a circle',
};

/** The system's code of an error with a file, and what it means: `EISDIR: it is a folder`. */
export function fileTrouble({ code, message }: NodeJS.ErrnoException): string {
  if (code === undefined) return message;
  const meaning = meanings[code];
  return meaning === undefined ? code : `${code}: ${meaning}`;
}
