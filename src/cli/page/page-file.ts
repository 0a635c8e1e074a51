import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CommandError, exitCodes } from '../../errors.ts';
import { fileTrouble } from '../../machine/file-trouble.ts';
import { decodeHtml } from '../../stages/fetch/http/decode.ts';

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
