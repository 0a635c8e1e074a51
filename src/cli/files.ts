import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CommandError, exitCodes } from '../errors.ts';
import { fileTrouble } from '../machine/make-folder.ts';
import { decodeHtml } from '../stages/fetch/http/decode.ts';
import type { Session } from './session.ts';
import { streamLines } from './terminal/lines.ts';

/** The lines of a batch: of the named file, or of stdin. @param batch true: the option was given without a file @throws CommandError (usage) where the file can't be read */
export async function batchLines(session: Session, batch: string | true): Promise<AsyncIterable<string>> {
  if (batch === true || batch === '-') return session.inputLines();
  const stream = createReadStream(resolve(session.io.cwd, batch));
  await new Promise<void>((done, fail) =>
    stream.once('open', () => done()).once('error', (error) => fail(unreadable(batch, error))),
  );
  return streamLines(stream, session.signal);
}

/** The text of a file. @throws CommandError (usage) where it can't be read */
export async function textOfFile(session: Session, path: string): Promise<string> {
  try {
    return await readFile(resolve(session.io.cwd, path), 'utf8');
  } catch (error) {
    throw unreadable(path, error as NodeJS.ErrnoException);
  }
}

/** The value in a JSON file. @throws CommandError (usage) where it can't be read, or is not JSON */
export async function jsonOfFile(cwd: string, path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(resolve(cwd, path), 'utf8'));
  } catch (cause) {
    throw new CommandError(exitCodes.usage, `${path} can't be read: ${(cause as Error).message}`, { cause });
  }
}

const unreadable = (path: string, error: NodeJS.ErrnoException): CommandError =>
  new CommandError(
    exitCodes.usage,
    error.code === 'ENOENT' ? `${path} does not exist.` : `${path} can't be read (${fileTrouble(error)}).`,
    { cause: error },
  );

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
export async function writeWhole(
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

/** Largest unpacked page. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads a page from a file, gzipped or not, in any encoding. Its address is unknown: a name under `.invalid` (RFC 2606) replaces it.
 * @throws CommandError (usage)
 */
export async function readPageFile(folder: string, path: string): Promise<{ html: string; url: string }> {
  const bytes = await readFile(resolve(folder, path)).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      exitCodes.usage,
      error.code === 'ENOENT'
        ? `${path} is neither an existing file nor an http(s) address. Write addresses in full: https://…`
        : `${path} can't be read (${fileTrouble(error)}).`,
      { cause: error },
    );
  });
  return {
    html: decodeHtml(unpacked(bytes, path), {}).html,
    url: `https://file.invalid/${encodeURIComponent(basename(path))}`,
  };
}

function unpacked(bytes: Uint8Array, path: string): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw new CommandError(exitCodes.usage, `${path} looks gzipped and can't be unpacked: damaged or too large.`, {
      cause,
    });
  }
}
