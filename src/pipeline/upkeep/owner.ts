import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { livingProcess, signalProcess } from '../../machine/process-tree.ts';

/** What the system says of one process; tests bring their own. */
export interface ProcessList {
  /** Which kernel and which numbering of processes: two containers of one machine differ. Null where the system does not tell. */
  readonly machine: string | null;
  /** When the process of this number started, in the system's own count; null: it does not run, `unknown`: the system does not tell. */
  startOf(pid: number): string | null;
}

/**
 * Names this process as the holder of leases: host, process id, its start, and the machine that counts both. A number alone is given again to later processes,
 * and a host's name is that of every container made from one file.
 */
export function ownerName(startedAt: Date, processes: ProcessList = thisMachine): string {
  const start = processes.startOf(process.pid);
  const begun = start === null || start === unknownStart ? `t${startedAt.getTime().toString(36)}` : start;
  return `${hostname()}:${process.pid}:${begun}:${processes.machine ?? '-'}`;
}

/** For people: which process on which host. */
export const ownerText = (owner: string): string => owner.split(':').slice(0, 2).join(':');

/**
 * Whether the process of that name runs. `unknown`: it was on another machine or in another container; only its signs of life tell. A name of an older version
 * has no machine: then the host's name has to do.
 */
export function lifeOf(
  owner: string,
  self: string,
  processes: ProcessList = thisMachine,
): 'alive' | 'dead' | 'unknown' {
  if (owner === self) return 'alive';
  const [host, pidText = '', start = '', machine = null] = owner.split(':');
  if (!/^[1-9]\d*$/.test(pidText)) return 'unknown';
  const isHere = machine === null || machine === '-' ? host === hostname() : machine === processes.machine;
  if (!isHere) return 'unknown';
  const runningStart = processes.startOf(Number(pidText));
  if (runningStart === null || Number(pidText) === process.pid) return 'dead';
  if (!/^\d+$/.test(start) || runningStart === unknownStart) return machine === null ? 'unknown' : 'alive';
  return runningStart === start ? 'alive' : 'dead';
}

const unknownStart = 'unknown';

/** The processes of the machine that we run on: by /proc where there is one. */
export const thisMachine: ProcessList = { machine: machineId(), startOf };

function startOf(pid: number): string | null {
  const living = livingProcess(pid);
  if (living !== null) return String(living.startedAt);
  try {
    // Where /proc shows no such process, a number that still takes signals is that of a zombie.
    return signalProcess(pid, 0) && thisMachine.machine === null ? unknownStart : null;
  } catch {
    return unknownStart; // there, but somebody else's
  }
}

/** Eight hex digits of the kernel's start and the numbering of processes that we belong to. */
function machineId(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return createHash('sha256')
      .update(`${boot} ${readlinkSync('/proc/self/ns/pid')}`)
      .digest('hex')
      .slice(0, 8);
  } catch {
    return null;
  }
}
