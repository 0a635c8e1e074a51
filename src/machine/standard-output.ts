import { createWriteStream, fstatSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * stdout. For a file it is a stream that repeats partial writes: on a nearly full disk `process.stdout` takes a partial write for a whole one, and the end
 * would be lost without an error.
 */
export function standardOutput(): NodeJS.WritableStream {
  const stats = fstatSync(1);
  const isFile = stats.isFile() || (stats.isCharacterDevice() && !isatty(1));
  return isFile ? createWriteStream('', { fd: 1, autoClose: false }) : process.stdout;
}
