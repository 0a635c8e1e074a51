import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What `doctor` needs to know of the machine. Tests pass their own. */
export interface Machine {
  readonly nodeVersion: string;
  readonly platform: string;
  /** Names of fonts with Chinese letters; null where they are unknown (no fontconfig). */
  chineseFonts(): Promise<readonly string[] | null>;
  /** Free bytes on the disk of `folder`, or of its nearest existing parent; null where files can't be stored (`/proc`). */
  freeBytes(folder: string): Promise<number | null>;
}

export const localMachine: Machine = {
  nodeVersion: process.versions.node,
  platform: process.platform,
  chineseFonts,
  freeBytes,
};

async function chineseFonts(): Promise<readonly string[] | null> {
  // macOS and Windows include such fonts, but no fontconfig.
  if (process.platform !== 'linux') return [process.platform];
  try {
    const { stdout } = await run('fc-list', [':lang=zh', 'family'], { timeout: 10_000 });
    return stdout.split('\n').filter((line) => line !== '');
  } catch {
    return null; // no fontconfig: the fonts are unknown
  }
}

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return blocks === 0 ? null : bavail * bsize;
  } catch (error) {
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return freeBytes(parent);
  }
}
