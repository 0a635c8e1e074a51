import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { MongoClient } from 'mongodb';

export type TestMongo =
  | {
      readonly url: string;
      /** To the server's process; null: it is not ours. */
      readonly signal: ((name: NodeJS.Signals) => void) | null;
      stop(): Promise<void>;
    }
  | { readonly skipped: string };

const run = promisify(execFile);

/** Beta, GPL-2.0, a separate process: for tests only, never for users. */
const testServer = 'secantusdb==0.7.0b3';
const cache = join(import.meta.dirname, '..', '..', '..', '.cache');
/** Several servers start at the same time, on a machine that is busy: this only ends what hangs. */
const startLimitMs = 120_000;
const installLimitMs = 300_000;

/**
 * A MongoDB server for the tests: `NEWSHAWK_TEST_MONGODB_URL`, else a `mongod` on the PATH, else SecantusDB from a virtual environment under `.cache/`
 * (145 MB, made once). The URL names no database: every suite takes its own. For Vitest's globalSetup.
 * @throws Error with the reason, where no server can be started and `CI=true`
 */
export async function startMongo(env: NodeJS.ProcessEnv = process.env): Promise<TestMongo> {
  const given = env.NEWSHAWK_TEST_MONGODB_URL;
  if (given !== undefined && given !== '') return { url: given, signal: null, stop: async () => {} }; // not ours to stop
  try {
    const mongod = (env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'mongod'));
    const found = mongod.find((file) => existsSync(file));
    if (found !== undefined)
      return await start(found, (port, folder) => ['--bind_ip', '127.0.0.1', '--port', port, '--dbpath', folder]);
    const script = await installTestServer();
    // without --sync-on-commit, as a mongod by default: tests kill processes, never the machine
    return await start(script, (port, folder) => [
      '--host',
      '127.0.0.1',
      '--port',
      port,
      '--storage-path',
      folder,
      '--log-level',
      'WARNING',
    ]);
  } catch (error) {
    const reason = `no MongoDB server for the tests: ${error instanceof Error ? error.message : String(error)}`;
    if (env.CI === 'true') throw new Error(`${reason}; in CI that is a failure`, { cause: error });
    return { skipped: reason };
  }
}

/** The same server, another database. */
export function databaseUrl(url: string, database: string): string {
  const [, start = '', options = ''] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?[^?]*(\?.*)?$/.exec(url) ?? [];
  return `${start}/${database}${options}`;
}

/** Made once. An installation that was cut off has no script yet and is made anew. */
async function installTestServer(): Promise<string> {
  const home = join(cache, 'mongo-venv');
  const script = join(home, 'bin', 'secantusd-py');
  if (existsSync(script)) return script;
  const python = await findPython();
  await rm(home, { recursive: true, force: true });
  await run(python, ['-m', 'venv', home], { timeout: installLimitMs });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', testServer];
  // pip writes scripts last: where ours is there, the rest is too
  await run(join(home, 'bin', 'python'), pip, { timeout: installLimitMs });
  return script;
}

async function findPython(): Promise<string> {
  for (const name of ['python3', 'python']) {
    const probe = await run(name, ['-c', 'import sys, venv; sys.exit(sys.version_info < (3, 10))']).catch(() => null);
    if (probe !== null) return name;
  }
  throw new Error(
    'neither a mongod on the PATH nor a Python 3.10 or later with venv; or set NEWSHAWK_TEST_MONGODB_URL',
  );
}

async function start(file: string, options: (port: string, folder: string) => string[]): Promise<TestMongo> {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-mongo-'));
  const port = await freePort();
  const child = spawn(file, options(String(port), folder), { stdio: ['ignore', 'ignore', 'pipe'] });
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const url = `mongodb://127.0.0.1:${port}/?directConnection=true`;
  try {
    await untilReady(url, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, signal: (name) => void child.kill(name), stop };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  let said = '';
  let failed: string | null = null;
  child.stderr?.on('data', (text: Buffer) => {
    said = (said + text).slice(-500);
  });
  child.on('error', (error) => {
    failed = error.message;
  });
  child.on('exit', (code) => {
    failed ??= `${child.spawnfile} ended with code ${code}: ${said.trim()}`;
  });
  const giveUp = performance.now() + startLimitMs;
  while (failed === null) {
    if (performance.now() > giveUp)
      throw new Error(`${child.spawnfile} did not answer within ${startLimitMs} ms: ${said}`);
    const client = new MongoClient(url, { serverSelectionTimeoutMS: 500 });
    const isUp = await client
      .db('admin')
      .command({ ping: 1 })
      .then(
        () => true,
        () => false, // not up yet: the next round asks again
      );
    await client.close();
    if (isUp) return;
    await wait(100);
  }
  throw new Error(failed);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  if ((await Promise.race([gone.then(() => true), wait(5_000, false)])) === true) return;
  child.kill('SIGKILL');
  await gone;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
