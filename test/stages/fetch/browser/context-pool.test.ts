import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserPool, LivePage } from '../../../../src/browser-port.ts';
import type { HttpClient, IdentityRoute } from '../../../../src/ports.ts';
import { defineBrowsers } from '../../../../src/settings/browsers.ts';
import { findChromium } from '../../../../src/stages/fetch/browser/chromium.ts';
import { createBrowserPool } from '../../../../src/stages/fetch/browser-pool.ts';
import type { EgressGuard } from '../../../../src/stages/fetch/guard/egress-guard.ts';
import { openHttpClient } from '../../../../src/stages/fetch/http/http-client.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { identityOf, type LocalSite, openLocalSite, openTestGuard, silent } from '../local-site.ts';

const page = (response: ServerResponse, html: string, headers: Record<string, string | string[]> = {}): void =>
  void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html);

let site: LocalSite;
const cookies = new CookieJars();
let guard: EgressGuard;
let pool: BrowserPool;
let http: HttpClient;
let direct: IdentityRoute;

beforeAll(async () => {
  site = await openLocalSite({
    '/echo': (request: IncomingMessage, response: ServerResponse) =>
      page(response, `<p>sent:${request.headers.cookie}`),
    '/plain-sets': (_: IncomingMessage, response: ServerResponse) =>
      page(response, '<p>set', {
        'set-cookie': [
          'plain=1; path=/',
          'odd=1; path=/; SameSite=None',
          'later=1; path=/; max-age=3600',
          'past=1; max-age=0',
        ],
      }),
    '/script-sets': '<p id=p>set</p><script>document.cookie = "consent=yes; path=/"; localStorage.seen = 1</script>',
    '/script-deletes': '<p>gone</p><script>document.cookie = "consent=; path=/; max-age=0"</script>',
    '/seen': '<p id=p></p><script>p.textContent = "stored:" + localStorage.seen</script>',
  });
  guard = await openTestGuard({ allow: [`127.0.0.1:${site.port}`] });
  direct = identityOf(await guard.routeFor(null));
  http = openHttpClient({ ignoreTlsErrors: false, cookies });
  pool = createBrowserPool({
    chromium: await findChromium({ explicit: null, cacheDir: null, env: process.env }),
    sandbox: 'auto',
    browsers: defineBrowsers({ maxContexts: 3, pagesPerContext: 4 }),
    cookies,
    probeProxy: async () => null,
    guard,
    maxBytes: 1_000_000,
    log: silent,
  });
});
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await http[Symbol.asyncDispose]();
  await guard[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const open = (path: string, id: string): Promise<LivePage> => {
  const identity = { ...direct, id };
  return pool.open({ url: `${site.origin}${path}`, identity, waitFor: null, steps: [], timeoutMs: 60_000 });
};
const rendered = async (path: string, id: string): Promise<string> => {
  await using opened = await open(path, id);
  return opened.html;
};
const plain = async (path: string, id: string): Promise<string> => {
  const request = { url: `${site.origin}${path}`, identity: { ...direct, id }, maxBytes: 100_000, timeoutMs: 5_000 };
  return Buffer.from((await http.fetch(request)).body).toString();
};

describe('the cookies of an identity', () => {
  it('are shared by its HTTP client and its browser, in both directions, and with no other identity', async () => {
    expect(await rendered('/script-sets', 'a')).toContain('set');
    expect(await plain('/echo', 'a')).toContain('sent:consent=yes');
    await plain('/plain-sets', 'a');
    const sent = await rendered('/echo', 'a');
    for (const cookie of ['consent=yes', 'plain=1', 'odd=1', 'later=1']) expect(sent).toContain(cookie);
    expect(sent).not.toContain('past');
    for (const other of [await plain('/echo', 'b'), await rendered('/echo', 'b')])
      expect(other).toContain('sent:undefined');
  });

  it('that a script deletes are gone for both', async () => {
    await rendered('/script-sets', 'c');
    await rendered('/script-deletes', 'c');
    expect(await plain('/echo', 'c')).toContain('sent:undefined');
  });

  it('outlive a context that was retired by its pages, but not a block', async () => {
    await rendered('/script-sets', 'd');
    for (let turn = 0; turn < 3; turn++) expect(await rendered('/seen', 'd')).toContain('stored:1');
    expect(await rendered('/seen', 'd')).toContain('stored:undefined');
    expect(await rendered('/echo', 'd')).toContain('sent:consent=yes');
    await rendered('/script-sets', 'd');
    await cookies.of('d').forget('127.0.0.1');
    expect(await rendered('/echo', 'd')).toContain('sent:undefined');
    expect(await rendered('/seen', 'd')).toContain('stored:undefined');
    expect(await plain('/echo', 'd')).toContain('sent:undefined');
  });

  it('that were blocked while a page was open do not come back with it', async () => {
    {
      await using held = await open('/script-sets', 'e');
      await cookies.of('e').forget('127.0.0.1');
      expect(held.html).toContain('set');
    }
    expect(await plain('/echo', 'e')).toContain('sent:undefined');
  });
});

describe('of more identities than contexts', () => {
  it('keep each context in use; unused ones close with their last page', async () => {
    const ids = ['f', 'g', 'h', 'i', 'j', 'k'];
    const held = await Promise.all(ids.map((id) => open('/script-sets', id)));
    expect(pool.stats.contexts).toBeGreaterThanOrEqual(ids.length);
    for (const live of held) expect(await live.evaluate<number>('Number(localStorage.seen)', 60_000)).toBe(1);
    await Promise.all(held.map((live) => live[Symbol.asyncDispose]()));
    expect(await rendered('/echo', 'l')).toContain('sent:undefined');
    expect(pool.stats.contexts).toBe(3);
    for (const id of ids) expect(await rendered('/echo', id)).toContain('sent:consent=yes');
  });
});
