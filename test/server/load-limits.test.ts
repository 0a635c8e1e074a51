import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { buildServer } from '../../src/server/app.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]();
});

/** A server whose store answers when the test releases it. */
async function serverWith(limits: { readonly httpConnections: number; readonly httpRequests: number }) {
  const app: FakeApp = await openFakeApp();
  opened.push(app);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const asked: (() => void)[] = [];
  const server = buildServer({
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
  return { address, port: Number(new URL(address).port), release, begun };
}

it('answers 503 with Retry-After at once when all requests are in use; /health is always answered', async () => {
  const { address, release, begun } = await serverWith({ httpConnections: 100, httpRequests: 2 });
  const both = [begun(), begun()];
  const waiting = [fetch(`${address}/v1/stats`), fetch(`${address}/v1/articles`)];
  await Promise.all(both);
  for (const path of ['/v1/stats', '/ready', '/', '/openapi.json']) {
    const refused = await fetch(address + path);
    expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '1']);
    expect((await refused.json()).error.message).toContain('2 requests at once');
    expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  expect((await fetch(`${address}/health`)).status).toBe(200);
  release();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await fetch(`${address}/v1/stats`)).status).toBe(200);
});

it('answers 503 on connections beyond the limit, and closes them; /health is answered there, too', async () => {
  const { port } = await serverWith({ httpConnections: 2, httpRequests: 100 });
  const idle = await Promise.all([1, 2].map(() => connected(port)));
  const ask = async (path: string) => {
    const socket = await connected(port);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    return await text(socket);
  };
  const refused = await ask('/openapi.json');
  expect(refused).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 1[\s\S]*2 connections/i);
  expect(await ask('/health')).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of idle) socket.destroy();
  await Promise.all(idle.map((socket) => once(socket, 'close')));
  for (let tries = 0; tries < 50 && (await ask('/openapi.json')).startsWith('HTTP/1.1 503'); tries++);
  expect(await ask('/openapi.json')).toMatch(/^HTTP\/1\.1 200 /);
});

it('counts a request that its client aborted as ended', async () => {
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

async function connected(port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}
