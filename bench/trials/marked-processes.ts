import { readdir, readFile } from 'node:fs/promises';
import { pause } from './trial.ts';

/** The variable by which a process and all that it starts are found, also when it is gone. */
const variable = 'TRIAL_MARK';

export const markOf = (mark: string): Readonly<Record<string, string>> => ({ [variable]: mark });

export interface MarkedProcess {
  readonly pid: number;
  readonly command: string;
}

/** Living processes that a marked process is or has started. */
export async function markedProcesses(mark: string): Promise<MarkedProcess[]> {
  const wanted = `${variable}=${mark}`;
  const marked: MarkedProcess[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // a process may end meanwhile; a zombie has no environment any more
    const read = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '');
    if (!(await read('environ')).split('\0').includes(wanted)) continue;
    marked.push({ pid: Number(name), command: (await read('cmdline')).replaceAll('\0', ' ').trim() });
  }
  return marked;
}

/** @returns ms until no marked process was left, or those that stayed longer than the limit */
export async function untilGone(mark: string, limitMs: number): Promise<number | readonly MarkedProcess[]> {
  const begun = performance.now();
  for (;;) {
    const left = await markedProcesses(mark);
    const tookMs = performance.now() - begun;
    if (left.length === 0) return tookMs;
    if (tookMs > limitMs) return left;
    await pause(50);
  }
}
