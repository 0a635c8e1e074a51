import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError, exitCodes } from '../../errors.ts';
import { makeFolder } from '../../machine/make-folder.ts';

/** Writes a file that is not there yet. @param advice for a folder that can't be written @throws CommandError (usage) */
export async function writeNew(file: string, content: string | Uint8Array, advice: string): Promise<void> {
  try {
    await makeFolder(dirname(file));
    // wx: a file that was created since the check is not overwritten either.
    await writeFile(file, content, { flag: 'wx' });
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    throw new CommandError(exitCodes.usage, `${path ?? file} can't be written (${code}). ${advice}`, { cause: error });
  }
}
