import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { treeCpuSeconds } from '../src/process-tree.ts';

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
