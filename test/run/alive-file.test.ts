import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '../../src/ports.ts';
import { aliveFile } from '../../src/run/ticker.ts';
import { ManualClock } from '../support/manual-clock.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-alive-'));
});
afterAll(() => rm(folder, { recursive: true }));

function openIo() {
  const warnings: unknown[] = [];
  const log: Log = { debug() {}, info() {}, warn: (...line) => void warnings.push(line), error() {} };
  return { io: { clock: new ManualClock(new Date('2026-11-22T09:00:00Z')), log }, warnings };
}

describe('aliveFile', () => {
  it('is made, and touched at each sign of life', async () => {
    const { io } = openIo();
    const file = join(folder, 'alive');
    const touch = aliveFile(file, io);
    await touch();
    expect((await stat(file)).size).toBe(0);
    for (let beats = 0; beats < 2; beats++) {
      io.clock.pass(5_000);
      await touch();
      expect((await stat(file)).mtime).toEqual(io.clock.now());
    }
  });

  it('is not asked for by default, and said once where it can not be written', async () => {
    const { io, warnings } = openIo();
    await aliveFile(null, io)();
    const touch = aliveFile(join(folder, 'no', 'such', 'folder'), io);
    await touch();
    await touch();
    expect(warnings).toMatchObject([['run.alive-file', { why: expect.stringContaining('ENOENT') }]]);
  });
});
