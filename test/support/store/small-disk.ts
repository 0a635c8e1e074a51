import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endChild } from '../child-server.ts';

export interface SmallDisk extends AsyncDisposable {
  /** A folder on a separate file system, for the processes that `within` runs. */
  readonly folder: string;
  /** The same folder, for everybody else. */
  readonly outside: string;
  /** Program and arguments that run a command which sees the disk. */
  readonly within: readonly string[];
  /** Takes the free space of the file system of a folder below `folder` (`''`: itself), but for `leftKb` kB, with a file named `ballast`. */
  fill(below: string, leftKb: number): Promise<void>;
  /** Gives it back. */
  free(below: string): Promise<void>;
}

const ballast = 'ballast';
const pageBytes = 4_096;

/**
 * Small file systems (tmpfs) that really get full: in a mount namespace, which ends with its process. `parts` are folders below the disk's that are
 * separate disks. @returns a text where there can be none: why
 */
export async function openSmallDisk(megabytes: number, parts: readonly string[] = []): Promise<SmallDisk | string> {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-disk-'));
  const mounts = ['', ...parts].map((part) => {
    const at = join(folder, part);
    return `mkdir -p '${at}' && mount -t tmpfs -o size=${megabytes}m tmpfs '${at}'`;
  });
  const script = `${mounts.join(' && ')} && echo ready && read end`;
  const holder = spawn('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', script], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [holder.stdout, holder.stderr])
    stream.on('data', (text: Buffer) => {
      said += text;
    });
  const failed = once(holder, 'error').then(([error]: Error[]) => String(error));
  const ended = once(holder, 'exit').then(() => said.trim() || 'unshare ended');
  const why = await Promise.race([failed, ended, once(holder.stdout, 'data').then(() => null)]);
  const close = async (): Promise<void> => {
    await endChild(holder);
    await rm(folder, { recursive: true, force: true });
  };
  if (why !== null) {
    await close();
    return `no small file system can be made: ${why}`;
  }
  const outside = join('/proc', String(holder.pid), 'root', folder);
  const enter = ['nsenter', '--target', String(holder.pid), '--user', '--mount', '--preserve-credentials'];
  return {
    folder,
    outside,
    // another namespace begins in its root
    within: [...enter, 'sh', '-c', `cd '${process.cwd()}' && exec "$0" "$@"`],
    fill: async (below, leftKb) => {
      const file = join(outside, below, ballast);
      const { bavail, bsize } = await statfs(join(outside, below));
      const pages = Math.floor((bavail * bsize - leftKb * 1_024) / pageBytes);
      await writeFile(file, Buffer.alloc(pages * pageBytes, 1));
    },
    free: (below) => truncate(join(outside, below, ballast), 0),
    [Symbol.asyncDispose]: close,
  };
}
