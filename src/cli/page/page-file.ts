import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CommandError, exitCodes } from '../../errors.ts';
import { decodeHtml } from '../../stages/fetch/http/decode.ts';

/** A page that unpacks to more is no page. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads a stored page, gzipped or not, in whatever encoding it is. Its address is unknown: a name under `.invalid` (RFC 2606) stands for it.
 * @throws CommandError (usage) in words
 */
export async function readPageFile(folder: string, path: string): Promise<{ html: string; url: string }> {
  const bytes = await readFile(resolve(folder, path)).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      exitCodes.usage,
      error.code === 'ENOENT'
        ? `${path} is neither a file that exists nor an http(s) address. Addresses are written in full: https://…`
        : `${path} can't be read (${error.code}).`,
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
