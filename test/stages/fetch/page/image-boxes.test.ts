import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BrowserPool } from '../../../../src/browser-port.ts';
import { defineBrowsers } from '../../../../src/settings/browsers.ts';
import { findChromium } from '../../../../src/stages/fetch/browser/chromium.ts';
import { createBrowserPool } from '../../../../src/stages/fetch/browser-pool.ts';
import type { EgressGuard } from '../../../../src/stages/fetch/guard/egress-guard.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { noGuard } from '../../../support/ports.ts';
import { eventually } from '../../../support/waiting.ts';
import { identityOf, type LocalSite, openLocalSite, openTestGuard, silent } from '../local-site.ts';

const page = `<!doctype html><style>body { width: 1000px } .cover { width: 100% } .fill { position: absolute; inset: 0; width: 100%; height: 100% } .block { display: block; max-width: 100%; height: auto }</style>
<img id="attributes" src="/a.jpg" alt="The ferry" width="640" height="360">
<div style="width: 500px"><img id="cover" class="cover" src="/b.jpg" alt="The ferry"></div>
<div style="position: relative; width: 480px; height: 270px"><img id="fill" class="fill" src="/c.jpg" alt="The ferry"></div>
<img id="block" class="block" src="/d.jpg" alt="" width="320" height="180">
<img id="lazy" data-src="/e.jpg" alt="The ferry">
<img id="ratio" src="/f.jpg" alt="The ferry" style="width: 400px; aspect-ratio: 4 / 3">
<img id="height" src="/g.jpg" alt="The ferry" style="height: 90px">
<button><img id="icon" src="/play-icon.svg" alt="Play"></button>
<img id="hidden" src="/h.jpg" alt="The ferry" style="display: none">
<x-poster></x-poster>
<script>
  customElements.define('x-poster', class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'open' });
      root.adoptedStyleSheets = [new CSSStyleSheet()];
      root.innerHTML = '<img src="/i.jpg" alt="The ferry" width="320" height="180">';
    }
  });
  window.heard = [];
  const made = new Image();
  made.onload = () => heard.push('made ' + made.complete + ' ' + made.naturalWidth);
  made.src = '/j.jpg';
  document.querySelector('#cover').addEventListener('load', () => heard.push('cover'));
  document.querySelector('#lazy').addEventListener('load', () => heard.push('lazy'));
  setTimeout(() => { document.querySelector('#lazy').src = '/e.jpg'; }, 20);
  new Image().decode().catch(() => heard.push('nothing to decode'));
</script>`;

let site: LocalSite;
let guard: EgressGuard;
let pool: BrowserPool;

beforeAll(async () => {
  site = await openLocalSite({ '/': page });
  guard = await openTestGuard({ allow: [`127.0.0.1:${site.port}`] });
  pool = createBrowserPool({
    chromium: await findChromium({ explicit: null, cacheDir: null, env: process.env }),
    sandbox: 'auto',
    browsers: defineBrowsers({}),
    guard: noGuard,
    cookies: new CookieJars(),
    probeProxy: async () => null,
    maxBytes: 1_000_000,
    log: silent,
  });
});
afterAll(async () => {
  await pool?.[Symbol.asyncDispose]();
  await guard?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
});

it('the browser keeps the boxes of images in a page that is played, and loads none', async () => {
  const identity = identityOf(await guard.routeFor(null), 'posters');
  await using player = await pool.openPlayer({ url: `${site.origin}/`, identity, script: '', timeoutMs: 30_000 });
  const sizes = `Object.fromEntries([...document.images, document.querySelector('x-poster').shadowRoot.querySelector('img')].map((image) => {
    const { width, height } = image.getBoundingClientRect();
    return [image.id || 'shadow', Math.round(width) + 'x' + Math.round(height)];
  }))`;
  const [main] = await player.inFrames<Record<string, string>>(sizes, 60_000);
  expect(main?.value).toEqual({
    attributes: '640x360',
    cover: '500x281',
    fill: '480x270',
    block: '320x180',
    lazy: '640x360',
    ratio: '400x300',
    height: '160x90',
    icon: '32x32',
    hidden: '0x0',
    shadow: '320x180',
  });
  await eventually(async () =>
    expect((await player.inFrames<string[]>('heard', 60_000))[0]?.value.toSorted()).toEqual([
      'cover',
      'lazy',
      'made true 640',
      'nothing to decode',
    ]),
  );
  expect(player.exchanges().filter(({ type }) => type === 'image')).toEqual([]);
});
