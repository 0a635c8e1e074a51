import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';

const block = 512;

/**
 * Writes the plain files of a ustar archive into a folder. Links and devices are not written: the archives that we unpack have none.
 * @throws Error when a name leads out of the folder or the archive is cut off
 */
export async function extractTar(archive: Buffer, folder: string): Promise<void> {
  for (let at = 0; at + block <= archive.length; ) {
    const header = archive.subarray(at, at + block);
    if (header[0] === 0) return; // two empty blocks end an archive
    const size = octal(header, 124, 12);
    const start = at + block;
    if (start + size > archive.length) throw new Error('the archive ends in the middle of a file');
    const kind = String.fromCharCode(header[156] ?? 0);
    if (kind === '0' || kind === '\0') {
      const target = inside(folder, text(header, 345, 155), text(header, 0, 100));
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, archive.subarray(start, start + size), { mode: octal(header, 100, 8) & 0o777 });
    }
    at = start + Math.ceil(size / block) * block;
  }
}

function inside(folder: string, prefix: string, name: string): string {
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
