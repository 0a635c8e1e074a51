import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second (USER_HZ), whatever the kernel's own clock. */
const ticksPerSecond = 100;
/** Page size of x86-64, and of most arm64 kernels. */
const pageBytes = 4_096;

/** What /proc says of a process. */
interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** When it started, in hundredths of a second since the machine's start: `pid` and this together identify a process, since numbers are reused. */
  readonly startedAt: number;
  /** At most 15 characters of the program's name. */
  readonly name: string;
  /** Own CPU time and that of ended children that were waited for. */
  readonly cpuSeconds: number;
}

interface ProcessMemory {
  /** Memory that no other process shares (resident minus shared, statm): summed over processes, what ending them would free. */
  readonly ownBytes: number;
  readonly residentBytes: number;
}

/** One process of a tree. */
export interface TreeProcess extends ProcessStat, ProcessMemory {}

/**
 * This process and all its descendants, parents first; empty where the process does not exist, null where the system has no /proc. Reads one file per process
 * of the machine, synchronously: about 15 us each.
 */
export function processTree(pid: number): readonly TreeProcess[] | null {
  const all = readAll();
  if (all === null) return null;
  const children = Map.groupBy(all.values(), ({ parent }) => parent);
  const root = all.get(pid);
  const tree = root === undefined ? [] : [root];
  // The loop also visits the members that it appends, so children follow their parents.
  for (const { pid: parent } of tree) tree.push(...(children.get(parent) ?? []));
  return tree.map((member) => ({ ...member, ...(memoryOf(member.pid) ?? { residentBytes: 0, ownBytes: 0 }) }));
}

/**
 * CPU-seconds of this process and all its descendants, including ended children that were waited for (proc(5), stat fields 14 to 17).
 * Null where the system has no /proc.
 */
export function treeCpuSeconds(pid: number): number | null {
  return processTree(pid)?.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) ?? null;
}

/**
 * Sends a signal to one process; signal 0 only checks that it exists. Refuses pids below 1, which the system reads as groups: 0 is our own group, a negative
 * number another group, -1 every process.
 * @returns false where the process does not exist
 * @throws RangeError for a pid below 1; Error (EPERM) where the process belongs to another user
 */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) throw new RangeError(`${pid} is not the number of a process`);
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Whether the same process still exists; a reused pid does not count. */
export const isAlive = ({ pid, startedAt }: { readonly pid: number; readonly startedAt: number }): boolean =>
  livingProcess(pid)?.startedAt === startedAt;

/** Null where the process does not exist, or is a zombie. */
export function livingProcess(pid: number): ProcessStat | null {
  const stat = readProcess(pid, 'stat');
  return stat === null || /\) Z /.test(stat) ? null : parseStat(pid, stat);
}

function readAll(): Map<number, ProcessStat> | null {
  try {
    const ids = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
    return new Map(ids.flatMap((id) => statOf(id)).map((stat) => [stat.pid, stat]));
  } catch {
    return null; // not Linux
  }
}

function statOf(pid: number): ProcessStat[] {
  const stat = readProcess(pid, 'stat');
  return stat === null ? [] : [parseStat(pid, stat)];
}

function parseStat(pid: number, stat: string): ProcessStat {
  // The name in brackets may contain spaces and brackets: fields are counted after the last bracket.
  const end = stat.lastIndexOf(')');
  const fields = stat
    .slice(end + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, ticks = 0] = [fields[1], fields.slice(11, 15).reduce((total, value) => total + value, 0)];
  const name = stat.slice(stat.indexOf('(') + 1, end);
  return { pid, parent, startedAt: fields[19] ?? 0, name, cpuSeconds: ticks / ticksPerSecond };
}

/** Null where the process does not exist. */
export function memoryOf(pid: number): ProcessMemory | null {
  const statm = readProcess(pid, 'statm');
  if (statm === null) return null;
  const [, resident = 0, shared = 0] = statm.split(' ').map(Number);
  return { residentBytes: resident * pageBytes, ownBytes: Math.max(0, resident - shared) * pageBytes };
}

function readProcess(pid: number, file: 'stat' | 'statm'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null; // it ended between the listing and the reading
  }
}
