import { readFileSync } from 'node:fs';
import { memoryOf, processTree } from '../../../machine/process-tree.ts';

/** Memory of one of the browser's processes. */
export interface ProcessMemory {
  readonly pid: number;
  /** Renderers run pages: one or a few each. */
  readonly isRenderer: boolean;
  /** Memory that no other process shares. */
  readonly ownBytes: number;
}

/** Milliseconds between two reads of the whole process tree. Renderers are read each time. */
const treeIntervalMs = 1_000;

/**
 * Reads the memory of a browser's processes. A memory bomb takes 2 GB/s, so reads are frequent; reading all of /proc ten times a second would cost 2 % of a
 * core. Between two full reads only the children of the zygotes are looked up: these are the renderers.
 */
export class BrowserMemory {
  readonly #browserPid: number;
  #zygotes: readonly number[] = [];
  #others: readonly number[] = [];
  #treeReadAt = Number.NEGATIVE_INFINITY;

  constructor(browserPid: number) {
    this.#browserPid = browserPid;
  }

  /** Empty without /proc, or when the browser has ended. @param nowMs by a monotonic clock */
  read(nowMs: number): readonly ProcessMemory[] {
    if (nowMs - this.#treeReadAt >= treeIntervalMs) this.#readTree(nowMs);
    const renderers = this.#zygotes.flatMap(childPids).filter((pid) => !this.#others.includes(pid));
    return [
      ...this.#others.flatMap((pid) => readMemory(pid, false)),
      ...renderers.flatMap((pid) => readMemory(pid, true)),
    ];
  }

  #readTree(nowMs: number): void {
    this.#treeReadAt = nowMs;
    const kinds = (processTree(this.#browserPid) ?? []).map(({ pid }) => ({ pid, kind: kindOf(pid) }));
    this.#zygotes = kinds.filter(({ kind }) => kind === 'zygote').map(({ pid }) => pid);
    this.#others = kinds.filter(({ kind }) => kind !== 'renderer').map(({ pid }) => pid);
  }
}

function kindOf(pid: number): string {
  return /--type=([\w-]+)/.exec(readFile(`/proc/${pid}/cmdline`) ?? '')?.[1] ?? 'browser';
}

/** Children of a zygote. It has one thread, so this file has all of them (proc(5); needs CONFIG_PROC_CHILDREN, which all distributions set). */
const childPids = (pid: number): number[] =>
  (readFile(`/proc/${pid}/task/${pid}/children`) ?? '')
    .split(' ')
    .filter((text) => text !== '')
    .map(Number);

function readMemory(pid: number, isRenderer: boolean): ProcessMemory[] {
  const memory = memoryOf(pid);
  return memory === null ? [] : [{ pid, isRenderer, ownBytes: memory.ownBytes }];
}

function readFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // the process has ended, or there is no /proc
  }
}
