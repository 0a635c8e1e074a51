import { type FileHandle, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { CommandError, exitCodes } from '../errors.ts';
import { fileTrouble } from '../machine/file-trouble.ts';

/** Replaces a file atomically: a reader sees the old text or the new one. @param what for the message: `The model` @throws CommandError (usage) where it can't be written */
export async function replaceFile(path: string, text: string, what: string): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new CommandError(
      exitCodes.usage,
      `${what} can't be written to ${path} (${fileTrouble(error as NodeJS.ErrnoException)}). Name a file in an existing folder with enough space.`,
      { cause: error },
    );
  }
}

/** Letters or bytes that are collected before they are written: one call of the system for many small parts. */
const writeAtOnce = 256 * 1024;

/**
 * Writes a file from parts as they come. It has its name once it is whole: before, a reader sees the file that was there. A device or a pipe is written directly.
 * @param signal ends it: what was there stays @returns whether it is written; false: it was ended
 * @throws CommandError (usage; output where only a part could be written)
 */
export async function writeParts(
  file: string,
  parts: AsyncIterable<string | Uint8Array>,
  signal?: AbortSignal,
): Promise<boolean> {
  let draft: string | null = null;
  let isWhole = false;
  try {
    const target = await targetOf(file);
    draft = target.draft;
    {
      await using handle = await open(draft ?? target.path, 'w');
      isWhole = await writeAll(handle, parts, signal);
    }
    if (isWhole && draft !== null) await rename(draft, target.path);
    return isWhole;
  } catch (error) {
    isWhole = false;
    throw unwritable(file, error);
  } finally {
    if (!isWhole && draft !== null) await rm(draft, { force: true });
  }
}

/** Where a file is written: through links, so that a link stays one. No draft: it is no regular file. */
async function targetOf(file: string): Promise<{ readonly path: string; readonly draft: string | null }> {
  const known = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (known !== null && !known.isFile()) return { path: file, draft: null };
  const path = known === null ? file : await realpath(file);
  return { path, draft: `${path}.${process.pid}.tmp` };
}

async function writeAll(handle: FileHandle, parts: AsyncIterable<string | Uint8Array>, signal?: AbortSignal) {
  let [waiting, size] = [[] as Uint8Array[], 0];
  // appendFile, since `write` may write only a part
  const flush = async () => {
    await handle.appendFile(Buffer.concat(waiting));
    [waiting, size] = [[], 0];
  };
  for await (const part of parts) {
    if (signal?.aborted) return false;
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    waiting.push(bytes);
    size += bytes.length;
    if (size >= writeAtOnce) await flush();
  }
  if (size > 0) await flush();
  return !signal?.aborted;
}

function unwritable(file: string, error: unknown): unknown {
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  return new CommandError(
    syscall === 'open' || syscall === 'stat' ? exitCodes.usage : exitCodes.output,
    `${file} can't be written (${fileTrouble(error as NodeJS.ErrnoException)}). Give -o a file in an existing folder with enough space.`,
    { cause: error },
  );
}
