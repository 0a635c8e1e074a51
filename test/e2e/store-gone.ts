import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/errors.ts';
import { articlePage } from '../stages/extract/page.ts';
import { type Started, startCrawl } from '../support/app/demo-crawl.ts';
import { startMongo } from '../support/store/mongo-server.ts';
import { Changes, signalUntilEnd } from '../support/waiting.ts';

const hosts = ['a', 'b', 'c', 'd'].map((name) => `${name}.example`);
const list = Array.from({ length: 200 }, (_, n) => `<h2><a href="/2026/${n}">A long headline of story ${n}</a></h2>`);

/** Four sites with more pages than a test waits for, each a while under way. `busy` resolves when more than twelve pages were asked for. */
async function openSlowSites(): Promise<{ readonly server: Server; readonly port: number; busy(): Promise<void> }> {
  let asked = 0;
  const changes = new Changes();
  const server = createServer(({ url = '' }, response) => {
    if (url === '/robots.txt') return void response.writeHead(404).end();
    asked += 1;
    changes.changed();
    const page = url === '/' ? `<h1>News</h1>${list.join('')}` : articlePage({}).replaceAll('bridge', `bridge ${url}`);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    setTimeout(() => response.end(page), 200);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port, busy: () => changes.until(() => asked > 12) };
}

/** Looks sooner whether the server is there, and waits shorter for it, than the driver does by itself: 10 s instead of 30 to 40. */
const storeOf = (mongoUrl: string) =>
  `${mongoUrl.replace('/?', '/gone?')}&heartbeatFrequencyMS=1000&connectTimeoutMS=10000&serverSelectionTimeoutMS=5000`;

/** A server for one test: that of the suites must go on. */
const startOwn = () => startMongo({ ...process.env, NEWSHAWK_TEST_MONGODB_URL: '', CI: '' });

/** Processes whose store goes away. Each has a server of its own. */
export function storeGone(): void {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-gone-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  describe.concurrent('a busy watch whose MongoDB is gone', () => {
    async function busyWatch(mongoUrl: string): Promise<Started & { close(): void }> {
      const sites = await openSlowSites();
      const watch = startCrawl({
        demo: { port: sites.port, connectTo: hosts.map((host) => `${host}:80=127.0.0.1:${sites.port}`) },
        store: storeOf(mongoUrl),
        args: ['watch', '--concurrency', '8', ...hosts.map((host) => `http://${host}/`)],
        env: { NEWSHAWK_RENDER: 'static', NEWSHAWK_LOG: 'info' },
        cwd: folder,
      });
      await sites.busy();
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
      await watch.printed.prints('stderr', 'Stopping');
      await signalUntilEnd(watch.child, () => watch.child.kill('SIGTERM'));
      expect((await watch.ended).code).toBe(exitCodes.interrupted);
      watch.close();
      await mongo.stop();
    });
  });

  describe.concurrent('a serve whose MongoDB is gone', () => {
    async function startServe(mongoUrl: string): Promise<Started & { readonly address: string }> {
      const serve = startCrawl({
        // nobody is asked: any port will do
        demo: { port: 9, connectTo: [] },
        store: storeOf(mongoUrl),
        args: ['serve', '--port', '0', '--json'],
        cwd: folder,
      });
      await serve.printed.prints('stdout', /\}\s*$/);
      return { ...serve, address: JSON.parse(serve.printed.stdout).address };
    }

    it.for(['SIGSTOP', 'SIGKILL'] as const)(
      'ends on SIGTERM while a request waits for the store (%s)',
      async (gone, { skip }) => {
        const mongo = await startOwn();
        if ('skipped' in mongo) return skip(mongo.skipped);
        const serve = await startServe(mongo.url);
        const articles = () => fetch(`${serve.address}/v1/articles`);
        expect((await articles()).status).toBe(200);
        mongo.signal?.(gone);
        const waiting = articles().then(
          ({ status }) => status,
          () => 'cut off',
        );
        expect((await fetch(`${serve.address}/health`)).status).toBe(200);
        serve.child.kill('SIGTERM');
        const { code, signal, stderr } = await serve.ended;
        // it has nothing to save: a store that is gone is not its failure
        expect({ code, signal }).toEqual({ code: exitCodes.ok, signal: null });
        expect(stderr).toContain('Stopping');
        expect(['cut off', 500, 503]).toContain(await waiting);
        await mongo.stop();
      },
    );
  });
}
