import { readFileSync } from 'node:fs';
import { memoryOf, processTree } from '../../../machine/process-tree.ts';

/** One of the browser's processes. */
export interface ProcessMemory {
  readonly pid: number;
  /** Renderers run pages, one or a few each. */
  readonly isRenderer: boolean;
  readonly ownBytes: number;
}

/** The whole tree is looked through so often; renderers, which grow, each time. */
const treeIntervalMs = 1_000;

/**
 * What the processes of a browser take: memory that is theirs alone. All processes of the machine are read once a second only; in between the children of
 * the zygotes, which renderers are born of: a bomb takes 2 GB a second, and reading the whole of /proc ten times a second would cost a fiftieth of a core.
 */
export class BrowserMemory {
  readonly #browserPid: number;
  #zygotes: readonly number[] = [];
  #others: readonly number[] = [];
  #wholeAt = Number.NEGATIVE_INFINITY;

  constructor(browserPid: number) {
    this.#browserPid = browserPid;
  }

  /** Empty where the system has no /proc, or the browser is gone. @param nowMs of a clock that never goes back */
  read(nowMs: number): readonly ProcessMemory[] {
    if (nowMs - this.#wholeAt >= treeIntervalMs) this.#readTree(nowMs);
    const renderers = this.#zygotes.flatMap(childPids).filter((pid) => !this.#others.includes(pid));
    return [
      ...this.#others.flatMap((pid) => readMemory(pid, false)),
      ...renderers.flatMap((pid) => readMemory(pid, true)),
    ];
  }

  #readTree(nowMs: number): void {
    this.#wholeAt = nowMs;
    const kinds = (processTree(this.#browserPid) ?? []).map(({ pid }) => ({ pid, kind: kindOf(pid) }));
    this.#zygotes = kinds.filter(({ kind }) => kind === 'zygote').map(({ pid }) => pid);
    this.#others = kinds.filter(({ kind }) => kind !== 'renderer').map(({ pid }) => pid);
  }
}

function kindOf(pid: number): string {
  return /--type=([\w-]+)/.exec(readFile(`/proc/${pid}/cmdline`) ?? '')?.[1] ?? 'browser';
}

/** A zygote has one thread: the children of that are all it has (proc(5), needs CONFIG_PROC_CHILDREN, which all distributions have). */
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
    return null; // it ended, or there is no /proc
  }
}
