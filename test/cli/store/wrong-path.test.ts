import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, truncate, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openApp } from '../../../src/main.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import { cli } from '../../support/app/cli.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-wrong-path-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const run = (...argv: string[]) =>
  cli(argv, {
    app: openApp,
    cwd: folder,
    env: { NEWSHAWK_STORE: 'file:./data', NEWSHAWK_CACHE: join(folder, 'cache') },
  });

describe('a path where no store is', () => {
  it.each([
    ['store', 'check'],
    ['store', 'check', '--repair'],
    ['store', 'backup', 'one'],
    ['store', 'copy', '--from', 'file:./data', '--to', 'file:./other'],
    ['gc'],
    ['gc', '--dry-run'],
    ['export'],
    ['export', '-f', 'urls'],
    ['records', 'export'],
  ])('is an error, and stays as it is: %s %s', async (...argv) => {
    const { code, stderr } = await run(...argv);
    expect({ code, stderr }).toEqual({
      code: 8,
      stderr: expect.stringMatching(/There is no store in .*data: check the path/),
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is a new store for `status`', async () => {
    expect((await run('status')).code).toBe(0);
    expect(existsSync(join(folder, 'data/newshawk.db'))).toBe(true);
    expect((await run('store', 'check')).code).toBe(0);
  });
});

describe('a store without its database', () => {
  const database = () => join(folder, 'data/newshawk.db');
  beforeEach(async () => {
    await using store = await openSqlite(join(folder, 'data'));
    await store.blobs.put(Buffer.from('a page'));
  });

  it.each([
    ['missing', () => unlink(database())],
    ['empty', () => truncate(database())],
  ])('is refused by every command: %s', async (_, lose) => {
    await lose();
    for (const argv of [['store', 'check'], ['gc'], ['store', 'backup', 'one'], ['status'], ['crawl', '--dry-run']]) {
      const { code, stderr } = await run(...argv);
      expect({ code, stderr }).toEqual({
        code: 8,
        stderr: expect.stringMatching(/has lost its database.*newshawk store restore.*move/),
      });
    }
    expect(await readdir(folder)).toEqual(['data']);
  });
});
