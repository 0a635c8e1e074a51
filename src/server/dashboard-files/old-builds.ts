import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** ms. A build that was made or served later than this is kept. */
const keptMs = 24 * 3_600_000;
/** File in a build's folder whose time says when it was last read: by the clock of the file system, as the times of the folders. */
const usedMark = 'used';
/** The name of a build's folder, and of an unfinished one. */
const buildName = /^(?:[0-9a-f]{20}|building-\w{6})$/;

/** Notes that a build is in use, so that another process does not remove it. A folder that can't be written is nobody's to remove, either. */
export async function markUsed(build: string): Promise<void> {
  await writeFile(join(build, usedMark), '').catch((error: NodeJS.ErrnoException) => {
    if (!['EACCES', 'EROFS', 'EPERM', 'ENOENT', 'ENOSPC'].includes(error.code ?? '')) throw error;
  });
}

/**
 * Removes the builds beside a new one that nobody has read for a day: of other sources, or unfinished. A server has its files in memory, so none misses them.
 * @param build folder of the new build, which was marked as used just now @returns the names of those removed
 */
export async function removeOldBuilds(build: string): Promise<readonly string[]> {
  const folder = dirname(build);
  const now = await lastUseMs(build);
  const removed: string[] = [];
  for (const name of (await readdir(folder)).filter((other) => buildName.test(other) && other !== basename(build))) {
    const place = join(folder, name);
    // another process may remove it at the same time
    if (now - (await lastUseMs(place)) <= keptMs) continue;
    await rm(place, { recursive: true, force: true });
    removed.push(name);
  }
  return removed;
}

/** When it was made or read last, ms since 1970; infinite where it is gone. */
async function lastUseMs(build: string): Promise<number> {
  const times = await Promise.all(
    [build, join(build, usedMark)].map((path) =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null;
          throw error;
        },
      ),
    ),
  );
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...known);
}
