import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { MongoClient } from 'mongodb';
import { endChild, freePort } from '../child-server.ts';
import { pythonProgram } from '../python-program.ts';
import { eventually } from '../waiting.ts';

export type TestMongo =
  | {
      readonly url: string;
      /** To the server's process; null: it is not ours. */
      readonly signal: ((name: NodeJS.Signals) => void) | null;
      stop(): Promise<void>;
    }
  | { readonly skipped: string };

/** Beta, GPL-2.0, a separate process: for tests only, never for users. */
const testServer = 'secantusdb==0.7.0b3';
/** Of one client. The test server has a thread for each, and one lock for all: the 44 queries of a look for copies cost it a third less on few connections. */
const connections = 4;

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
    const script = await pythonProgram('mongo-venv', testServer, 'secantusd-py');
    // without --sync-on-commit, as a mongod by default: tests kill processes, never the machine
    return await start(join(dirname(script), 'python'), (port, folder) => [
      join(import.meta.dirname, 'mongo-stand-in.py'),
      '--host',
      '127.0.0.1',
      '--port',
      port,
      '--storage-path',
      folder,
      '--log-level',
      'WARNING',
      // no log for replicas, which nobody reads: each write has less to do
      '--standalone',
    ]);
  } catch (error) {
    const reason = `no MongoDB server for the tests: ${error instanceof Error ? error.message : String(error)}`;
    if (env.CI === 'true') throw new Error(`${reason}; in CI that is a failure`, { cause: error });
    return { skipped: reason };
  }
}

/** The server that Vitest's globalSetup has started for all suites; a file that runs without it starts its own. */
export async function sharedMongo(): Promise<TestMongo> {
  const reason = process.env.NEWSHAWK_TEST_MONGODB_SKIPPED ?? '';
  return reason === '' ? await startMongo() : { skipped: reason };
}

/** The same server, another database. */
export function databaseUrl(url: string, database: string): string {
  const [, start = '', options = ''] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?[^?]*(\?.*)?$/.exec(url) ?? [];
  return `${start}/${database}${options}`;
}

async function start(file: string, options: (port: string, folder: string) => string[]): Promise<TestMongo> {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-mongo-'));
  const port = await freePort();
  const child = spawn(file, options(String(port), folder), { stdio: ['ignore', 'ignore', 'pipe'] });
  const stop = async () => {
    await endChild(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const url = `mongodb://127.0.0.1:${port}/?directConnection=true&maxPoolSize=${connections}`;
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
  await eventually(async () => {
    if (failed !== null) return;
    await using client = new MongoClient(url, { serverSelectionTimeoutMS: 500 });
    await client.db('admin').command({ ping: 1 });
  }).catch((error: unknown) => {
    throw new Error(`${child.spawnfile} does not answer: ${said}`, { cause: error });
  });
  if (failed !== null) throw new Error(failed);
}
