import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandError } from '../../src/errors.ts';
import { isLoopback } from '../../src/server/access.ts';
import { buildServer } from '../../src/server/app.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';

let app: FakeApp;
beforeAll(async () => {
  app = await openFakeApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const serverWith = (httpHost: string, httpToken: string | null) =>
  buildServer({ ...app, config: { ...app.config, httpHost, httpToken } });
const token = 'correct horse battery staple'.replaceAll(' ', '-');

describe('where it listens', () => {
  it.each(['0.0.0.0', '::', '192.168.1.4', 'example.com', '127.0.0.1.evil.example', 'localhost.evil.example'])(
    'refuses %s without a token',
    (host) => {
      const build = () => serverWith(host, null);
      expect(build).toThrow(CommandError);
      expect(build).toThrow(/NEWSHAWK_HTTP_TOKEN/);
    },
  );

  it('refuses a short token when other machines reach the address', () => {
    expect(() => serverWith('0.0.0.0', 'x')).toThrow(/fewer than 16 characters.*openssl rand/);
    expect(() => serverWith('127.0.0.1', 'x')).not.toThrow();
  });

  it.each(['127.0.0.1', 'localhost', '::1', '[::1]', '127.1.2.3'])('holds %s for loopback', (host) => {
    expect(isLoopback(host)).toBe(true);
  });
});

describe('the token', () => {
  it.each([
    ['none', {}, 401],
    ['a wrong one', { authorization: 'Bearer wrong' }, 401],
    ['an empty one', { authorization: 'Bearer ' }, 401],
    ['the right one', { authorization: `Bearer ${token}` }, 200],
    [
      'the right one as Basic password',
      { authorization: `Basic ${Buffer.from(`reader:${token}`).toString('base64')}` },
      200,
    ],
    ['a wrong Basic password', { authorization: `Basic ${Buffer.from('reader:x').toString('base64')}` }, 401],
  ])('%s', async (_name, headers, status) => {
    const server = serverWith('0.0.0.0', token);
    const response = await server.inject({ url: '/v1/articles', headers });
    expect(response.statusCode).toBe(status);
    await server.close();
  });

  it('guards everything that holds data, on loopback too; the page itself and /health need no token', async () => {
    const server = serverWith('127.0.0.1', token);
    const status = async (url: string) => (await server.inject(url)).statusCode;
    for (const path of [
      '/metrics',
      '/openapi.json',
      '/v1/stats',
      '/v1/feeds/all.rss',
      '/dashboard/../v1/stats',
      '//v1/stats',
    ])
      expect([path, await status(path)]).toEqual([path, 401]);
    for (const path of ['/', '/health', '/ready', '/dashboard/app.js'])
      expect([path, await status(path)]).toEqual([path, 200]);
    await server.close();
  });
});

describe('other origins', () => {
  it.each(['evil.example', 'evil.example:8780', '127.0.0.1.evil.example'])(
    'refuses Host "%s" (DNS rebinding)',
    async (host) => {
      const server = serverWith('127.0.0.1', null);
      const response = await server.inject({ url: '/v1/stats', headers: { host } });
      expect(response.statusCode).toBe(403);
      await server.close();
    },
  );

  it('sends no CORS header, and the security headers with every answer', async () => {
    const server = serverWith('127.0.0.1', null);
    for (const url of ['/', '/v1/stats', '/nothing', '/dashboard/app.js', '/v1/articles?limit=0']) {
      const { headers } = await server.inject({ url, headers: { origin: 'http://evil.example' } });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self'/);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
    await server.close();
  });
});

describe('the dashboard', () => {
  it('is complete: every file that it links to is served, nothing comes from other hosts, nothing is inline', async () => {
    const server = serverWith('127.0.0.1', null);
    const page = (await server.inject('/')).body;
    expect(page).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style=|https?:\/\//);
    const named = [...page.matchAll(/(?:href|src)="(\/dashboard\/[^"]+)"/g)].map(([, path]) => path ?? '');
    for (const path of named) {
      const { body, statusCode } = await server.inject(path);
      expect([path, statusCode]).toEqual([path, 200]);
      for (const [, file] of body.matchAll(/from '\.\/([\w.]+)'/g))
        expect([file, (await server.inject(`/dashboard/${file}`)).statusCode]).toEqual([file, 200]);
    }
    expect(named.length).toBeGreaterThan(3);
    expect((await server.inject('/dashboard/app.ts')).statusCode).toBe(404);
    await server.close();
  });
});
