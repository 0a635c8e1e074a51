import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const command = fileURLToPath(new URL('../../bin/newshawk.mjs', import.meta.url));

describe('compiled code', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'compiled-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const version = async (cache: string) => {
    const { NODE_COMPILE_CACHE: _, NODE_DISABLE_COMPILE_CACHE: __, ...env } = process.env;
    return promisify(execFile)(process.execPath, [command, '--version'], { env: { ...env, NEWSHAWK_CACHE: cache } });
  };

  it('is kept in the cache folder', async () => {
    const { stdout } = await version(join(folder, 'cache'));
    expect(stdout).toMatch(/^\d+\.\d+\.\d+/);
    expect(await readdir(join(folder, 'cache', 'compiled'), { recursive: true })).not.toEqual([]);
  });

  it('is done without where the folder can not be made', async () => {
    await writeFile(join(folder, 'file'), '');
    const { stdout, stderr } = await version(join(folder, 'file'));
    expect(stdout).toMatch(/^\d+\.\d+\.\d+/);
    expect(stderr).toBe('');
  });
});
