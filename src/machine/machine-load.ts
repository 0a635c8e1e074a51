import { readFileSync } from 'node:fs';
import { cpus, freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { LoadSample } from '../model/crawl/load.ts';
import type { LoadSampler } from '../ports.ts';
import { type LimitedGroup, limitedGroups, usableCores } from './cgroups.ts';
import { processTree } from './process-tree.ts';

/** CPU times summed over all cores, in any unit. */
interface CpuTimes {
  readonly busy: number;
  readonly total: number;
}

interface MachineToRead {
  /** The folder that holds /proc and /sys; tests pass their own. */
  readonly root?: string;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

const nsPerMs = 1e6;
/** The process tree is read at every fifth sample only: it takes milliseconds. */
const treeEvery = 5;

/** Samples the machine's load: from /proc and control groups (the own one and its ancestors) on Linux, elsewhere from Node's `os`. */
export function openMachineLoad({ root = '/', now = () => performance.now() }: MachineToRead = {}): LoadSampler {
  const groups = limitedGroups(root);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let before = {
    at: now(),
    cpu: cpuTimes(root),
    groups: groups.map(({ cpuSeconds }) => cpuSeconds()),
    loop: performance.eventLoopUtilization(),
  };
  let taken = 0;
  let tree = treeNow();
  const sample = (): LoadSample => {
    const after = {
      at: now(),
      cpu: cpuTimes(root),
      groups: groups.map(({ cpuSeconds }) => cpuSeconds()),
      loop: performance.eventLoopUtilization(),
    };
    if (++taken % treeEvery === 0) tree = treeNow();
    const seconds = Math.max(1e-3, (after.at - before.at) / 1_000);
    const shares = groups.map(({ cores }, index) =>
      cores === null ? 0 : ((after.groups[index] ?? 0) - (before.groups[index] ?? 0)) / (seconds * cores),
    );
    const loopDelayP99Ms = delay.count === 0 ? 0 : delay.percentile(99) / nsPerMs;
    const loop = performance.eventLoopUtilization(after.loop, before.loop).utilization;
    const cpu = share(Math.max(busyShare(before.cpu, after.cpu), ...shares));
    delay.reset();
    before = after;
    return {
      cpu,
      loop,
      loopDelayP99Ms,
      freeMemory: freeShare(root, groups),
      nodeBytes: process.memoryUsage.rss(),
      ...tree,
    };
  };
  return {
    cores: usableCores(groups),
    sample,
    [Symbol.dispose]: () => delay.disable(),
  };
}

const share = (value: number): number => Math.min(1, Math.max(0, value));

function treeNow() {
  const below = processTree(process.pid)?.slice(1);
  if (below === undefined) return { browserBytes: null, processes: null };
  return { browserBytes: below.reduce((sum, { ownBytes }) => sum + ownBytes, 0), processes: below.length };
}

/** /proc/stat, first line (proc(5)): user nice system idle iowait irq softirq steal. Stolen time counts as busy: we can't use it. */
function cpuTimes(root: string): CpuTimes {
  const line = read(join(root, 'proc/stat'))?.split('\n')[0];
  if (line === undefined) return systemCpuTimes();
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number);
  const total = times.reduce((sum, time) => sum + time, 0);
  return { total, busy: total - (times[3] ?? 0) - (times[4] ?? 0) };
}

function systemCpuTimes(): CpuTimes {
  const all = cpus().map(({ times }) => times);
  const total = all.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { total, busy: total - all.reduce((sum, { idle }) => sum + idle, 0) };
}

const busyShare = (before: CpuTimes, after: CpuTimes): number =>
  after.total > before.total ? (after.busy - before.busy) / (after.total - before.total) : 0;

/** The smallest free share of memory among the machine and all groups. */
function freeShare(root: string, groups: readonly LimitedGroup[]): number {
  const ofGroups = groups.flatMap(({ memoryBytes, usedBytes }) =>
    memoryBytes === null ? [] : [(memoryBytes - usedBytes()) / memoryBytes],
  );
  return share(Math.min(machineFree(root), ...ofGroups));
}

function machineFree(root: string): number {
  const text = read(join(root, 'proc/meminfo'));
  const [all, free] = ['MemTotal', 'MemAvailable'].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text ?? '')?.[1] ?? Number.NaN),
  );
  return all !== undefined && free !== undefined && all > 0 && !Number.isNaN(free)
    ? free / all
    : freemem() / totalmem();
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null; // not Linux, or no such limit: callers have a fallback
  }
}
