import { constants } from 'node:http2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOf } from '../../../../src/errors.ts';
import type { HttpClient, IdentityRoute } from '../../../../src/ports.ts';
import type { EgressGuard } from '../../../../src/stages/fetch/guard/egress-guard.ts';
import { openHttpClient } from '../../../../src/stages/fetch/http/http-client.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { identityOf, openTestGuard } from '../local-site.ts';
import { openTlsSite, type TlsRoute, type TlsSite } from '../tls-site.ts';

const say: TlsRoute = (request, response, session) =>
  void response.end(JSON.stringify({ version: request.httpVersion, session, names: request.rawHeaders }));

/** Waits for this number of requests, then answers all. */
const together = (count: number): TlsRoute => {
  const waiting: (() => void)[] = [];
  return (request, response, session) => {
    waiting.push(() => say(request, response, session));
    if (waiting.length === count) for (const answer of waiting.splice(0)) answer();
  };
};

const routes: Readonly<Record<string, TlsRoute>> = {
  '/': say,
  '/six': together(6),
  '/goaway': (request, response, session) => {
    if (session > 0) return say(request, response, session);
    request.stream.session?.goaway(constants.NGHTTP2_NO_ERROR);
  },
  '/cut': (request, response, session) => {
    if (session > 0) return say(request, response, session);
    request.socket.destroy();
  },
  '/reset': (request) => request.stream.close(constants.NGHTTP2_INTERNAL_ERROR),
  '/hang': () => {},
  '/drip': (_, response) => void response.write('<p>first and last'),
};

let guard: EgressGuard;
let client: HttpClient;
let site: TlsSite;
let identity: IdentityRoute;
let closers: AsyncDisposable[] = [];

async function opened(speaksHttp2 = true, idleBodyMs?: number): Promise<TlsSite> {
  const fresh = await openTlsSite(routes, speaksHttp2);
  guard = await openTestGuard({ allow: [`127.0.0.1:${fresh.port}`] });
  client = openHttpClient({
    ignoreTlsErrors: true,
    cookies: new CookieJars(),
    ...(idleBodyMs === undefined ? {} : { idleBodyMs }),
  });
  identity = identityOf(await guard.routeFor(null));
  closers.push(client, guard, fresh);
  return fresh;
}

const get = async (path: string, timeoutMs = 5_000) => {
  const { body } = await client.fetch({ url: `${site.origin}${path}`, identity, maxBytes: 100_000, timeoutMs });
  return JSON.parse(Buffer.from(body).toString()) as { version: string; session: number; names: string[] };
};
const kindOfGetting = (path: string, timeoutMs?: number) => get(path, timeoutMs).then(() => 'no error', kindOf);

const closeAll = async () => {
  for (const one of closers) await one[Symbol.asyncDispose]();
  closers = [];
};

describe('HTTP/2 through the guard', () => {
  beforeAll(async () => {
    site = await opened();
  });
  afterAll(closeAll);

  it('is agreed inside the tunnel, and one connection carries all requests, also the first ones', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => get('/six')));
    expect(answers.map(({ version }) => version)).toEqual(Array(6).fill('2.0'));
    expect((await get('/')).session).toBe(0);
    expect(site.sessions).toHaveLength(1);
    expect(site.open.size).toBe(1);
  });

  it('writes names in lower case, the priority last', async () => {
    const names = (await get('/')).names.filter((_, index) => index % 2 === 0);
    expect(names.filter((name) => name !== name.toLowerCase())).toEqual([]);
    expect(names.at(-1)).toBe('priority');
    expect(names).not.toContain('connection');
  });

  it('reports a stream that is reset, and continues all other streams', async () => {
    expect(await kindOfGetting('/reset')).toBe('unreachable');
    expect((await get('/')).version).toBe('2.0');
  });

  it('repeats a request after GOAWAY or a closed connection', async () => {
    expect((await get('/goaway')).session).toBeGreaterThan(0);
    const before = site.sessions.length;
    await site.sessions.at(-1)?.close();
    expect((await get('/')).session).toBe(before);
  });

  it('drops a connection that does not answer; its other requests keep it', async () => {
    await get('/');
    const before = site.sessions.length;
    const [hung, other] = await Promise.all([kindOfGetting('/hang', 300), kindOfGetting('/drip', 700)]);
    expect({ hung, other }).toEqual({ hung: 'timed-out', other: 'timed-out' });
    expect((await get('/')).session).toBe(before);
    await site.untilOpen(1);
  });
});

describe('a server without HTTP/2', () => {
  beforeAll(async () => {
    site = await opened(false, 500);
  });
  afterAll(closeAll);

  it('gets HTTP/1.1 requests, with capitals and without headers of HTTP/2', async () => {
    const { version, names } = await get('/');
    expect(version).toBe('1.1');
    expect(names).toContain('User-Agent');
    expect(names).toContain('sec-ch-ua');
    expect(names).not.toContain('priority');
    for (let more = 0; more < 5; more++) await get('/');
    expect(site.open.size).toBeLessThanOrEqual(2); // right after a response the connection may not be free yet
  });

  it('gets at most six connections, as from a browser', async () => {
    const hanging = Array.from({ length: 9 }, () => kindOfGetting('/hang', 700));
    await site.untilOpen(6);
    expect(await Promise.all(hanging)).toEqual(Array(9).fill('timed-out'));
    await site.untilOpen(0);
  });

  it('loses its connection when the body stops coming', async () => {
    expect(await kindOfGetting('/drip', 60_000)).toBe('timed-out');
    await site.untilOpen(0);
  });
});
