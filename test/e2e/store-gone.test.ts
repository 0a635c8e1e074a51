import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exitCodes } from '../../src/errors.ts';
import { articlePage } from '../stages/extract/page.ts';
import { type Started, startCrawl } from '../support/app/demo-crawl.ts';
import { startMongo } from '../support/store/mongo-server.ts';

const hosts = ['a', 'b', 'c', 'd'].map((name) => `${name}.example`);
const list = Array.from({ length: 200 }, (_, n) => `<h2><a href="/2026/${n}">A long headline of story ${n}</a></h2>`);

/** Four sites with more pages than a test waits for, each a while under way. */
async function openSlowSites(): Promise<{ readonly server: Server; readonly port: number; asked(): number }> {
  let asked = 0;
  const server = createServer(({ url = '' }, response) => {
    if (url === '/robots.txt') return void response.writeHead(404).end();
    asked += 1;
    const page = url === '/' ? `<h1>News</h1>${list.join('')}` : articlePage({}).replaceAll('bridge', `bridge ${url}`);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    setTimeout(() => response.end(page), 200);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port, asked: () => asked };
}

describe('a busy watch whose MongoDB is gone', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-gone-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** A server of our own: the suites' is not to be stopped. */
  const startOwn = () => startMongo({ ...process.env, NEWSHAWK_TEST_MONGODB_URL: '', CI: '' });

  async function busyWatch(mongoUrl: string): Promise<Started & { close(): void }> {
    const sites = await openSlowSites();
    const watch = startCrawl({
      demo: { port: sites.port, connectTo: hosts.map((host) => `${host}:80=127.0.0.1:${sites.port}`) },
      store: mongoUrl.replace('/?', '/gone?'),
      args: ['watch', '--concurrency', '8', ...hosts.map((host) => `http://${host}/`)],
      env: { NEWSHAWK_RENDER: 'static', NEWSHAWK_LOG: 'info' },
      cwd: folder,
    });
    await vi.waitFor(() => expect(sites.asked()).toBeGreaterThan(12), { timeout: 300_000, interval: 100 });
    return { ...watch, close: () => sites.server.closeAllConnections() };
  }

  it.for(['SIGSTOP', 'SIGKILL'] as const)('ends on SIGTERM by itself, and says why (%s)', async (gone, { skip }) => {
    const mongo = await startOwn();
    if ('skipped' in mongo) return skip(mongo.skipped);
    const watch = await busyWatch(mongo.url);
    mongo.signal?.(gone);
    watch.child.kill('SIGTERM');
    const { code, stderr } = await watch.ended;
    expect(stderr).toMatch(/newshawk: The store mongodb:\/\/127\.0\.0\.1:\d+\/gone /);
    expect(code).toBe(exitCodes.store);
    watch.close();
    await mongo.stop();
  });

  it('ends at once on the second signal', async ({ skip }) => {
    const mongo = await startOwn();
    if ('skipped' in mongo) return skip(mongo.skipped);
    const watch = await busyWatch(mongo.url);
    mongo.signal?.('SIGSTOP');
    watch.child.kill('SIGTERM');
    await vi.waitFor(() => expect(watch.printed.stderr).toContain('Stopping'), { timeout: 300_000 });
    await wait(400); // two signals within 300 ms are one keypress
    watch.child.kill('SIGTERM');
    expect((await watch.ended).code).toBe(exitCodes.interrupted);
    watch.close();
    await mongo.stop();
  });
});
