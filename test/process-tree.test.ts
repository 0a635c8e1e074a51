import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isAlive, processTree, treeCpuSeconds } from '../src/process-tree.ts';

const burn = `const until = process.cpuUsage().user + 300_000;
while (process.cpuUsage().user < until);
process.stdout.write('burnt');
process.stdin.resume();`;

describe.skipIf(process.platform !== 'linux')('treeCpuSeconds', () => {
  it("counts a child's time while it runs, and after it has ended", async () => {
    const before = treeCpuSeconds(process.pid) ?? 0;
    const child = spawn(process.execPath, ['-e', burn], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    const own = treeCpuSeconds(child.pid ?? 0);
    expect(own).toBeGreaterThanOrEqual(0.29);
    expect(own).toBeLessThan(30);
    expect(treeCpuSeconds(process.pid)).toBeGreaterThanOrEqual(before + 0.29);
    child.stdin.end();
    await once(child, 'exit');
    expect(treeCpuSeconds(process.pid)).toBeGreaterThanOrEqual(before + 0.29);
  });

  it('is 0 for a process that is not there', () => {
    expect(treeCpuSeconds(2 ** 30)).toBe(0);
  });
});

const hold = `const held = Buffer.alloc(64 * 2 ** 20, 1);
require('node:child_process').spawn('sleep', ['60'], { stdio: ['pipe', 'inherit', 'inherit'] });
process.stdout.write('held ' + held.length);
process.stdin.resume();
process.stdin.on('end', () => process.exit());`;

describe.skipIf(process.platform !== 'linux')('processTree', () => {
  it('names the process, what is below it and what memory each has for itself', async () => {
    const child = spawn(process.execPath, ['-e', hold], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    const [root, below, ...others] = processTree(child.pid ?? 0) ?? [];
    expect(root).toMatchObject({ pid: child.pid, parent: process.pid });
    expect(root?.ownBytes).toBeGreaterThan(64 * 2 ** 20);
    expect(root?.residentBytes).toBeGreaterThan(root?.ownBytes ?? 0);
    expect(below).toMatchObject({ name: 'sleep', parent: child.pid });
    expect(others).toEqual([]);
    if (root === undefined) throw new Error('the child is not there');
    expect([isAlive(root), isAlive({ ...root, startedAt: root.startedAt - 1 })]).toEqual([true, false]);
    process.kill(below?.pid ?? 0);
    child.stdin.end();
    await once(child, 'exit');
    expect([processTree(root.pid), isAlive(root)]).toEqual([[], false]);
  });

  it("has nothing of the machine's other processes", () => {
    const tree = processTree(process.pid) ?? [];
    expect(tree[0]?.pid).toBe(process.pid);
    expect(tree.map(({ pid }) => pid)).not.toContain(process.ppid);
  });
});
