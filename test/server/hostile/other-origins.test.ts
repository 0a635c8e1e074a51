import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkedServer } from '../../support/app/checked-server.ts';
import { type FakeApp, openFakeApp } from '../../support/app/fake-app.ts';

let app: FakeApp;
beforeAll(async () => {
  app = await openFakeApp();
});
afterAll(() => app[Symbol.asyncDispose]());

async function statusOf(request: InjectOptions, config: object = {}): Promise<number> {
  const server = checkedServer({ ...app, config: { ...app.config, ...config } });
  const { statusCode } = await server.inject(request);
  await server.close();
  return statusCode;
}

/** Needs no body, so that a page of any origin can send it without asking first. */
const change = (headers: InjectOptions['headers']): InjectOptions => ({
  method: 'POST',
  url: '/v1/wrappers/gazette.example/unpin',
  headers: { host: '127.0.0.1:8780', ...headers },
});

describe('a page of another origin', () => {
  it.each([
    ['of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['of another port of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:3000' }],
    ['in a sandbox', { origin: 'null' }],
    ['in a browser that sends no Sec-Fetch-Site', { origin: 'http://evil.example' }],
    ['whose name begins as this server', { origin: 'http://127.0.0.1:8780.evil.example' }],
    ['of another port, without Sec-Fetch-Site', { origin: 'http://127.0.0.1:3000' }],
  ])('changes nothing: %s', async (_name, headers) => {
    expect(await statusOf(change(headers))).toBe(403);
  });

  it('changes nothing with a token that the browser has kept, either', async () => {
    const token = 'long-enough-a-token';
    const authorization = `Basic ${Buffer.from(`me:${token}`).toString('base64')}`;
    const headers = { authorization, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect(await statusOf(change(headers), { httpToken: token })).toBe(403);
  });

  it.each([
    ['the dashboard', { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:8780' }],
    ['the dashboard in a browser that sends no Sec-Fetch-Site', { origin: 'http://127.0.0.1:8780' }],
    ['the dashboard behind a proxy that ends TLS', { origin: 'https://127.0.0.1:8780' }],
    ['a program', {}],
    ['a person who types the address', { 'sec-fetch-site': 'none' }],
  ])('is no hindrance to others: %s may change something', async (_name, headers) => {
    expect(await statusOf(change(headers))).toBe(404); // no site is learned
  });

  it('is no hindrance to others: the dashboard may change something behind a proxy that changes Host, by the names that are configured', async () => {
    const headers = { origin: 'http://news.example' };
    expect(await statusOf(change(headers))).toBe(403);
    expect(await statusOf(change(headers), { httpHosts: ['news.example'] })).toBe(404);
    expect(await statusOf(change({ origin: 'https://hub.example' }), { publicUrl: 'https://hub.example/x' })).toBe(404);
  });

  it('may lead to the dashboard and read what its browser lets it', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', host: 'localhost' };
    for (const url of ['/', '/v1/topics']) expect(await statusOf({ url, headers })).toBe(200);
  });
});

describe('the Host header', () => {
  it('names one host', async () => {
    const server = checkedServer(app);
    const address = await server.listen({ host: '127.0.0.1', port: 0 });
    const { rawAnswer } = await import('./raw-answer.ts');
    const ask = (head: string) => rawAnswer(Number(new URL(address).port), `${head}\r\nConnection: close\r\n\r\n`);
    expect(await ask('GET /v1/topics HTTP/1.1\r\nHost: localhost\r\nHost: evil.example')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await ask('GET /v1/topics HTTP/1.1\r\nHost: localhost\r\nhost: localhost')).toMatch(/^HTTP\/1\.1 400 /);
    // RFC 9112, 3.2.2: the address of the request line counts
    expect(await ask('GET http://evil.example/v1/topics HTTP/1.1\r\nHost: localhost')).toMatch(/^HTTP\/1\.1 403 /);
    expect(await ask('GET http://localhost/v1/topics HTTP/1.1\r\nHost: localhost')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask('PATCH http://localhost/v1/topics HTTP/1.1\r\nHost: localhost')).toMatch(/^HTTP\/1\.1 405 /);
    await server.close();
  });
});
