import { utimes, writeFile } from 'node:fs/promises';
import type { Clock, Log } from '../../ports.ts';

/**
 * Touches a file as a heartbeat for a cheap health check: `find <file> -mmin -1`. A write error is logged once and does not end the run.
 */
export function aliveFile(file: string | null, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
  let hasWarned = false;
  return async (): Promise<void> => {
    if (file === null) return;
    const now = clock.now();
    try {
      await utimes(file, now, now).catch(() => writeFile(file, '')); // it does not exist yet
    } catch (error) {
      if (!hasWarned) log.warn('run.alive-file', { file, why: String(error) });
      hasWarned = true;
    }
  };
}
