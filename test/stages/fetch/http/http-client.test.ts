import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, Gunzip, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hostVerdict } from '../../../../src/crawl/failed-task.ts';
import { kindOf, NewshawkError, TurnRefused } from '../../../../src/errors.ts';
import type { Task } from '../../../../src/model/crawl/task.ts';
import { canonicalUrl } from '../../../../src/model/web/canonical-url.ts';
import type { HttpClient, HttpRequest, IdentityRoute } from '../../../../src/ports.ts';
import { fetchStatic } from '../../../../src/stages/fetch/fetch-static.ts';
import type { EgressGuard } from '../../../../src/stages/fetch/guard/egress-guard.ts';
import { openHttpClient } from '../../../../src/stages/fetch/http/http-client.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { nextTry } from '../../../../src/stages/schedule/retry.ts';
import { stoppedClock } from '../../../support/manual-clock.ts';
import { identityOf, type LocalSite, openLocalSite, openTestGuard } from '../local-site.ts';

const text = 'the same text '.repeat(50);
const encoded = (encoding: string, body: Buffer) => (_: unknown, response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(body);
const answer =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  (_: unknown, response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);

/** Answers that no parser of HTTP takes. */
const malformedAnswers = {
  'another protocol': 'SSH-2.0-OpenSSH_9.6\r\n',
  'no status line': 'garbage\r\n\r\n',
  'no number as status': 'HTTP/1.1 abc OK\r\n\r\n',
  'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\nhello',
  'no number as length': 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n',
  'a space in a header': 'HTTP/1.1 200 OK\r\nbad header\r\n\r\n',
};

let site: LocalSite;
let guard: EgressGuard;
let client: HttpClient;
let identity: IdentityRoute;
/** Resolves when the site is asked for /drip. */
let dripBegins = Promise.withResolvers<void>();

beforeAll(async () => {
  site = await openLocalSite({
    '/gzip': encoded('gzip', gzipSync(text)),
    '/cut': encoded('gzip', gzipSync(text + Math.PI).subarray(0, -6)),
    '/deflate': encoded('deflate', deflateSync(text)),
    '/raw': encoded('deflate', deflateRawSync(text)),
    '/br': encoded('br', brotliCompressSync(text)),
    '/zstd': encoded('zstd', zstdCompressSync(text)),
    '/two': encoded('gzip, br', brotliCompressSync(gzipSync(text))),
    '/bomb': encoded('gzip', gzipSync(Buffer.alloc(200_000_000))),
    '/small-bomb': encoded('gzip', gzipSync(Buffer.alloc(8_000_000))),
    '/zstd-bomb': encoded('zstd', zstdCompressSync(Buffer.alloc(8_000_000))),
    '/layers': encoded('gzip, gzip, gzip, gzip', Buffer.from('never unpacked')),
    '/empty-location': answer(302, { location: '', 'content-type': 'text/html' }, 'stay'),
    '/to-file': answer(302, { location: 'file:///etc/passwd' }),
    '/to-nowhere': answer(302, { location: 'http://[' }),
    '/relative': answer(307, { location: '../gzip?x#part' }),
    '/knock': (request, response) =>
      request.headers.cookie?.includes('in=1')
        ? response.end('inside')
        : response.writeHead(302, { location: '/knock', 'set-cookie': 'in=1' }).end(),
    '/hoard': (request, response) =>
      response
        .writeHead(200, { 'set-cookie': Array.from({ length: 1_000 }, (_one, n) => `${request.url?.at(-1)}${n}=${n}`) })
        .end(),
    '/cross': (_, response) => response.writeHead(302, { location: `http://localhost:${site.port}/echo` }).end(),
    '/announced': (_, response) => response.writeHead(200, { 'content-length': 200_000_000 }).write('<h1>then nothing'),
    '/wrong': encoded('gzip', Buffer.from('plain')),
    '/drip': (_, response) => {
      dripBegins.resolve();
      response.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(timer));
    },
    '/loop': answer(302, { location: '/loop' }),
    '/start': answer(301, { location: '/set', 'set-cookie': 'first=1' }),
    '/set': (request, response) =>
      response.writeHead(200, { 'set-cookie': ['a=1; Path=/', 'b=2; Path=/'] }).end(request.headers.cookie),
    '/echo': (request, response) => response.end(JSON.stringify(request.headers)),
    '/posted': (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method, headers } = request;
        response.end(JSON.stringify({ method, type: headers['content-type'], sent: Buffer.concat(parts).toString() }));
      });
    },
    '/posted-302': answer(302, { location: '/posted' }),
    '/posted-303': answer(303, { location: '/posted' }),
    '/posted-307': answer(307, { location: '/posted' }),
    '/gbk': answer(200, { 'content-type': 'text/html; charset=gb2312' }),
    '/pdf': answer(200, { 'content-type': 'application/pdf' }, '%PDF'),
    '/busy': answer(429, { 'retry-after': '120' }),
    '/down': answer(503, { 'retry-after': 'Sat, 21 Nov 2026 10:01:00 GMT' }),
    '/wall': answer(
      200,
      { 'content-type': 'text/html' },
      '<title>Just a moment...</title><div class="cf-challenge">Checking your browser</div>',
    ),
    '/forbidden': answer(403, {}, 'no'),
    '/broken': answer(500),
    '/gone': answer(410, { 'content-type': 'text/html' }, 'gone'),
    '/same': answer(304),
  });
  guard = await openTestGuard({ allow: [`127.0.0.1:${site.port}`, `localhost:${site.port}`, '127.0.0.1:9'] });
  client = openHttpClient({ ignoreTlsErrors: false, cookies: new CookieJars() });
  identity = identityOf(await guard.routeFor(null));
});
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await guard[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const get = (path: string, request: Partial<HttpRequest> = {}) =>
  client.fetch({ url: `${site.origin}${path}`, identity, maxBytes: 1_000_000, timeoutMs: 20_000, ...request });
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => error,
  );

describe('the HTTP client', () => {
  it('passes on that a turn was refused, and sends nothing', async () => {
    class OutsideWindow extends TurnRefused {}
    const before = site.asked.length;
    const refused = new OutsideWindow('the window has ended');
    const turns = { free: async () => {}, take: () => Promise.reject(refused), note: () => {}, answered: () => {} };
    expect(await failure(get('/gzip', { turns }))).toBe(refused);
    expect(site.asked.length).toBe(before);
  });

  it.each(['/gzip', '/deflate', '/raw', '/br', '/zstd', '/two'])('reads %s', async (path) => {
    const { body, wireBytes } = await get(path);
    expect(Buffer.from(body).toString()).toBe(text);
    expect(wireBytes).toBeLessThan(text.length);
  });

  it.each(Object.entries(malformedAnswers))(
    'takes an answer with %s for a fault of the page, not for an outage',
    async (_, answer) => {
      const server = createServer((socket) => void socket.on('error', () => {}).once('data', () => socket.end(answer)));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      await using openGuard = await openTestGuard({ allow: [`127.0.0.1:${port}`] });
      const url = `http://127.0.0.1:${port}/`;
      const own = identityOf(await openGuard.routeFor(null));
      const error = await failure(client.fetch({ url, identity: own, timeoutMs: 5_000, maxBytes: 1e6 }));
      server.close();
      expect(error).toMatchObject({ kind: 'unreachable', fault: 'page', message: /not valid HTTP/ });
      expect(hostVerdict(error, `127.0.0.1:${port}`, 0)).toBe('answered');
      expect(nextTry('unreachable', 0, 1, new Date(0), () => 0, { fault: 'page' })).toEqual({ kind: 'failed' });
    },
  );

  it('reads a compressed body that was cut off as far as it goes', async () => {
    expect(Buffer.from((await get('/cut')).body).toString()).toContain('the same text');
  });

  it('stops a compression bomb at the limit', async () => {
    let unpacked = 0;
    const { push } = Gunzip.prototype;
    vi.spyOn(Gunzip.prototype, 'push').mockImplementation(function (this: Gunzip, chunk: Uint8Array | null) {
      unpacked += chunk?.byteLength ?? 0;
      return push.call(this, chunk);
    });
    expect(kindOf(await failure(get('/bomb')))).toBe('too-large');
    // the limit and the chunk that exceeds it, of 200 MB
    expect(unpacked).toBeGreaterThan(900_000);
    expect(unpacked).toBeLessThan(1_100_000);
    vi.restoreAllMocks();
  });

  it.each(['/small-bomb', '/zstd-bomb', '/layers'])(
    'refuses %s as a bomb, though it is within the size limit',
    async (path) => {
      expect(kindOf(await failure(get(path, { maxBytes: 20_000_000 })))).toBe('too-large');
    },
  );

  it('follows redirects to web addresses only', async () => {
    expect((await get('/relative')).url).toBe(`${site.origin}/gzip?x#part`);
    expect(Buffer.from((await get('/knock', { identity: { ...identity, id: 'knocker' } })).body).toString()).toBe(
      'inside',
    );
    expect(await get('/empty-location')).toMatchObject({ status: 302, url: `${site.origin}/empty-location` });
    expect(kindOf(await failure(get('/to-file')))).toBe('misconfigured');
    expect(String(await failure(get('/to-nowhere')))).toContain('redirects to an invalid address');
    const landed = await get('/cross', { headers: { authorization: 'secret', 'if-none-match': '"x"' } });
    const sent = JSON.parse(Buffer.from(landed.body).toString()) as Record<string, string>;
    expect(sent).not.toHaveProperty('authorization');
    expect(sent).not.toHaveProperty('cookie');
    expect(sent.host).toBe(`localhost:${site.port}`);
  });

  it('limits the cookies of a response and of a site as a browser does', async () => {
    const hoarder = { ...identity, id: 'hoarder' };
    const held = async () => {
      const { body } = await get('/echo', { identity: hoarder });
      return (JSON.parse(Buffer.from(body).toString()) as { cookie: string }).cookie.split('; ');
    };
    await get('/hoard?a', { identity: hoarder });
    expect(await held()).toHaveLength(100);
    for (const letter of 'bcd') await get(`/hoard?${letter}`, { identity: hoarder });
    const cookies = await held();
    expect(cookies).toHaveLength(180);
    expect(cookies).toContain('d99=99'); // the newest stay
  });

  it('does not read a body that is too large by its Content-Length', async () => {
    expect(kindOf(await failure(get('/announced', { timeoutMs: 60_000 })))).toBe('too-large');
  });

  it('reports the kind of a failure', async () => {
    expect(kindOf(await failure(get('/wrong')))).toBe('unreachable');
    expect(kindOf(await failure(get('/drip', { timeoutMs: 400 })))).toBe('timed-out');
    expect(kindOf(await failure(get('', { url: 'http://127.0.0.1:9/' })))).toBe('unreachable');
    expect(kindOf(await failure(get('', { url: 'http://no-such-name.invalid/' })))).toBe('unreachable');
    expect(String(await failure(get('/loop')))).toContain('in a circle');
    const stop = new AbortController();
    dripBegins = Promise.withResolvers();
    const cancelled = failure(get('/drip', { signal: stop.signal }));
    await dripBegins.promise;
    stop.abort();
    expect(String(await cancelled)).toContain('cancelled');
  });

  it('follows redirects and keeps cookies to their identity', async () => {
    const landed = await get('/start');
    expect([landed.url, Buffer.from(landed.body).toString()]).toEqual([`${site.origin}/set`, 'first=1']);
    const mine = JSON.parse(Buffer.from((await get('/echo')).body).toString()) as Record<string, string>;
    expect(mine.cookie).toBe('first=1; a=1; b=2');
    const other = await get('/echo', { identity: { ...identity, id: 'other' } });
    expect(JSON.parse(Buffer.from(other.body).toString())).not.toHaveProperty('cookie');
  });

  it.each([
    ['/posted', 'POST'],
    ['/posted-307', 'POST'],
    ['/posted-302', 'GET'],
    ['/posted-303', 'GET'],
  ] as const)('sends a body to %s, which becomes a %s', async (path, method) => {
    const headers = { 'Content-Type': 'application/json' };
    for (const body of ['{"id":7}', new TextEncoder().encode('{"id":7}')]) {
      const answered = JSON.parse(Buffer.from((await get(path, { method: 'POST', headers, body })).body).toString());
      const asPost = { method, type: 'application/json', sent: '{"id":7}' };
      expect(answered).toEqual(method === 'POST' ? asPost : { method, sent: '' });
    }
  });

  it('has no body in the answer to a HEAD', async () => {
    expect((await get('/gzip', { method: 'HEAD' })).body).toHaveLength(0);
  });

  it("sends a browser's headers", async () => {
    const { body } = await get('/echo', { headers: { 'If-None-Match': '"x"' } });
    expect(JSON.parse(Buffer.from(body).toString())).toMatchObject({
      'user-agent': identity.userAgent,
      'accept-language': 'en-GB,en;q=0.9',
      'sec-ch-ua': expect.stringContaining('v="153"'),
      'if-none-match': '"x"',
    });
  });
});

describe('fetchStatic', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const fetchPage = (path: string) => {
    const url = canonicalUrl(`${site.origin}${path}`);
    const task: Task = {
      url,
      kind: 'page',
      host: '127.0.0.1',
      site: 'site.example',
      sourceId: null,
      depth: 1,
      maxDepth: 2,
      linkTitle: null,
      priority: 1,
      attempts: 0,
      revisit: false,
      lease: 'l',
    };
    return fetchStatic({ http: client, clock: stoppedClock(now) })(task, {
      identity,
      maxBytes: 1_000_000,
      timeoutMs: 20_000,
    });
  };

  it('gives a page, with the time of the clock', async () => {
    const page = await fetchPage('/gzip');
    expect(page).toMatchObject({
      via: 'static',
      status: 200,
      html: text,
      fetchedAt: now,
      settledBy: 'static',
      identity: { id: 'direct', proxy: null },
    });
    expect(page.identity).not.toHaveProperty('guardUrl');
  });

  it('returns missing pages, unchanged ones and films without text', async () => {
    expect((await fetchPage('/gone')).status).toBe(410);
    expect((await fetchPage('/same')).status).toBe(304);
    expect(await fetchPage('/pdf')).toMatchObject({
      status: 200,
      html: '',
      headers: { 'content-type': 'application/pdf' },
    });
  });

  it.each([
    ['/busy', 'throttled', 120_000],
    ['/down', 'throttled', 60_000],
    ['/wall', 'blocked', null],
    ['/forbidden', 'blocked', null],
    ['/broken', 'unreachable', null],
  ] as const)('%s ends as %s', async (path, kind, retryAfterMs) => {
    const error = await failure(fetchPage(path));
    expect(error).toBeInstanceOf(NewshawkError);
    expect(error).toMatchObject({ kind, retryAfterMs });
  });
});
