import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second (USER_HZ), whatever the kernel's own clock. */
const ticksPerSecond = 100;

interface ProcessTimes {
  readonly parent: number;
  /** Own time and that of children which have ended, s. */
  readonly seconds: number;
}

/**
 * CPU-seconds of this process and all below it, ended children included as far as their parents have waited for them (proc(5), stat fields 14 to 17).
 * Null where the system has no /proc.
 */
export function treeCpuSeconds(pid: number): number | null {
  const all = readAll();
  if (all === null) return null;
  const children = Map.groupBy(all.keys(), (id) => all.get(id)?.parent ?? 0);
  const sum = (id: number): number =>
    (all.get(id)?.seconds ?? 0) + (children.get(id) ?? []).reduce((total, child) => total + sum(child), 0);
  return sum(pid);
}

function readAll(): Map<number, ProcessTimes> | null {
  try {
    const ids = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
    return new Map(ids.flatMap((id) => timesOf(id)));
  } catch {
    return null; // no Linux
  }
}

function timesOf(id: number): [number, ProcessTimes][] {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    // The name in brackets may hold spaces and brackets itself: fields are counted from the last one.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, ticks = 0] = [fields[1], fields.slice(11, 15).reduce((total, value) => total + value, 0)];
    return [[id, { parent, seconds: ticks / ticksPerSecond }]];
  } catch {
    return []; // it ended between the listing and the reading
  }
}
