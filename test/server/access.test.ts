import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandError } from '../../src/errors.ts';
import { isLoopback } from '../../src/server/access.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';

let app: FakeApp;
beforeAll(async () => {
  app = await openFakeApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const serverWith = (httpHost: string, httpToken: string | null) =>
  checkedServer({ ...app, config: { ...app.config, httpHost, httpToken } });
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

describe('behind a reverse proxy', () => {
  const wrong = (from: string) => ({
    url: '/v1/articles',
    headers: { authorization: 'Bearer wrong', 'x-forwarded-for': from },
  });
  const statusAfterGuesses = async (
    httpProxies: readonly string[],
    from: readonly [guesser: string, other: string],
  ) => {
    const config = { ...app.config, httpHost: '0.0.0.0', httpToken: token, httpProxies };
    const server = checkedServer({ ...app, config });
    for (let guess = 0; guess < 40; guess++) await server.inject(wrong(from[0]));
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from[1] };
    const status = (await server.inject({ url: '/v1/articles', headers })).statusCode;
    await server.close();
    return status;
  };

  it.each([
    ['127.0.0.1', '203.0.113.7', '203.0.113.8', 200],
    ['127.0.0.0/8', '203.0.113.7', '203.0.113.8', 200],
    ['127.0.0.1', '203.0.113.7', '203.0.113.7', 429],
    // what a client writes itself stands before the address that the proxy adds
    ['127.0.0.1', '1.1.1.1, 203.0.113.7', '2.2.2.2, 203.0.113.7', 429],
    ['127.0.0.1', '203.0.113.8, 203.0.113.7', '203.0.113.8', 200],
    ['10.0.0.0/8', '203.0.113.7', '203.0.113.8', 429],
    ['', '203.0.113.7', '203.0.113.8', 429],
  ])('trusting "%s": wrong tokens of %s, then the right one of %s: %d', async (proxies, guesser, other, status) => {
    expect(await statusAfterGuesses(proxies === '' ? [] : [proxies], [guesser, other])).toBe(status);
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
      expect({ path, status: await status(path) }).toEqual({ path, status: 401 });
    const page = await server.inject({ url: '/', headers: { host: 'localhost' } });
    const [script = ''] = /\/dashboard\/[\w-]+\.js/.exec(page.body) ?? [];
    for (const path of ['/', '/health', '/ready', script])
      expect({ path, status: await status(path) }).toEqual({ path, status: 200 });
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
    for (const url of ['/', '/v1/stats', '/nothing', '/dashboard/none.js', '/v1/articles?limit=0']) {
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
    const linked = new Set<string>();
    const named = [...page.matchAll(/(?:href|src)="(\/dashboard\/[^"]+)"/g)].map(([, path]) => path ?? '');
    for (const path of named) {
      const { body, statusCode } = await server.inject(path);
      expect({ path, statusCode }).toEqual({ path, statusCode: 200 });
      for (const [, file] of body.matchAll(/["'`](?:\.\/|dashboard\/)([\w.-]+\.(?:js|css|svg))["'`]/g)) {
        linked.add(file ?? '');
        expect({ file, statusCode: (await server.inject(`/dashboard/${file}`)).statusCode }).toEqual({
          file,
          statusCode: 200,
        });
      }
    }
    expect(named.length).toBe(3);
    // a file for each page, and the charts
    expect(linked.size).toBeGreaterThanOrEqual(10);
    await server.close();
  });
});

describe('scopes and rates', () => {
  const readToken = 'r'.repeat(20);
  const extra = 'e'.repeat(20);
  const given = {
    httpHost: '0.0.0.0',
    httpToken: token,
    httpReadToken: readToken,
    httpTokens: [{ name: 'ingest', scope: 'write', token: extra }],
  } as const;
  const bearer = (value: string) => ({ authorization: `Bearer ${value}` });

  it('lets a token that may only read change nothing', async () => {
    const server = checkedServer({ ...app, config: { ...app.config, ...given } });
    const status = async (method: 'GET' | 'POST' | 'DELETE', url: string, value: string) =>
      (await server.inject({ method, url, headers: bearer(value) })).statusCode;
    for (const value of [token, readToken, extra]) expect(await status('GET', '/v1/articles', value)).toBe(200);
    expect(await status('DELETE', '/v1/topics/none', readToken)).toBe(403);
    for (const value of [token, extra]) expect(await status('DELETE', '/v1/topics/none', value)).toBe(404);
    const refused = await server.inject({ method: 'POST', url: '/v1/sources', headers: bearer(readToken) });
    expect(refused.headers['www-authenticate']).toContain('insufficient_scope');
    expect(refused.json().error.message).not.toContain(readToken);
    await server.close();
  });

  it('refuses more requests than the rates allow, by token', async () => {
    const config = { ...app.config, ...given, httpReadRate: 2, httpWriteRate: 1 };
    const server = checkedServer({ ...app, config });
    const get = (value: string) => server.inject({ url: '/v1/topics', headers: bearer(value) });
    const first = await get(token);
    expect({ statusCode: first.statusCode, ratelimitRemaining: first.headers['ratelimit-remaining'] }).toEqual({
      statusCode: 200,
      ratelimitRemaining: '1',
    });
    expect((await get(token)).statusCode).toBe(200);
    const third = await get(token);
    expect(third.statusCode).toBe(429);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    expect((await get(extra)).statusCode).toBe(200);
    const write = () => server.inject({ method: 'DELETE', url: '/v1/topics/none', headers: bearer(token) });
    expect([(await write()).statusCode, (await write()).statusCode]).toEqual([404, 429]);
    expect((await server.inject('/health')).statusCode).toBe(200);
    await server.close();
  });

  it('stops guesses, and not those who were let in before', async () => {
    const server = checkedServer({ ...app, config: { ...app.config, ...given } });
    const get = async (value: string) =>
      (await server.inject({ url: '/v1/topics', headers: bearer(value) })).statusCode;
    expect(await get(token)).toBe(200);
    const statuses = new Set<number>();
    for (let guess = 0; guess < 40; guess++) statuses.add(await get(`guess ${guess}`));
    expect([...statuses]).toEqual([401, 429]);
    expect(await get(token)).toBe(200);
    expect(await get(extra)).toBe(429);
    await server.close();
  });
});

describe('the Host header', () => {
  const statusOf = async (config: object, host: string) => {
    const server = checkedServer({ ...app, config: { ...app.config, ...config } });
    const { statusCode } = await server.inject({ url: '/health', headers: { host } });
    await server.close();
    return statusCode;
  };
  const open = { httpHost: '0.0.0.0', httpToken: token };

  it.each([
    [{}, 'localhost:8780', 200],
    [{}, 'serve:8780', 403],
    [{}, '192.168.1.4', 403],
    [{ httpHosts: ['News.example'] }, 'news.example', 200],
    [open, '192.168.1.4:8780', 200],
    [open, '[fe80::1]:8780', 200],
    [open, 'serve:8780', 200],
    [open, 'evil.example', 403],
    [open, '1.2.3.4.evil.example', 403],
    [{ ...open, httpHosts: ['news.example'] }, 'news.example:443', 200],
    [{ ...open, httpHosts: ['*'] }, 'any.example', 200],
    [{ ...open, publicUrl: 'https://hub.example/x' }, 'hub.example', 200],
    [{ ...open, httpHost: 'box.example' }, 'box.example', 200],
  ])('%j: %s gets %i', async (config, host, status) => {
    expect(await statusOf(config, host)).toBe(status);
  });
});
