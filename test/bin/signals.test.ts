import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { oldNode } from '../support/old-node.ts';
import { ChildOutput, signalUntilEnd } from '../support/waiting.ts';

const bin = fileURLToPath(new URL('../../bin/newshawk.mjs', import.meta.url));

const text = 'The harbour of the town has a new ferry, and the people of the island are glad of it. '.repeat(12);
const articlePage = `<!doctype html><title>A new ferry</title><article><h1>A new ferry for the island</h1><p>${text}</p></article>`;

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

interface Launched extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly printed: ChildOutput;
  readonly ended: Promise<readonly unknown[]>;
  /** The first request for the article: it is held back until the test answers. */
  readonly firstRequest: Promise<ServerResponse>;
}

/** A crawl of one article from a separate server. */
async function launch(): Promise<Launched> {
  const folder = await mkdtemp(join(tmpdir(), 'signals-'));
  const { promise: firstRequest, resolve } = Promise.withResolvers<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else resolve(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { NEWSHAWK_NODE_REEXEC: _, ...env } = process.env;
  const argv = ['--import', oldNode, bin, 'crawl', `http://${host}/2026/11/20/a-new-ferry-for-the-island`];
  const child = spawn(process.execPath, argv, {
    cwd: folder,
    env: {
      ...env,
      NEWSHAWK_STORE: `file:${folder}/data`,
      NEWSHAWK_ALLOW_NETWORKS: host,
      NEWSHAWK_RENDER: 'static',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // a separate process group, as a shell makes one
  });
  return {
    child,
    folder,
    printed: new ChildOutput(child),
    ended: once(child, 'close'),
    firstRequest,
    [Symbol.asyncDispose]: async () => {
      endGroup(child.pid);
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, maxRetries: 5 });
    },
  };
}

// Side by side: most of their time, they wait for processes that start and end.
describe.concurrent('a crawl behind a launcher', () => {
  const pidOf = ({ pid }: ChildProcess, to: string): number => (to === 'group' ? -Number(pid) : Number(pid));

  it.each<[Signal, string]>([
    ['SIGINT', 'launcher'],
    ['SIGINT', 'group'],
    ['SIGTERM', 'launcher'],
    ['SIGTERM', 'group'],
    ['SIGHUP', 'launcher'],
    ['SIGHUP', 'group'],
  ])('finishes and saves what is in work at %s to the %s', async (signal, to) => {
    await using launched = await launch();
    const { child, printed, ended, folder } = launched;
    const response = await launched.firstRequest;
    process.kill(pidOf(child, to), signal);
    await printed.prints('stderr', 'Stopping');
    response.writeHead(200, { 'content-type': 'text/html' }).end(articlePage);
    expect(await ended).toEqual([11, null]);
    expect(printed.stderr.match(/Stopping/g)).toHaveLength(1);
    await using store = await openSqlite(`${folder}/data`);
    expect((await store.articles.find({ limit: 5 })).map(({ title }) => title)).toEqual(['A new ferry for the island']);
  });

  it.each<[Signal, string]>([
    ['SIGINT', 'launcher'],
    ['SIGTERM', 'group'],
  ])('ends at once at the second %s to the %s', async (signal, to) => {
    await using launched = await launch();
    const { child, printed, ended } = launched;
    await launched.firstRequest;
    process.kill(pidOf(child, to), signal);
    await printed.prints('stderr', 'Stopping');
    await signalUntilEnd(child, () => process.kill(pidOf(child, to), signal));
    expect(await ended).toEqual([11, null]);
  });

  it('finishes and saves when its launcher is killed', async () => {
    await using launched = await launch();
    const { child, printed, ended } = launched;
    const response = await launched.firstRequest;
    child.kill('SIGKILL');
    await printed.prints('stderr', 'Stopping');
    response.writeHead(200, { 'content-type': 'text/html' }).end(articlePage);
    await ended;
    await printed.prints('stderr', 'interrupted; everything is saved');
  });
});

/** What a test that failed has left running. */
function endGroup(group: number | undefined): void {
  try {
    if (group !== undefined) process.kill(-group, 'SIGKILL');
  } catch {
    // all have ended
  }
}
