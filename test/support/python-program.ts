import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

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
    await rm(lock, { recursive: true, force: true });
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

/** Two test files that need the program at the same time would remove each other's installation. A lock that is older than an installation may take was left by a killed process. */
async function takeLock(lock: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  for (;;) {
    const isTaken = await mkdir(lock).then(
      () => true,
      (error: NodeJS.ErrnoException) => (error.code === 'EEXIST' ? false : Promise.reject(error)),
    );
    if (isTaken) return;
    const since = await stat(lock).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    if (since !== null && Date.now() - since > 2 * installLimitMs) await rm(lock, { recursive: true, force: true });
    await wait(200);
  }
}

async function findPython(): Promise<string> {
  for (const name of ['python3', 'python']) {
    const probe = await run(name, ['-c', 'import sys, venv; sys.exit(sys.version_info < (3, 10))']).catch(() => null);
    if (probe !== null) return name;
  }
  throw new Error('neither the server on the PATH nor a Python 3.10 or later with venv');
}
