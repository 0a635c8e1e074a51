import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMachineLoad } from '../../src/machine/machine-load.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'newshawk-load-'));
});
afterEach(() => rm(root, { recursive: true }));

async function files(contents: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

const stat = (busy: number, idle: number) => `cpu  ${busy} 0 0 ${idle} 0 0 0 0 0 0\ncpu0 1 1 1 1\n`;
const meminfo = (all: number, free: number) =>
  `MemTotal:       ${all} kB\nMemFree:        1 kB\nMemAvailable:   ${free} kB\n`;

/** A sampler whose clock goes on by a second a sample. */
function openLoad() {
  let ms = 0;
  return openMachineLoad({ root, now: () => (ms += 1_000) });
}

describe('the load of a machine', () => {
  it('is that of all its cores and its memory where nothing is limited', async () => {
    await files({ 'proc/stat': stat(100, 100), 'proc/meminfo': meminfo(1_000, 400), 'proc/self/cgroup': '0::/\n' });
    using load = openLoad();
    await files({ 'proc/stat': stat(175, 125) });
    expect(load.sample()).toMatchObject({ cpu: 0.75, freeMemory: 0.4 });
    await files({ 'proc/stat': stat(175, 225), 'proc/meminfo': meminfo(1_000, 90) });
    expect(load.sample()).toMatchObject({ cpu: 0, freeMemory: 0.09 });
  });

  it("is the container's where its limits are nearer, without the cache that is given back", async () => {
    const group = 'sys/fs/cgroup/system.slice/docker-1.scope';
    await files({
      'proc/stat': stat(0, 1_000),
      'proc/meminfo': meminfo(1_000, 900),
      'proc/self/cgroup': '0::/system.slice/docker-1.scope\n',
      [`${group}/cpu.max`]: '50000 100000\n',
      [`${group}/cpu.stat`]: 'usage_usec 1000000\nuser_usec 1\n',
      [`${group}/memory.max`]: '1000000\n',
      [`${group}/memory.current`]: '950000\n',
      [`${group}/memory.stat`]: 'anon 1\ninactive_file 150000\nactive_file 7\n',
    });
    using load = openLoad();
    expect(load.cores).toBe(0.5);
    await files({ 'proc/stat': stat(10, 1_990), [`${group}/cpu.stat`]: 'usage_usec 1450000\n' });
    const { cpu, freeMemory } = load.sample();
    expect(cpu).toBeCloseTo(0.9);
    expect(freeMemory).toBeCloseTo(0.2);
  });

  it('looks at the groups above its own, and knows "max"', async () => {
    await files({
      'proc/stat': stat(0, 100),
      'proc/meminfo': meminfo(1_000, 900),
      'proc/self/cgroup': '1:name=x:/\n0::/a/b\n',
      'sys/fs/cgroup/a/b/cpu.max': 'max 100000\n',
      'sys/fs/cgroup/a/b/memory.max': 'max\n',
      'sys/fs/cgroup/a/memory.max': '2000\n',
      'sys/fs/cgroup/a/memory.current': '1900\n',
    });
    using load = openLoad();
    expect(load.sample().freeMemory).toBeCloseTo(0.05);
    expect(load.cores).toBeGreaterThanOrEqual(1);
  });

  it('finds its own group at the top where the path in /proc is that of the host', async () => {
    await files({
      'proc/stat': stat(0, 100),
      'proc/meminfo': meminfo(1_000, 900),
      'proc/self/cgroup': '0::/docker/abc\n',
      'sys/fs/cgroup/cpu.max': '25000 100000\n',
      'sys/fs/cgroup/cpu.stat': 'usage_usec 5\n',
    });
    using load = openLoad();
    expect(load.cores).toBe(0.25);
  });

  it("is the container's under version 1 of control groups too, whose memory limit may be none", async () => {
    const [cpu, memory] = ['sys/fs/cgroup/cpu,cpuacct/docker/abc', 'sys/fs/cgroup/memory/docker/abc'];
    await files({
      'proc/stat': stat(0, 1_000),
      'proc/meminfo': meminfo(1_000, 900),
      'proc/self/cgroup':
        '11:memory:/docker/abc\n4:cpu,cpuacct:/docker/abc\n1:name=systemd:/docker/abc\n0::/docker/abc\n',
      [`${cpu}/cpu.cfs_quota_us`]: '50000\n',
      [`${cpu}/cpu.cfs_period_us`]: '100000\n',
      [`${cpu}/cpuacct.usage`]: '1000000000\n',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '-1\n',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us': '100000\n',
      [`${memory}/memory.limit_in_bytes`]: '1000000\n',
      [`${memory}/memory.usage_in_bytes`]: '950000\n',
      [`${memory}/memory.stat`]: 'inactive_file 7\ntotal_inactive_file 150000\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
    });
    using load = openLoad();
    expect(load.cores).toBe(0.5);
    await files({ 'proc/stat': stat(10, 1_990), [`${cpu}/cpuacct.usage`]: '1450000000\n' });
    const sample = load.sample();
    expect(sample.cpu).toBeCloseTo(0.9);
    expect(sample.freeMemory).toBeCloseTo(0.2);
  });

  it("finds a container's group of version 1 where it is mounted: at the top, under one of its controllers", async () => {
    await files({
      'proc/stat': stat(0, 100),
      'proc/meminfo': meminfo(1_000, 900),
      'proc/self/cgroup': '4:cpuacct,cpu:/kubepods/pod1/x\n',
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '25000\n',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
    });
    using load = openLoad();
    expect(load.cores).toBe(0.25);
  });

  it('asks Node where there is neither /proc nor a group', () => {
    using load = openLoad();
    const { cpu, freeMemory, nodeBytes } = load.sample();
    expect(cpu).toBeGreaterThanOrEqual(0);
    expect(cpu).toBeLessThanOrEqual(1);
    expect(freeMemory).toBeGreaterThan(0);
    expect(nodeBytes).toBeGreaterThan(10e6);
  });

  it('measures this process: its loop, its memory, what it has started', () => {
    using load = openMachineLoad();
    const until = performance.now() + 120;
    while (performance.now() < until);
    const { loop, nodeBytes, browserBytes, processes } = load.sample();
    expect(loop).toBeGreaterThan(0.5);
    expect(nodeBytes).toBeGreaterThan(10e6);
    if (process.platform === 'linux')
      expect([browserBytes, processes].every((count) => count !== null && count >= 0)).toBe(true);
  });
});
