import { execFile } from 'node:child_process';
import { readFile, stat, statfs } from 'node:fs/promises';
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
  /** Of these paths, those that other users of the machine may read or enter; none where there are no such rights (Windows), and of what does not exist. */
  openToOthers(paths: readonly string[]): Promise<readonly string[]>;
  /** Ids of the Linux distribution and of those that it is like (`ubuntu`, `debian`); empty: unknown. */
  distribution(): Promise<readonly string[]>;
  /** Of sysctl; null: this kernel does not have it. */
  kernelSetting(name: string): Promise<string | null>;
}

export const localMachine: Machine = {
  nodeVersion: process.versions.node,
  platform: process.platform,
  chineseFonts,
  freeBytes,
  openToOthers,
  distribution,
  kernelSetting,
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

async function openToOthers(paths: readonly string[]): Promise<readonly string[]> {
  if (process.platform === 'win32') return [];
  const modes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ mode }) => mode,
        () => 0,
      ),
    ),
  );
  return paths.filter((_, at) => ((modes[at] ?? 0) & 0o077) !== 0);
}

/** By os-release: `ID=ubuntu`, `ID_LIKE="debian"`. */
async function distribution(): Promise<readonly string[]> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => ''); // not Linux, or without the file: unknown
  return [...text.matchAll(/^ID(?:_LIKE)?=["']?([^"'\n]*)/gm)]
    .flatMap(([, ids = '']) => ids.split(' '))
    .filter((id) => id !== '');
}

function kernelSetting(name: string): Promise<string | null> {
  return readFile(`/proc/sys/${name.replaceAll('.', '/')}`, 'utf8').then(
    (text) => text.trim(),
    () => null, // the kernel has no such setting
  );
}
