import { hostname } from 'node:os';

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
  if (host !== hostname() || !/^\d+$/.test(pid ?? '')) return false;
  return Number(pid) === process.pid || !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // there, but somebody else's
  }
}
