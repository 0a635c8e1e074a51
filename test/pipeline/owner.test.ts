import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isDead, ownerName } from '../../src/pipeline/owner.ts';
import { at } from '../storage/records.ts';

const self = ownerName(at(0));
const on = (host: string, pid: number | string) => `${host}:${pid}:abc`;

/** The number of a process that has just ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('isDead', () => {
  it('knows itself, running processes and other machines as alive', async () => {
    expect(self).toMatch(new RegExp(`^${hostname()}:${process.pid}:[0-9a-z]+$`));
    expect(isDead(self, self)).toBe(false);
    expect(isDead(on(hostname(), process.ppid), self)).toBe(false);
    expect(isDead(on(hostname(), 1), self)).toBe(false);
    expect(isDead(on('elsewhere', await endedProcess()), self)).toBe(false);
  });

  it('knows a process that has ended, and one whose number has become ours', async () => {
    expect(isDead(on(hostname(), await endedProcess()), self)).toBe(true);
    expect(isDead(ownerName(at(-60)), self)).toBe(true);
  });

  it('leaves alone what it can not read', () => {
    for (const name of ['', hostname(), `${hostname()}:`, on(hostname(), 'x'), on(hostname(), '-1'), on(hostname(), 0)])
      expect(isDead(name, self), name).toBe(false);
  });
});
