import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import {
  isAlive,
  livingProcess,
  memoryOf,
  processTree,
  signalProcess,
  treeCpuSeconds,
} from '../../src/machine/process-tree.ts';
import { endProcess } from '../../src/stages/fetch/browser/browser-ledger.ts';
import { ownerState } from '../../src/watch/assignment/owner.ts';

/** Burns some CPU, and says whenever it is asked how much its process has had, us. */
const burn = `while (process.cpuUsage().user < 200_000);
const say = () => { const { user, system } = process.cpuUsage(); process.stdout.write(String(user + system)); };
say();
process.stdin.on('data', say);`;
/** /proc counts in hundredths of a second; each of the fields may be one behind. */
const ticks = 0.03;

describe.skipIf(process.platform !== 'linux')('treeCpuSeconds', () => {
  it("counts a child's time while it runs, and after it has ended", async () => {
    const before = treeCpuSeconds(process.pid) ?? 0;
    const child = spawn(process.execPath, ['-e', burn], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [first] = await once(child.stdout, 'data');
    const own = treeCpuSeconds(child.pid ?? -1) ?? 0;
    child.stdin.write('?');
    const [second] = await once(child.stdout, 'data');
    // between what the child has said before and after: no clock is asked
    expect(own).toBeGreaterThanOrEqual(Number(first) / 1e6 - ticks);
    expect(own).toBeLessThanOrEqual(Number(second) / 1e6 + ticks);
    expect(treeCpuSeconds(process.pid)).toBeGreaterThanOrEqual(before + own - ticks);
    child.stdin.end();
    await once(child, 'exit');
    expect(treeCpuSeconds(process.pid)).toBeGreaterThanOrEqual(before + own - ticks);
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
    const [root, below, ...others] = processTree(child.pid ?? -1) ?? [];
    expect(root).toMatchObject({ pid: child.pid, parent: process.pid });
    expect(root?.ownBytes).toBeGreaterThan(64 * 2 ** 20);
    expect(root?.residentBytes).toBeGreaterThan(root?.ownBytes ?? 0);
    expect(below).toMatchObject({ name: 'sleep', parent: child.pid });
    expect(others).toEqual([]);
    if (root === undefined || below === undefined) throw new Error('the child is not there');
    expect([isAlive(root), isAlive({ ...root, startedAt: root.startedAt - 1 })]).toEqual([true, false]);
    expect(signalProcess(below.pid, 'SIGTERM')).toBe(true);
    child.stdin.end();
    await once(child, 'exit');
    expect({ processTree: processTree(root.pid), isAlive: isAlive(root) }).toEqual({ processTree: [], isAlive: false });
  });

  it("has nothing of the machine's other processes", () => {
    const tree = processTree(process.pid) ?? [];
    expect(tree[0]?.pid).toBe(process.pid);
    expect(tree.map(({ pid }) => pid)).not.toContain(process.ppid);
  });
});

describe('signalProcess', () => {
  it.each([0, -0, -1, -2, Number.NaN, Number('x'), Number.POSITIVE_INFINITY, 1.5, 2 ** 53])(
    'never hands %d to the system, which would take it for a group or for all',
    (pid) => {
      const kill = vi.spyOn(process, 'kill').mockImplementation(() => true);
      for (const signal of ['SIGKILL', 'SIGTERM', 0] as const)
        expect(() => signalProcess(pid, signal)).toThrow(`${pid} is not the number of a process`);
      expect(() => endProcess(pid)).toThrow(RangeError);
      expect(ownerState(`${hostname()}:${pid}:abc`, 'self')).toBe('unknown');
      expect(kill).not.toHaveBeenCalled();
      kill.mockRestore();
      expect({ livingProcess: livingProcess(pid), memory: memoryOf(pid), processTree: processTree(pid) ?? [] }).toEqual(
        { livingProcess: null, memory: null, processTree: [] },
      );
    },
  );

  it('says whether the process was there', async () => {
    const child = spawn('sleep', ['60'], { stdio: 'ignore' });
    const pid = child.pid ?? -1;
    expect([signalProcess(pid, 0), signalProcess(pid, 'SIGKILL')]).toEqual([true, true]);
    await once(child, 'exit');
    expect(signalProcess(pid, 0)).toBe(false);
  });
});
