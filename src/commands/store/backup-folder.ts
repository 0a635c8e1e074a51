import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandError, exitCodes, NewshawkError } from '../../errors.ts';

/** What stands beside the store in a backup. It is written last: a folder without it is no backup. */
const manifestSchema = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** Where the store was. */
  of: z.string(),
  articles: z.number().int(),
  blobs: z.number().int(),
  /** Number of defects that the store had already. */
  defects: z.number().int(),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

export const manifestName = 'backup.json';

export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  await using handle = await open(join(folder, manifestName), 'wx');
  await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
  await handle.sync();
}

/** @throws CommandError (refused) where the folder is no finished backup */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => null);
  const manifest = text === null ? null : manifestSchema.safeParse(parsed(text));
  if (manifest?.success) return manifest.data;
  throw new CommandError(
    exitCodes.refused,
    `${folder} is no backup: it lacks a readable ${manifestName}, which \`newshawk store backup\` writes last.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the schema refuses it
  }
}

/** Whether nothing is at a path, or an empty folder. */
export async function isFree(path: string): Promise<boolean> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  return stats === null || (stats.isDirectory() && (await readdir(path)).length === 0);
}

/** Makes a rename last beyond a power cut. */
export async function flushFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

const fileAdvice: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: free some space, then try again',
  EDQUOT: 'the disk quota is used up: free some space, then try again',
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'the file system is read-only',
  EBUSY: 'it, or a folder in it, is a mount point: name another folder',
};

/** Runs `work`. @throws NewshawkError store, with advice, for the system's errors */
export async function onDisk<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NewshawkError || error instanceof CommandError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const { message } = error instanceof Error ? error : { message: String(error) };
    const hint = fileAdvice[code];
    throw new NewshawkError('store', `${folder} can't be written: ${hint ?? message}`, { cause: error });
  }
}
