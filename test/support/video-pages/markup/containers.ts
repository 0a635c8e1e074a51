import type { VideoPagePlan } from '../plan/plan.ts';
import type { Origins } from './origins.ts';
import { boxMarkup, dataMarkup, playerScript } from './player-script.ts';
import { words } from './words.ts';

/** Where the player is, as markup for the page's document; scripts of it run where they stand. */
export interface Placed {
  readonly markup: string;
  /** Script in a separate file: the application of a page that has nothing but a root. */
  readonly bundle: string | null;
}

const inFrames: ReadonlySet<string> = new Set(['frame', 'nested frames', 'lazy frame', 'sandboxed frame', 'object']);

export const isFramed = (plan: VideoPagePlan): boolean => plan.film !== null && inFrames.has(plan.film.container);

/** A document with the player alone, for a frame. */
export function playerDocument(plan: VideoPagePlan, origins: Origins): string {
  const inside = player(plan, origins, 'document', true);
  return `<!doctype html><meta charset="utf-8"><title>Player</title><style>body { margin: 0 }</style>${libraries(plan)}${inside}`;
}

/** The scripts that the player needs, in the order in which pages load them. */
export const libraries = ({ seed, film }: VideoPagePlan): string => {
  const engine =
    film?.player === 'native' ? '' : film?.delivery === 'hls' ? 'hls' : film?.delivery === 'dash' ? 'dash' : '';
  return `${engine === '' ? '' : `<script src="/lib/${engine}.js"></script>`}<script src="/lib/${seed}/player.js"></script>`;
};

const player = (plan: VideoPagePlan, origins: Origins, root: string, framed = false): string =>
  `${dataMarkup(plan, origins)}${boxMarkup(plan, origins)}<script>${playerScript(plan, origins, { root, isFramed: framed })}</script>`;

const attributesOfFrame = 'width="640" height="420" allow="autoplay; encrypted-media; fullscreen" allowfullscreen';

/** A frame, whose address is complete once the hash is known and cookies are accepted. */
function frame(plan: VideoPagePlan, origin: string, more: string): string {
  const { film, films, meant, seed } = plan;
  const depth = film?.container === 'nested frames' ? 2 : 1;
  const address = `${origin}/frame/${seed}/${depth}?e=${film?.episode === 'hash' ? '' : films[meant]?.episode}`;
  const isObject = film?.container === 'object';
  const isEmbed = isObject && plan.choices.isNamed;
  const name = isEmbed ? 'embed' : isObject ? 'object' : 'iframe';
  const attribute = isObject && !isEmbed ? 'data' : 'src';
  const type = isObject ? ' type="text/html"' : '';
  const waits = film?.gesture === 'consent' || film?.episode === 'hash';
  const tag = `<${name} class="film-frame" ${waits ? 'data-address' : attribute}="${address}"${type} ${attributesOfFrame} ${more}>${isEmbed ? '' : `</${name}>`}`;
  if (!waits) return tag;
  const hash = film?.episode === 'hash' ? " + location.hash.replace(/\\D/g, '')" : '';
  return `${tag}<script>(async () => { ${film?.gesture === 'consent' ? 'await window.consented;' : ''} const frame = document.querySelector('.film-frame'); frame.setAttribute('${attribute}', frame.dataset.address${hash}); })();</script>`;
}

/** The frame between the page and the player's. */
export const outerFrame = (plan: VideoPagePlan, origins: Origins, episode: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Embed</title><style>body { margin: 0 }</style><iframe src="${origins.cdn}/frame/${plan.seed}/1?e=${episode}" ${attributesOfFrame}></iframe>`;

type Placer = (plan: VideoPagePlan, origins: Origins) => string;

const placers: Readonly<Record<string, Placer>> = {
  top: (plan, origins) => libraries(plan) + player(plan, origins, 'document'),
  frame: (plan, origins) => frame(plan, origins.embed, ''),
  'nested frames': (plan, origins) => frame(plan, origins.embed, ''),
  'lazy frame': (plan, origins) => `<div style="height: 3600px"></div>${frame(plan, origins.page, 'loading="lazy"')}`,
  'sandboxed frame': (plan, origins) =>
    frame(
      plan,
      origins.embed,
      `sandbox="allow-scripts${plan.choices.isNamed ? ' allow-same-origin' : ''} allow-popups"`,
    ),
  object: (plan, origins) => frame(plan, origins.embed, ''),
  'shadow DOM': (plan, origins) =>
    `${libraries(plan)}${dataMarkup(plan, origins)}<film-player></film-player><script>customElements.define('film-player', class extends HTMLElement { connectedCallback() { const shadow = this.attachShadow({ mode: 'open' }); shadow.innerHTML = ${quoted(boxMarkup(plan, origins))}; ${playerScript(plan, origins, { root: 'shadow', isFramed: false })} } });</script>`,
  dialog: (plan, origins) => {
    const { watch } = words[plan.choices.language];
    const isNative = plan.choices.isNamed;
    const dialog = isNative
      ? `<dialog class="film-dialog">${boxMarkup(plan, origins)}</dialog>`
      : `<div class="film-dialog" role="dialog" aria-modal="true" hidden style="position: fixed; left: 60px; top: 60px; background: #fff; z-index: 3">${boxMarkup(plan, origins)}</div>`;
    const open = isNative ? 'dialog.showModal();' : 'dialog.hidden = false;';
    const script = playerScript(plan, origins, { root: 'document', isFramed: false });
    return `${libraries(plan)}${dataMarkup(plan, origins)}<button type="button" class="open-film">${watch}</button>${dialog}<script>{ const dialog = document.querySelector('.film-dialog'); let isOpen = false; document.querySelector('.open-film').onclick = () => { ${open} if (isOpen) return; isOpen = true; ${script} }; }</script>`;
  },
  template: (plan, origins) =>
    `${libraries(plan)}${dataMarkup(plan, origins)}<div class="slot"></div><template id="film-template">${boxMarkup(plan, origins)}</template><script>document.querySelector('.slot').append(document.getElementById('film-template').content.cloneNode(true)); ${playerScript(plan, origins, { root: 'document', isFramed: false })}</script>`,
};

/** For the inside of a script element: a string with markup. */
const quoted = (markup: string): string => JSON.stringify(markup).replaceAll('</', '<\\/');

export function placed(plan: VideoPagePlan, origins: Origins): Placed {
  const container = plan.film?.container ?? 'top';
  if (container === 'SPA route')
    return { markup: '', bundle: playerScript(plan, origins, { root: 'document', isFramed: false }) };
  const place = placers[container];
  if (place === undefined) throw new Error(`no container is called ${container}`);
  return { markup: place(plan, origins), bundle: null };
}
