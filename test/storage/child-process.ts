import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface StoreChild {
  readonly process: ChildProcess;
  /** All lines so far, parsed. */
  readonly lines: readonly unknown[];
  /** Resolves when the process has ended and all of its output is read. @throws Error where it failed by itself */
  readonly ended: Promise<void>;
  /** kill -9 once that many lines are there. */
  killAfter(lines: number): Promise<void>;
}

export function startChild(job: string, address: string, name: string, count: number): StoreChild {
  const script = join(import.meta.dirname, 'child.ts');
  const child = spawn(process.execPath, [script, job, address, name, String(count)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: unknown[] = [];
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => {
    stderr += text;
  });
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(JSON.parse(line)));
  const ended = Promise.all([once(child, 'close'), once(reader, 'close')]).then(([[code, signal]]) => {
    if (code !== 0 && signal !== 'SIGKILL') throw new Error(`child ${name} ended with ${code ?? signal}: ${stderr}`);
  });
  const killAfter = async (wanted: number) => {
    reader.on('line', () => {
      if (lines.length >= wanted) child.kill('SIGKILL');
    });
    await ended;
  };
  return { process: child, lines, ended, killAfter };
}
