import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { livingProcess, signalProcess } from '../../machine/process-tree.ts';

/** The system's process list; tests provide their own. */
export interface ProcessList {
  /** Identifies kernel and process namespace: two containers of one machine differ. Null: the system does not report it. */
  readonly machine: string | null;
  /** Start time of a process in the system's own unit; null: no such process runs; `unknown`: the system does not report it. */
  startOf(pid: number): string | null;
}

/**
 * The name of this process as an owner of leases: host, process id, start time, and machine. Process ids are reused, and all containers of one image may have the
 * same host name.
 */
export function ownerName(startedAt: Date, processes: ProcessList = localProcesses): string {
  const start = processes.startOf(process.pid);
  const begun = start === null || start === unknownStart ? `t${startedAt.getTime().toString(36)}` : start;
  return `${hostname()}:${process.pid}:${begun}:${processes.machine ?? '-'}`;
}

/** An owner as people see it: host and process id. */
export const ownerText = (owner: string): string => owner.split(':').slice(0, 2).join(':');

/**
 * Whether the process of an owner runs. `unknown`: it is on another machine or in another container, and only its heartbeats show life. Without a machine
 * the host name is compared.
 */
export function ownerState(
  owner: string,
  self: string,
  processes: ProcessList = localProcesses,
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

/** The processes of this machine, by /proc where it exists. */
export const localProcesses: ProcessList = { machine: machineId(), startOf };

function startOf(pid: number): string | null {
  const living = livingProcess(pid);
  if (living !== null) return String(living.startedAt);
  try {
    // a process that /proc does not show but that accepts signals is a zombie
    return signalProcess(pid, 0) && localProcesses.machine === null ? unknownStart : null;
  } catch {
    return unknownStart; // it runs under another user
  }
}

/** Eight hex digits that identify the boot of the kernel and our process namespace. */
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
