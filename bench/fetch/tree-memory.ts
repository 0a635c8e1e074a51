import { processTree } from '../../src/machine/process-tree.ts';

const intervalMs = 400;

/** Watches from outside what a process and all below it hold: memory that they share with nobody, its highest sum in bytes. */
export function watchMemory(pid: number): { stop(): number } {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, treeOwnBytes(pid));
  }, intervalMs);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

export const treeOwnBytes = (pid: number): number =>
  (processTree(pid) ?? []).reduce((sum, { ownBytes }) => sum + ownBytes, 0);
