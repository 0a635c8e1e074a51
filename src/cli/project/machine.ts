import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What `doctor` asks of the machine: a test brings its own. */
export interface Machine {
  readonly nodeVersion: string;
  readonly platform: string;
  /** Names of fonts with Chinese letters; null where the machine can't tell (no fontconfig). */
  chineseFonts(): Promise<readonly string[] | null>;
  /** Bytes that are free where `folder`, or the nearest folder above it that exists, lies; null where files can't be kept (`/proc`). */
  freeBytes(folder: string): Promise<number | null>;
}

export const localMachine: Machine = {
  nodeVersion: process.versions.node,
  platform: process.platform,
  chineseFonts,
  freeBytes,
};

async function chineseFonts(): Promise<readonly string[] | null> {
  // macOS and Windows come with such fonts, and without fontconfig.
  if (process.platform !== 'linux') return [process.platform];
  try {
    const { stdout } = await run('fc-list', [':lang=zh', 'family'], { timeout: 10_000 });
    return stdout.split('\n').filter((line) => line !== '');
  } catch {
    return null; // no fontconfig: the answer of this probe, not a failure of it
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
