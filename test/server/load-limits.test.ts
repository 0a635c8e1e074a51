import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]();
});

/** A server whose store answers when the test releases it. */
async function serverWith(limits: {
  readonly httpConnections: number;
  readonly httpRequests: number;
  readonly httpProxies?: readonly string[];
}) {
  const app: FakeApp = await openFakeApp();
  opened.push(app);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const asked: (() => void)[] = [];
  const server = checkedServer({
    ...app,
    config: { ...app.config, ...limits },
    store: async () => {
      asked.shift()?.();
      await released;
      return app.storeOfTest;
    },
  });
  opened.push({ [Symbol.asyncDispose]: () => server.close() });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  /** Settles when the request has reached the store. */
  const begun = () => new Promise<void>((resolve) => asked.push(resolve));
  const { headersTimeout: headersTimeoutMs } = server.server;
  return { address, port: Number(new URL(address).port), release, begun, headersTimeoutMs };
}

it('the server answers 503 with Retry-After at once when all requests are in use; /health is always answered', async () => {
  const { address, release, begun } = await serverWith({ httpConnections: 100, httpRequests: 2 });
  const both = [begun(), begun()];
  const waiting = [fetch(`${address}/v1/stats`), fetch(`${address}/v1/articles`)];
  await Promise.all(both);
  for (const path of ['/v1/stats', '/ready', '/', '/openapi.json']) {
    const refused = await fetch(address + path);
    expect({ path, status: refused.status, retryAfter: refused.headers.get('retry-after') }).toEqual({
      path,
      status: 503,
      retryAfter: '1',
    });
    expect((await refused.json()).error.message).toContain('2 requests at once');
    expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  expect((await fetch(`${address}/health`)).status).toBe(200);
  release();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await fetch(`${address}/v1/stats`)).status).toBe(200);
});

it('the server answers 503 on connections beyond the limit, and closes them; /health is answered there, too', async () => {
  const { port, begun, release } = await serverWith({ httpConnections: 2, httpRequests: 100 });
  const waiting = [];
  for (const [from, path] of [
    ['127.0.0.2', '/v1/stats'],
    ['127.0.0.3', '/v1/articles'],
  ] as const) {
    const stored = begun();
    waiting.push(ask({ port, from, path }));
    await stored;
  }
  const refused = await ask({ port, path: '/openapi.json' });
  expect(refused).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 1[\s\S]*2 connections, 1 of one client/i);
  expect(await ask({ port, path: '/health' })).toMatch(/^HTTP\/1\.1 200 /);
  release();
  expect((await Promise.all(waiting)).every((answer) => answer.startsWith('HTTP/1.1 200'))).toBe(true);
  expect(await ask({ port, path: '/openapi.json' })).toMatch(/^HTTP\/1\.1 200 /);
});

/** What a client does with a connection that it holds. */
const holders: Readonly<Record<string, (socket: Socket) => Promise<unknown>>> = {
  silent: async () => {},
  'half a request': async (socket) => socket.write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nX'),
  'kept alive': async (socket) => {
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  },
};

// 8 connections of the server and 64 spare ones
describe.each(Object.keys(holders))('connections that are %s', (kind) => {
  it.each([
    [1, 100],
    [3, 40],
    [30, 6],
  ])('of %s clients, %s each, shut out nobody', async (clients, each) => {
    const { port } = await serverWith({ httpConnections: 8, httpRequests: 100 });
    const held: Socket[] = [];
    for (let at = 0; at < clients * each; at++) {
      const socket = await connected(port, `127.0.1.${(at % clients) + 1}`);
      held.push(socket.on('error', () => {}));
      await holders[kind]?.(socket);
    }
    for (const path of ['/health', '/openapi.json'])
      for (const from of ['127.0.0.1', '127.0.1.1'])
        expect({ path, from, ask: (await ask({ port, from, path })).slice(0, 12) }).toEqual({
          path,
          from,
          ask: 'HTTP/1.1 200',
        });
    for (const socket of held) socket.destroy();
  });
});

it('one client has at most a quarter of the connections, whatever it asks for', async () => {
  const { port, begun, release } = await serverWith({ httpConnections: 8, httpRequests: 100 });
  const waiting = [];
  for (const path of ['/v1/stats', '/v1/articles']) {
    const stored = begun();
    waiting.push(ask({ port, from: '127.0.0.2', path }));
    await stored;
  }
  expect(await ask({ port, from: '127.0.0.2', path: '/openapi.json' })).toMatch(/^HTTP\/1\.1 503 .*2 of one client/s);
  expect(await ask({ port, from: '127.0.0.2', path: '/health' })).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask({ port, path: '/openapi.json' })).toMatch(/^HTTP\/1\.1 200 /);
  release();
  await Promise.all(waiting);
});

it('a connection with several requests at once is not closed before all are answered', async () => {
  const { port, begun, release } = await serverWith({ httpConnections: 8, httpRequests: 100 });
  const busy = await connected(port);
  const stored = begun();
  const head = 'HTTP/1.1\r\nHost: localhost\r\n';
  busy.write(`GET /health ${head}\r\nGET /v1/stats ${head}Connection: close\r\n\r\n`);
  const answers = text(busy);
  await stored;
  for (let others = 0; others < 4; others++) await ask({ port, path: '/health' });
  const held = await Promise.all([connected(port), connected(port), connected(port)]);
  expect(await ask({ port, path: '/health' })).toMatch(/^HTTP\/1\.1 200 /);
  release();
  expect((await answers).match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  for (const socket of held) socket.destroy();
});

it('a trusted reverse proxy may have all connections', async () => {
  const { port } = await serverWith({ httpConnections: 8, httpRequests: 100, httpProxies: ['127.0.0.2'] });
  const held: Socket[] = [];
  for (let at = 0; at < 8; at++) held.push((await connected(port, '127.0.0.2')).resume());
  await ask({ port, from: '127.0.0.2', path: '/health' });
  const open = held.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded);
  expect(open.length).toBeGreaterThanOrEqual(7);
  for (const socket of held) socket.destroy();
});

it('the server gives the headers of a request 10 s', async () => {
  const { headersTimeoutMs } = await serverWith({ httpConnections: 8, httpRequests: 100 });
  expect(headersTimeoutMs).toBe(10_000);
});

it('the server counts a request that its client aborted as ended', async () => {
  const { address, begun, release } = await serverWith({ httpConnections: 100, httpRequests: 1 });
  const [gone, first] = [new AbortController(), begun()];
  const request = fetch(`${address}/v1/stats`, { signal: gone.signal });
  await first;
  gone.abort();
  await expect(request).rejects.toThrow(/abort/i);
  release();
  for (let tries = 0; tries < 50 && (await fetch(`${address}/ready`)).status === 503; tries++);
  expect((await fetch(`${address}/ready`)).status).toBe(200);
});

async function connected(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  await once(socket, 'connect');
  return socket;
}

/** @returns the whole answer; Linux has all of 127.0.0.0/8 for clients */
async function ask({ port, path, from }: { port: number; path: string; from?: string }): Promise<string> {
  const socket = await connected(port, from);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  return await text(socket);
}
