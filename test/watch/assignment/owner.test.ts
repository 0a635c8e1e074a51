import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import {
  localProcesses,
  ownerName,
  ownerState,
  ownerText,
  type ProcessList,
} from '../../../src/watch/assignment/owner.ts';
import { at } from '../../storage/records.ts';

const self = ownerName(at(0));
const machine = localProcesses.machine ?? '-';
const on = (host: string, pid: number | string, start: number | string = 1, where = machine) =>
  `${host}:${pid}:${start}:${where}`;

/** A machine on which these processes run, by number and start. */
const running = (starts: Readonly<Record<number, string>>, name = 'm-1'): ProcessList => ({
  machine: name,
  startOf: (pid) => starts[pid] ?? null,
});

/** The number of a process that has just ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('ownerState', () => {
  it('knows itself and what runs on this machine', async () => {
    expect(self.startsWith(`${hostname()}:${process.pid}:`)).toBe(true);
    expect(ownerText(self)).toBe(`${hostname()}:${process.pid}`);
    expect(ownerState(self, self)).toBe('alive');
    const parent = on('renamed', process.ppid, localProcesses.startOf(process.ppid) ?? '');
    expect(ownerState(parent, self)).toBe('alive');
    expect(ownerState(on(hostname(), await endedProcess()), self)).toBe('dead');
  });

  it('distinguishes a process from a later one with its number, ours included', () => {
    const here = running({ 7: '900', [process.pid]: '950' });
    expect(ownerState(on('any', 7, 900, 'm-1'), self, here)).toBe('alive');
    expect(ownerState(on('any', 7, 899, 'm-1'), self, here)).toBe('dead');
    expect(ownerState(on('any', process.pid, 40, 'm-1'), self, here)).toBe('dead');
    expect(ownerState(on('any', 8, 1, 'm-1'), self, here)).toBe('dead');
  });

  it('knows nothing of another machine or container, whatever its host is called and its number is', () => {
    const here = running({ 7: '900' });
    for (const pid of [7, 8, process.pid])
      expect(ownerState(on(hostname(), pid, 900, 'm-2'), self, here), `${pid}`).toBe('unknown');
  });

  it('goes by host and number where a name of an older version has no more', () => {
    const here = running({ 7: '900' });
    expect(ownerState(`${hostname()}:8:abc`, self, here)).toBe('dead');
    expect(ownerState(`${hostname()}:7:abc`, self, here)).toBe('unknown');
    expect(ownerState('elsewhere:8:abc', self, here)).toBe('unknown');
  });

  it('leaves alone what it can not read', () => {
    for (const name of ['', hostname(), `${hostname()}:`, on(hostname(), 'x'), on(hostname(), '-1'), on(hostname(), 0)])
      expect(ownerState(name, self), name).toBe('unknown');
  });
});
