import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { signalProcess } from '../../src/machine/process-tree.ts';
import { eventually } from './waiting.ts';

const run = promisify(execFile);
const cache = join(import.meta.dirname, '..', '..', '.cache');
const installLimitMs = 300_000;

/**
 * A program of a Python package, in a virtual environment under `.cache/`. Made once, by one process at a time; an installation that was cut off has no program yet and is made anew.
 * @returns its file @throws Error without a fitting Python, or where the package can't be installed
 */
export async function pythonProgram(environment: string, requirement: string, program: string): Promise<string> {
  const home = join(cache, environment);
  const file = join(home, 'bin', program);
  if (existsSync(file)) return file;
  const lock = `${home}.lock`;
  await takeLock(lock);
  try {
    if (!existsSync(file)) await install(home, requirement);
  } finally {
    await rm(lock, { force: true });
  }
  return file;
}

async function install(home: string, requirement: string): Promise<void> {
  const python = await findPython();
  await rm(home, { recursive: true, force: true });
  await run(python, ['-m', 'venv', home], { timeout: installLimitMs });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...requirement.split(' ')];
  // pip writes programs last: where ours is there, the rest is too
  await run(join(home, 'bin', 'python'), pip, { timeout: installLimitMs });
}

/** Two test files that need the program at the same time would remove each other's installation. The lock of a process that is gone does not count. */
async function takeLock(lock: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  await eventually(async () => {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' });
    } catch (error) {
      const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
      if (owner > 0 && !signalProcess(owner, 0)) await rm(lock, { force: true });
      throw error;
    }
  });
}

async function findPython(): Promise<string> {
  for (const name of ['python3', 'python']) {
    const probe = await run(name, ['-c', 'import sys, venv; sys.exit(sys.version_info < (3, 10))']).catch(() => null);
    if (probe !== null) return name;
  }
  throw new Error('neither the server on the PATH nor a Python 3.10 or later with venv');
}
