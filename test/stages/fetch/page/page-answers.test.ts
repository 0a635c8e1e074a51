import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserPool, LivePage } from '../../../../src/browser-port.ts';
import type { PageAnswer } from '../../../../src/model/page/page-api.ts';
import type { HttpClient, IdentityRoute } from '../../../../src/ports.ts';
import { defineBrowsers } from '../../../../src/settings/browsers.ts';
import { findChromium } from '../../../../src/stages/fetch/browser/chromium.ts';
import { createBrowserPool } from '../../../../src/stages/fetch/browser-pool.ts';
import { fetchAnswer } from '../../../../src/stages/fetch/fetch-answer.ts';
import type { EgressGuard } from '../../../../src/stages/fetch/guard/egress-guard.ts';
import { openHttpClient } from '../../../../src/stages/fetch/http/http-client.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { answerKind } from '../../../../src/stages/fetch/page/page-answers.ts';
import { identityOf, type LocalSite, openLocalSite, openTestGuard, silent } from '../local-site.ts';

/** Headers of the requests for data, by path and query: names and values in their order. */
const sent = new Map<string, string[][]>();
type Route = (request: IncomingMessage, response: ServerResponse) => void;
const answers =
  (type: string, body: string | ((request: IncomingMessage) => string)): Route =>
  (request, response) => {
    const pairs = request.rawHeaders.flatMap((name, at, all) =>
      at % 2 === 0 ? [`${name.toLowerCase()}: ${all[at + 1]}`] : [],
    );
    sent.set(request.url ?? '', [...(sent.get(request.url ?? '') ?? []), pairs]);
    const text = typeof body === 'string' ? body : body(request);
    request
      .resume()
      .on('end', () => response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(text));
  };

let other: LocalSite;
const routes = {
  '/story': (_: unknown, response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'reader=7' })
      .end(`<div id="app" data-id="17"></div><script>
      const more = (callback) => document.body.append(Object.assign(document.createElement('script'), { src: '/jsonp?callback=' + callback }));
      window.cb1 = (data) => app.append(data.name);
      (async () => {
        const { text } = await (await fetch('/api/17')).json();
        const posted = await (await fetch('/graphql', { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Own': 'é1' }, body: '{"query":"{ a }"}' })).json();
        const request = new XMLHttpRequest();
        request.open('GET', '/piece?x=1');
        request.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
        request.onload = () => { app.innerHTML = request.responseText + text + posted.a; };
        request.send();
        fetch('/image.png'); fetch('/missing'); fetch('/moved');
        more('cb1');
      })();
    </script><script src="/app.js?v=1"></script><iframe src="/frame"></iframe>`),
  '/api/17': answers('application/json', '{"text":"Grüße aus dem Hafen"}'),
  '/graphql': answers('application/json', '{"a":1}'),
  '/piece': answers('text/html; charset=utf-8', '<p>A piece of a page</p>'),
  '/jsonp': answers('text/javascript', '/**/cb1({"name":"Ada"});'),
  '/app.js': answers('text/javascript', 'window.started = true;'),
  '/image.png': answers('image/png', 'PNG'),
  '/moved': (_: unknown, response: ServerResponse) => response.writeHead(302, { location: '/api/moved' }).end(),
  '/api/moved': answers('application/json', '{"moved":true}'),
  '/frame': '<script>fetch("/in-frame").then(() => {})</script>',
  '/in-frame': answers('application/json', '{"frame":true}'),
  '/flood':
    '<script>(async () => { for (let n = 0; n < 200; n++) await fetch("/small?n=" + n); })()</script><p>flood</p>',
  '/small': answers('application/json', '{"n":1}'),
  '/large': '<script>fetch("/megabytes"); fetch("/endless"); fetch("/small?last");</script><p>large</p>',
  '/megabytes': answers('application/json', JSON.stringify({ text: 'x'.repeat(5_000_000) })),
  '/endless': (_: unknown, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"a":');
  },
  '/cross': () => {},
};

let site: LocalSite;
let guard: EgressGuard;
let pool: BrowserPool;
let http: HttpClient;
let identity: IdentityRoute;

beforeAll(async () => {
  other = await openLocalSite({ '/data': answers('application/json', '{"other":1}') });
  site = await openLocalSite({
    ...routes,
    '/cross': `<script>fetch('http://localhost:${other.port}/data?a=1')</script><p>cross</p>`,
  });
  guard = await openTestGuard({
    allow: [`127.0.0.1:${site.port}`, `127.0.0.1:${other.port}`, `localhost:${other.port}`],
  });
  identity = identityOf(await guard.routeFor(null));
  const cookies = new CookieJars();
  http = openHttpClient({ ignoreTlsErrors: false, cookies });
  pool = createBrowserPool({
    chromium: await findChromium({ explicit: null, cacheDir: null, env: process.env }),
    sandbox: 'auto',
    browsers: defineBrowsers({}),
    cookies,
    probeProxy: async () => null,
    guard,
    maxBytes: 10_000_000,
    log: silent,
  });
});
afterAll(async () => {
  for (const one of [pool, http, guard, site, other]) await one[Symbol.asyncDispose]();
});

const open = (path: string, keepAnswers = true): Promise<LivePage> =>
  pool.open({ url: `${site.origin}${path}`, identity, waitFor: null, steps: [], keepAnswers, timeoutMs: 60_000 });
const pathOf = ({ url }: { readonly url: string }): string => url.replace(site.origin, '');

describe('answers to the scripts of a page', () => {
  it('are kept with their requests, in their order, without frames, programs and pictures', async () => {
    await using page = await open('/story');
    const kept = await page.answers();
    expect(kept.answers.map((answer) => [pathOf(answer), answer.method, answer.by, answer.kind])).toEqual([
      ['/api/17', 'GET', 'fetch', 'json'],
      ['/graphql', 'POST', 'fetch', 'json'],
      ['/piece?x=1', 'GET', 'fetch', 'html'],
      ['/moved', 'GET', 'fetch', 'json'],
      ['/jsonp?callback=cb1', 'GET', 'script', 'jsonp'],
    ]);
    const [data, posted, piece] = kept.answers;
    expect(data).toMatchObject({ headers: {}, body: null, text: '{"text":"Grüße aus dem Hafen"}' });
    expect(posted).toMatchObject({
      headers: { 'content-type': 'application/json', 'x-own': 'é1' },
      body: '{"query":"{ a }"}',
    });
    expect(piece).toMatchObject({
      headers: { 'x-requested-with': 'XMLHttpRequest' },
      text: '<p>A piece of a page</p>',
    });
    expect(kept.shell).toContain('<div id="app" data-id="17"></div>');
  });

  it('are dropped unless a plan asks for them', async () => {
    await using page = await open('/story', false);
    expect(await page.answers()).toEqual({ shell: null, answers: [], leftOut: 0 });
  });

  it('are bounded in number and size, and an endless one is not waited for', async () => {
    await using flood = await open('/flood');
    expect((await flood.answers()).answers.length).toBeLessThanOrEqual(60);
    await using large = await open('/large');
    const { answers: kept, leftOut } = await large.answers();
    expect({ kept: kept.map(pathOf), leftOut }).toEqual({ kept: ['/small?last'], leftOut: 1 });
  });
});

/** Headers that name the connection, or what a guard adds. */
const ofConnection = /^(?:host|connection|content-length|cache-control|pragma)\b/;

describe('a request as a script would send it', () => {
  const twice = async (path: string, origin = site.origin) => {
    const request = (await kept(path)) as PageAnswer;
    sent.delete(path);
    await using again = await open(origin === site.origin ? '/story' : '/cross');
    await again.answers();
    const [byBrowser = []] = sent.get(path) ?? [];
    const { answer, status } = await fetchAnswer({ http })(request, {
      identity,
      pageUrl: `${site.origin}${origin === site.origin ? '/story' : '/cross'}`,
      maxBytes: 1_000_000,
      timeoutMs: 10_000,
    });
    const byUs = sent.get(path)?.at(-1) ?? [];
    const bare = (headers: readonly string[]) => headers.filter((header) => !ofConnection.test(header));
    return { answer, status, byBrowser: bare(byBrowser), byUs: bare(byUs) };
  };
  const kept = async (path: string): Promise<PageAnswer | undefined> => {
    await using page = await open(path.startsWith('/data') ? '/cross' : '/story');
    return (await page.answers()).answers.find(({ url }) => url.endsWith(path));
  };

  it("has the same headers in the same order for a plain fetch, and the identity's cookies", async () => {
    const { answer, byBrowser, byUs } = await twice('/api/17');
    expect(byBrowser.join()).toContain('cookie: reader=');
    expect(byUs).toEqual(byBrowser);
    expect(answer?.text).toBe('{"text":"Grüße aus dem Hafen"}');
  });

  it.each(['/graphql', '/piece?x=1', '/jsonp?callback=cb1'])('has the same headers for %s', async (path) => {
    const { answer, byBrowser, byUs } = await twice(path);
    expect(byUs.toSorted()).toEqual(byBrowser.toSorted());
    expect(answer).not.toBeNull();
  });

  it('says where it comes from to another site', async () => {
    const { byBrowser, byUs } = await twice('/data?a=1', 'other');
    expect(byBrowser).toContain(`origin: ${site.origin}`);
    expect(byUs).toEqual(byBrowser);
  });

  it('gives no answer for an error, or for another kind of text', async () => {
    const request: PageAnswer = {
      url: `${site.origin}/none`,
      method: 'GET',
      headers: {},
      body: null,
      by: 'fetch',
      kind: 'json',
      text: '',
    };
    const options = { identity, pageUrl: `${site.origin}/story`, maxBytes: 1_000, timeoutMs: 10_000 };
    expect(await fetchAnswer({ http })(request, options)).toMatchObject({ answer: null, status: 404 });
    expect(await fetchAnswer({ http })({ ...request, url: `${site.origin}/app.js?v=1` }, options)).toMatchObject({
      answer: null,
      status: 200,
    });
  });
});

describe('the kind of an answer', () => {
  it.each<[string, PageAnswer['by'], string, PageAnswer['kind'] | null]>([
    ['{"a":1}', 'fetch', 'application/json', 'json'],
    ['[1]', 'fetch', 'text/plain', 'json'],
    [')]}\',\n{"a":1}', 'fetch', 'application/javascript', 'json'],
    ['<p>x</p>', 'fetch', 'text/html', 'html'],
    ['<?xml version="1.0"?><rss/>', 'fetch', 'application/xml', null],
    ['cb({"a":1})', 'script', 'text/javascript', 'jsonp'],
    ['cb({"a":1})', 'fetch', 'text/javascript', 'jsonp'],
    ['var a = 1;', 'script', 'text/javascript', null],
    ['', 'fetch', 'text/plain', null],
    ['plain', 'fetch', 'text/plain', null],
  ])('of %j by %s is %s, %s', (text, by, type, kind) => {
    expect(answerKind(text, by, type)).toBe(kind);
  });
});
