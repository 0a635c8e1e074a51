import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LivePage } from '../../../../src/browser-port.ts';
import type { IdentityRoute } from '../../../../src/ports.ts';
import { isNeedless } from '../../../../src/stages/fetch/page/needless-request.ts';
import { type LocalPool, openLocalPool } from '../local-pool.ts';
import { identityOf } from '../local-site.ts';

const sends =
  (type: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  (_: unknown, response: ServerResponse): void =>
    void response.writeHead(200, { 'content-type': type, ...headers }).end(body);
const script = (body: string) => sends('text/javascript', body);
const forAYear = { 'cache-control': 'public, max-age=31536000, immutable' };

const routes = {
  '/fonts': `<link rel="preload" as="font" href="/preloaded.woff2" crossorigin><link rel="preload" as="font" href="/unnamed" crossorigin>
    <link rel="prefetch" as="font" href="/later.woff2" crossorigin>
    <style>@font-face { font-family: own; src: url(/own.woff2) } p { font-family: own }</style><p>In an own font</p>
    <script>fetch('/by-script.ttf?v=1').then(() => document.body.append('with it'), () => document.body.append('without it'));</script>`,
  '/player': `<script>window.asked = new Promise((resolve) => {
    const end = (name) => () => resolve(name);
    document.head.append(Object.assign(document.createElement('link'),
      { rel: 'preload', as: 'font', crossOrigin: '', href: '/player.woff2', onload: end('loaded'), onerror: end('failed') }));
  });</script>`,
  '/player.woff2': sends('font/woff2', ''),
  // as Next.js does: what the reader may open is asked for with a header, what the reader opens without
  '/router': `<main></main><script>
    const payload = (path, headers) => fetch(path, { headers: { RSC: '1', ...headers } }).then((answer) => answer.text());
    payload('/next.txt', { 'Next-Router-Prefetch': '1' }).catch(() => '').then(() => payload('/this.txt', {}))
      .then((text) => { document.querySelector('main').textContent = text; });
    for (const [name, value] of [['purpose', 'prefetch'], ['X-Sec-Purpose', 'prefetch'], ['x-middleware-prefetch', '1']])
      fetch('/' + name, { headers: { [name]: value } }).catch(() => {});
    fetch('/sent', { method: 'POST', headers: { purpose: 'prefetch' } });
  </script>`,
  '/next.txt': sends('text/x-component', 'of another page'),
  '/this.txt': sends('text/x-component', 'of this page'),
  '/sent': sends('text/plain', ''),
  '/chunks': `<link rel="prefetch" href="/other-page.js"><link rel="prefetch" as="script" href="/lazy.js"><link rel="modulepreload" href="/module.js">
    <main></main><script type="module">
      const lazy = async () => { document.querySelector('main').textContent = (await import('/lazy.js')).text; };
      document.querySelector('[href="/lazy.js"]').addEventListener('error', lazy);
      import('/module.js').then(({ text }) => document.body.append(text));
    </script>`,
  '/lazy.js': script('export const text = "a part that is shown";'),
  '/module.js': script('export const text = "a module";'),
  '/other-page.js': script(''),
  '/one': '<link rel="stylesheet" href="/style.1f2e.css"><main></main><script src="/app.3d4c.js"></script>',
  '/two': '<link rel="stylesheet" href="/style.1f2e.css"><main></main><script src="/app.3d4c.js"></script>',
  '/app.3d4c.js': sends('text/javascript', 'document.querySelector("main").textContent = "by the app";', forAYear),
  '/style.1f2e.css': sends('text/css', 'p { color: red }', forAYear),
};

let local: LocalPool;
let identity: IdentityRoute;
beforeAll(async () => {
  local = await openLocalPool(routes);
  identity = identityOf(await local.guard.routeFor(null));
});
afterAll(() => local[Symbol.asyncDispose]());

const open = (path: string): Promise<LivePage> =>
  local.pool.open({ url: `${local.site.origin}${path}`, identity, waitFor: null, steps: [], timeoutMs: 60_000 });
const asked = (): readonly string[] => local.site.asked;

describe('requests that the text of a page does not depend on', () => {
  it('are not sent for fonts, however a page asks for them', async () => {
    await using page = await open('/fonts');
    expect(page.html).toContain('without it');
    expect(asked().filter((path) => /woff|ttf|unnamed/.test(path))).toEqual([]);
  });

  it('are not sent for fonts of a page that is played', async () => {
    const plan = { url: `${local.site.origin}/player`, identity, script: '', timeoutMs: 60_000 };
    await using page = await local.pool.openPlayer(plan);
    const [answer] = await page.inFrames<string>('window.asked', 30_000);
    expect(answer?.value).toBe('failed');
    expect(asked()).not.toContain('/player.woff2');
  });

  it('are not sent by routers for the next page, but for this one', async () => {
    await using page = await open('/router');
    expect(page.html).toContain('>of this page</main>');
    expect(asked()).toEqual(expect.arrayContaining(['/this.txt', '/sent']));
    expect(asked().filter((path) => /next|purpose|middleware/i.test(path))).toEqual([]);
  });

  it('are not sent by a link that prefetches; a script that is shown after all is loaded', async () => {
    await using page = await open('/chunks');
    expect(page.html).toContain('a part that is shown');
    expect(page.html).toContain('a module');
    expect(asked().filter((path) => path === '/lazy.js')).toHaveLength(1);
    expect(asked()).not.toContain('/other-page.js');
  });

  it('are not sent again for files that another page of the identity has loaded', async () => {
    for (const path of ['/one', '/two']) {
      await using page = await open(path);
      expect(page.html).toContain('by the app');
    }
    expect(
      asked()
        .filter((path) => /app|style/.test(path))
        .sort(),
    ).toEqual(['/app.3d4c.js', '/style.1f2e.css']);
  });
});

describe('isNeedless', () => {
  const headers = {};
  it.each([
    ['a font', { resourceType: 'Font', request: { url: 'https://paper.example/a', method: 'GET', headers } }, true],
    [
      'a script',
      { resourceType: 'XHR', request: { url: 'https://paper.example/a.js', method: 'GET', headers } },
      false,
    ],
    [
      'a page about fonts',
      { resourceType: 'XHR', request: { url: 'https://paper.example/data?file=a.woff2', method: 'GET', headers } },
      false,
    ],
    [
      'a prerendered page',
      {
        resourceType: 'Fetch',
        request: { url: 'https://paper.example/', method: 'GET', headers: { 'Sec-Purpose': 'prefetch;prerender' } },
      },
      true,
    ],
    [
      'a purpose of another kind',
      { resourceType: 'XHR', request: { url: 'https://paper.example/', method: 'GET', headers: { purpose: 'read' } } },
      false,
    ],
  ])('%s', (_, asked, isSo) => expect(isNeedless(asked, false)).toBe(isSo));

  it('fonts are loaded where images are', () => {
    const font = { resourceType: 'Font', request: { url: 'https://paper.example/a.woff2', method: 'GET', headers } };
    expect(isNeedless(font, true)).toBe(false);
  });
});
