import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** Files in memory on Linux. */
const memory = '/dev/shm';
/** Of memory and of the file system, bytes: the tests have some hundred MB of files at a time. Containers give it 64 MB by default. */
const needed = 6 * 2 ** 30;

/**
 * A temporary folder in memory: tests open some thousand small stores, and on a disk they wait for each to be synced. They kill processes, never the machine,
 * so what they say of kill -9 holds there too.
 * @returns null where there is no such file system, it is small, or it runs no programs
 */
export function memoryFolder(): string | null {
  let folder: string | null = null;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, freemem()) < needed) return null;
    folder = mkdtempSync(join(memory, 'newshawk-tests-'));
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\nexit 0\n');
    chmodSync(program, 0o755);
    if (spawnSync(program).status === 0) return folder;
  } catch {
    // no such file system, or not for us: the tests run on the disk
  }
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
  return null;
}
