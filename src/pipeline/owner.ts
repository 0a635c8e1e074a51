import { hostname } from 'node:os';
import { signalProcess } from '../process-tree.ts';

/** Names this process as the holder of leases: machine, process, start. */
export const ownerName = (startedAt: Date): string =>
  `${hostname()}:${process.pid}:${startedAt.getTime().toString(36)}`;

/**
 * Whether the process of that name can't be running any more: it was on this machine, and its number is free or ours. Of other machines nothing is known;
 * their leases expire by themselves.
 */
export function isDead(owner: string, self: string): boolean {
  if (owner === self) return false;
  const [host, pid] = owner.split(':');
  // a number of no process (0 is our own group) is as unknown as another machine's
  if (host !== hostname() || !/^[1-9]\d{0,14}$/.test(pid ?? '')) return false;
  return Number(pid) === process.pid || !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    return signalProcess(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // there, but somebody else's
  }
}
