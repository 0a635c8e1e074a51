import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

/** A control group that limits us: a container's, a service's. */
export interface LimitedGroup {
  /** Limit of CPU time, in cores; null: no limit. */
  readonly cores: number | null;
  /** Null: no limit. */
  readonly memoryBytes: number | null;
  /** CPU time used so far, s. */
  readonly cpuSeconds: () => number;
  /** Memory in use, without the inactive file cache, which the kernel drops first (the "working set" of Kubernetes: current - inactive_file). */
  readonly usedBytes: () => number;
}

/** Bytes. Version 1 reports a number near 2^63 where there is no limit. */
const unlimitedBytes = 2 ** 60;

/**
 * The own group and its ancestors, those with a limit (docs.kernel.org: cgroup-v2, cgroup-v1/cpuacct, sched-bwc, memory). Both versions may be mounted at
 * the same time. Limits are read once: they rarely change while a process runs.
 */
export function limitedGroups(root = '/'): LimitedGroup[] {
  const lines = (read(join(root, 'proc/self/cgroup')) ?? '').split('\n');
  const groups = lines.flatMap((line) => {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined) return [];
    const top = join(root, 'sys/fs/cgroup');
    if (controllers === '') return foldersOf(top, path).map(unifiedGroup);
    // Version 1 mounts controllers in a folder that is named after all of them or after one of them.
    const names = controllers.split(',');
    const mount = [controllers, ...names].map((name) => join(top, name)).find((folder) => existsSync(folder));
    if (mount === undefined) return [];
    return foldersOf(mount, path).flatMap((folder) => [
      ...(names.includes('cpu') ? [cpuGroup(folder)] : []),
      ...(names.includes('memory') ? [memoryGroup(folder)] : []),
    ]);
  });
  return groups.filter(({ cores, memoryBytes }) => cores !== null || memoryBytes !== null);
}

/** Cores that this process may use, limited by machine, affinity and container quota; may be a fraction. */
export const usableCores = (groups: readonly LimitedGroup[] = limitedGroups()): number =>
  Math.max(0.1, Math.min(availableParallelism(), ...groups.flatMap(({ cores }) => cores ?? [])));

function foldersOf(top: string, path: string): string[] {
  const own = join(top, path);
  // A container without a cgroup namespace sees the host's path; its own group is mounted at the top.
  return existsSync(own) ? foldersUpTo(top, own) : [top];
}

const foldersUpTo = (top: string, folder: string): string[] =>
  folder.length <= top.length ? [top] : [folder, ...foldersUpTo(top, dirname(folder))];

/** Version 2: one folder holds everything. */
function unifiedGroup(folder: string): LimitedGroup {
  const [quota, period] = (read(join(folder, 'cpu.max')) ?? '').trim().split(' ').map(Number);
  return {
    cores: coresOf(quota, period),
    memoryBytes: bytesOf(read(join(folder, 'memory.max'))),
    cpuSeconds: () => fieldOf(read(join(folder, 'cpu.stat')), 'usage_usec') / 1e6,
    usedBytes: () =>
      withoutCache(read(join(folder, 'memory.current')), read(join(folder, 'memory.stat')), 'inactive_file'),
  };
}

/** Version 1, controllers cpu and cpuacct, which are always mounted together. */
function cpuGroup(folder: string): LimitedGroup {
  const [quota, period] = ['quota', 'period'].map((name) => Number(read(join(folder, `cpu.cfs_${name}_us`)) ?? -1));
  return {
    cores: coresOf(quota, period),
    memoryBytes: null,
    cpuSeconds: () => Number(read(join(folder, 'cpuacct.usage')) ?? 0) / 1e9,
    usedBytes: () => 0,
  };
}

/** Version 1, controller memory. */
function memoryGroup(folder: string): LimitedGroup {
  return {
    cores: null,
    memoryBytes: bytesOf(read(join(folder, 'memory.limit_in_bytes'))),
    cpuSeconds: () => 0,
    usedBytes: () =>
      withoutCache(
        read(join(folder, 'memory.usage_in_bytes')),
        read(join(folder, 'memory.stat')),
        'total_inactive_file',
      ),
  };
}

const coresOf = (quota: number | undefined, period: number | undefined): number | null =>
  quota !== undefined && period !== undefined && quota > 0 && period > 0 ? quota / period : null;

function bytesOf(text: string | null): number | null {
  const bytes = Number(text ?? Number.NaN);
  return bytes > 0 && bytes < unlimitedBytes ? bytes : null;
}

const withoutCache = (used: string | null, stat: string | null, cache: string): number =>
  Math.max(0, Number(used ?? 0) - fieldOf(stat, cache));

const fieldOf = (text: string | null, name: string): number =>
  Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text ?? '')?.[1] ?? 0);

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null; // not Linux, or no such limit
  }
}
