import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';

/** Bytes. */
const blockSize = 512;

/**
 * Extracts the regular files of a ustar archive into a folder. Links and devices are skipped: our archives have none.
 * @throws Error for a name outside the folder, or a truncated archive
 */
export async function extractTar(archive: Buffer, folder: string): Promise<void> {
  for (let at = 0; at + blockSize <= archive.length; ) {
    const header = archive.subarray(at, at + blockSize);
    if (header[0] === 0) return; // two empty blocks end an archive
    const size = octal(header, 124, 12);
    const start = at + blockSize;
    if (start + size > archive.length) throw new Error('the archive ends in the middle of a file');
    const kind = String.fromCharCode(header[156] ?? 0);
    if (kind === '0' || kind === '\0') {
      const target = pathInside(folder, text(header, 345, 155), text(header, 0, 100));
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, archive.subarray(start, start + size), { mode: octal(header, 100, 8) & 0o777 });
    }
    at = start + Math.ceil(size / blockSize) * blockSize;
  }
}

function pathInside(folder: string, prefix: string, name: string): string {
  const relative = normalize(prefix === '' ? name : `${prefix}/${name}`);
  if (relative === '..' || relative.startsWith(`..${sep}`) || relative.startsWith(sep))
    throw new Error(`the archive names a file outside of its folder: ${name}`);
  return join(folder, relative);
}

const octal = (header: Buffer, at: number, length: number): number =>
  Number.parseInt(text(header, at, length).trim() || '0', 8);

function text(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
}
