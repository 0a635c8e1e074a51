import { utimes, writeFile } from 'node:fs/promises';
import type { Clock, Log } from '../../ports.ts';

/**
 * Touches a file as a sign of life, for a health check that costs nothing: `find <file> -mmin -1`. A file that can't be written is said once and is no reason
 * to end a run.
 */
export function aliveFile(file: string | null, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
  let isSaid = false;
  return async (): Promise<void> => {
    if (file === null) return;
    const now = clock.now();
    try {
      await utimes(file, now, now).catch(() => writeFile(file, '')); // not there yet
    } catch (error) {
      if (!isSaid) log.warn('run.alive-file', { file, why: String(error) });
      isSaid = true;
    }
  };
}
