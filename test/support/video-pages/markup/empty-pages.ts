import type { EmptyAxes } from '../plan/axes.ts';
import type { VideoPagePlan } from '../plan/plan.ts';
import { clipUrl } from './decoys.ts';
import type { Origins } from './origins.ts';
import { type Words, words } from './words.ts';

interface EmptyContext {
  readonly plan: VideoPagePlan;
  readonly origins: Origins;
  readonly text: Words;
}

const box = (inside: string): string =>
  `<div class="stage" style="position: relative; width: 640px; height: 360px; background: #234; color: #fff">${inside}</div>`;

const paragraphs = ({ text }: EmptyContext, count: number): string => `<p>${text.text}</p>`.repeat(count);

const thumbs = ({ plan }: EmptyContext, count: number, name: string): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `<li class="${name}"><a href="/v/${plan.seed}/watch/${at + 1}"><span class="thumb" style="display: block; width: 160px; height: 90px; background: #678"></span>${plan.title} ${at + 1}</a> <span>${10 + at}:0${at % 10}</span></li>`,
  ).join('');

/** What the page consists of. */
const contents: Readonly<Record<EmptyAxes['empty'], (context: EmptyContext) => string>> = {
  article: (context) =>
    `<article><h1>${context.plan.title}</h1><p class="byline">Ana Petrov, 3 March 2026</p>${paragraphs(context, 9)}</article>`,
  'detail page': (context) => {
    const { plan, text } = context;
    const button = `<a class="btn btn-primary" href="/v/${plan.seed}/watch/1">${plan.choices.isEarly ? '▶ ' : ''}${text.watchNow}</a>`;
    const list = plan.choices.hasAllFilms ? `<ul>${thumbs(context, 5, 'episode')}</ul>` : '';
    return `<h1>${plan.title}</h1><div class="poster" style="width: 240px; height: 340px; background: #456"></div><dl><dt>1962</dt><dd>94 min</dd></dl>${button}${paragraphs(context, 1)}${list}`;
  },
  thumbnails: (context) => `<h1>${context.text.related}</h1><ul class="grid">${thumbs(context, 14, 'card')}</ul>`,
  login: (context) => {
    const { text, plan } = context;
    const form = plan.choices.isEarly
      ? `<form><input type="email" name="user"><input type="password" name="password"><button>OK</button></form>`
      : `<a class="btn" href="/login?next=/v/${plan.seed}">${text.logIn}</a><form hidden><input type="password"></form>`;
    return `<h1>${plan.title}</h1>${box(`<div class="paywall"><h3>${text.logIn}</h3>${form}</div>`)}${paragraphs(context, 1)}`;
  },
  DRM: (context) =>
    `<h1>${context.plan.title}</h1>${box('<video muted playsinline width="640" height="360"></video><p id="error"></p>')}${paragraphs(context, 1)}`,
  'no media': (context) =>
    `<h1>${context.plan.title}</h1>${box('<video controls width="640" height="360"></video><p id="error"></p>')}${paragraphs(context, 1)}`,
};

/** The script of a page, where it has one. */
const scripts: Readonly<Partial<Record<EmptyAxes['empty'], (context: EmptyContext) => string>>> = {
  DRM: ({ plan, origins }) =>
    `(async () => { ${plan.choices.isEarly ? `await (await fetch('${origins.cdn}/drm/${plan.seed}/manifest.mpd')).text();` : ''} try { await navigator.requestMediaKeySystemAccess('com.widevine.alpha', [{ initDataTypes: ['cenc'], videoCapabilities: [{ contentType: 'video/mp4; codecs="avc1.4d4015"' }] }]); } catch (error) { document.getElementById('error').textContent = 'This video cannot be played here (6001).'; } })();`,
  'no media': ({ plan, text }) =>
    `fetch('/api/${plan.seed}/gone').then((answer) => { if (!answer.ok) document.getElementById('error').textContent = ${JSON.stringify(text.gone)}; });`,
};

const lures: Readonly<
  Record<EmptyAxes['lure'], (context: EmptyContext) => { readonly head?: string; readonly body?: string }>
> = {
  none: () => ({}),
  metadata: ({ plan }) => ({
    head: `<meta property="og:type" content="video.movie"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Movie","name":${JSON.stringify(plan.title)},"duration":"PT1H34M"}</script>`,
  }),
  'background loop': ({ plan, origins }) => ({
    body: `<div class="hero" style="height: 240px; overflow: hidden"><video autoplay muted loop playsinline src="${clipUrl(plan, 'loop', origins)}" style="width: 100%"></video></div>`,
  }),
  'player words': ({ plan }) => ({
    body: `<section class="quiz"><h2>Quiz</h2><button class="start-quiz" onclick="this.textContent = 'Round 1'">Start</button><a href="/v/${plan.seed}/players">The players of the week</a></section>`,
  }),
  'hover preview': ({ plan, origins }) => ({
    body: `<ul>${[1, 2, 3].map((number) => `<li><a href="/v/${plan.seed}/watch/${number}"><span class="hover" data-clip="${clipUrl(plan, 'preview', origins, number)}" style="display: block; width: 160px; height: 90px; background: #89a"></span>${plan.title}</a></li>`).join('')}</ul><script>for (const thumb of document.querySelectorAll('.hover')) thumb.onmouseenter = () => { const clip = document.createElement('video'); clip.muted = clip.autoplay = clip.loop = true; clip.style.width = '160px'; clip.src = thumb.dataset.clip; thumb.replaceChildren(clip); };</script>`,
  }),
  advertisement: ({ plan, origins }) => ({
    body: `<div class="ad-slot"><small>Advertisement</small><a href="${origins.ads}/click"><video autoplay muted playsinline width="300" height="168" src="${clipUrl(plan, 'ad', origins)}"></video></a></div>`,
  }),
};

const contextOf = (plan: VideoPagePlan, origins: Origins): EmptyContext => ({
  plan,
  origins,
  text: words[plan.choices.language],
});

/** The part of a page without a film that its container holds. */
function inside(
  context: EmptyContext,
  { empty, lure }: EmptyAxes,
): { readonly markup: string; readonly script: string } {
  return {
    markup: `<main>${contents[empty](context)}${lures[lure](context).body ?? ''}</main>`,
    script: scripts[empty]?.(context) ?? '',
  };
}

/** A page without a film. */
export function emptyPage(plan: VideoPagePlan, origins: Origins): string {
  const axes = plan.empty;
  if (axes === null) throw new Error(`the page of seed ${plan.seed} has a film`);
  const context = contextOf(plan, origins);
  const head = lures[axes.lure](context).head ?? '';
  const { markup, script } = inside(context, axes);
  const start = `<!doctype html><html lang="${plan.choices.language}"><head><meta charset="utf-8"><title>${plan.title}</title>${head}</head><body>`;
  const end = '<footer>© The Film House</footer></body></html>';
  const header = '<header><nav><a href="/">Home</a> <a href="/news">News</a></nav></header>';
  switch (axes.container) {
    case 'SPA route':
      return `${start}<div id="app"></div><script src="/js/${plan.seed}/app.js"></script>${end}`;
    case 'template':
      return `${start}${header}<div class="slot"></div><template id="content">${markup}</template><script>document.querySelector('.slot').append(document.getElementById('content').content.cloneNode(true)); ${script}</script>${end}`;
    case 'shadow DOM':
      return `${start}${header}<page-content></page-content><template id="content">${markup.replaceAll('document.querySelectorAll', "document.querySelector('page-content').shadowRoot.querySelectorAll")}</template><script>customElements.define('page-content', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).append(document.getElementById('content').content.cloneNode(true)); } }); { const document = globalThis.document.querySelector('page-content').shadowRoot; ${script} }</script>${end}`;
    default:
      return `${start}${header}${markup}<script>${script}</script>${end}`;
  }
}

/** The application of an empty root. */
export function emptyApp(plan: VideoPagePlan, origins: Origins): string {
  if (plan.empty === null) throw new Error(`the page of seed ${plan.seed} has a film`);
  const { script } = inside(contextOf(plan, origins), plan.empty);
  return `(async () => { const { html } = await (await fetch('/api/${plan.seed}/route')).json(); const app = document.getElementById('app'); app.innerHTML = html; for (const old of app.querySelectorAll('script:not([type])')) { const script = document.createElement('script'); script.textContent = old.textContent; old.replaceWith(script); } ${script} })();`;
}

export function emptyRoute(plan: VideoPagePlan, origins: Origins): string {
  if (plan.empty === null) throw new Error(`the page of seed ${plan.seed} has a film`);
  return inside(contextOf(plan, origins), plan.empty).markup;
}
