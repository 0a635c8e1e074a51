import { filmFolder, soundName } from '../bytes/film-files.ts';
import { clearKey } from '../bytes/mpd.ts';
import type { VideoPagePlan } from '../plan/plan.ts';
import { addressParts, filmsOnPage, filmUrl } from './addresses.ts';
import { decoyOf } from './decoys.ts';
import type { Origins } from './origins.ts';
import { calls } from './skins.ts';
import { words } from './words.ts';

const poster = (plan: VideoPagePlan): string => `hsl(${plan.seed % 360} 40% 30%)`;

/** A picture with a button, in the box before the player is built. */
const facade = (plan: VideoPagePlan, label: string, name: string): string =>
  `<div class="${name}" style="position: absolute; inset: 0; background: ${poster(plan)}; cursor: pointer"><button type="button" class="${name}-button" style="margin: 150px 240px; padding: 12px">${label}</button></div>`;

/** Whether the document has the film's element as it is: no script is needed. */
const isWritten = ({ film, choices }: VideoPagePlan): boolean =>
  film !== null &&
  film.player === 'native' &&
  film.address === 'attribute' &&
  (film.gesture === 'none' || (film.gesture === 'click' && choices.isEarly)) &&
  film.episode !== 'hash' &&
  film.episode !== 'list' &&
  !/roll|VAST/.test(film.decoy);

function writtenElement(plan: VideoPagePlan, origins: Origins): string {
  const { film, films, meant } = plan;
  const own = films[meant];
  if (film === null || own === undefined) return '';
  const name = film.kind === 'audio' ? 'audio' : 'video';
  const starts = film.gesture === 'none' ? ' autoplay muted' : '';
  const url = filmUrl(plan, own, origins);
  const size = name === 'video' ? ' width="640" height="360" playsinline' : '';
  return `<div class="film-box"><${name} controls preload="metadata"${size}${starts}><source src="${url}" type="${mimeTypes[film.delivery]}"></${name}></div>`;
}

/** The box of the player, as the document has it at first. */
export function boxMarkup(plan: VideoPagePlan, origins: Origins): string {
  if (isWritten(plan)) return writtenElement(plan, origins);
  const box = `<div class="film-box" style="position: relative; width: 640px; height: 360px; background: #223"></div>`;
  return plan.film?.episode === 'list' ? `<div class="choice">${episodeList(plan)}</div>${box}` : box;
}

function episodeList(plan: VideoPagePlan): string {
  const { episode } = words[plan.choices.language];
  const buttons = filmsOnPage(plan).map(
    (film) =>
      `<button type="button" class="ep" data-number="${film.episode}">${episode.replace('#', film.episode)}: ${film.title}</button>`,
  );
  return `<div class="episodes">${buttons.join(' ')}</div>`;
}

/** Where the script reads which film is meant. `given`: the server wrote it into the page. */
function episodeExpression(plan: VideoPagePlan, isFramed: boolean): string {
  const { film, films, meant } = plan;
  if (isFramed && film?.episode !== 'list') return "new URLSearchParams(location.search).get('e')";
  const own = JSON.stringify(films[meant]?.episode);
  switch (film?.episode) {
    case 'path':
      return "location.pathname.split('/').at(-1)";
    case 'query':
      return "new URLSearchParams(location.search).get('episode')";
    case 'hash':
      return "location.hash.replace(/\\D/g, '')";
    case 'list':
      return "await new Promise((resolve) => { for (const button of root.querySelectorAll('.ep')) button.addEventListener('click', () => resolve(button.dataset.number)); })";
    default:
      return own;
  }
}

/** What happens before the player is built; ends with calls of `mount(source, autoplay)`. */
function gestureScript(plan: VideoPagePlan): string {
  const { film, choices, seed } = plan;
  const text = words[choices.language];
  const itself = String(choices.startsItself);
  const clicked = (label: string, name: string): string =>
    `box.innerHTML = ${JSON.stringify(facade(plan, label, name))}; await new Promise((resolve) => box.querySelector('.${name}-button').addEventListener('click', (event) => { event.stopPropagation(); resolve(); })); box.replaceChildren();`;
  switch (film?.gesture) {
    case 'click':
      return choices.isEarly
        ? 'mount(await locate(episode), false);'
        : `${clicked(text.play, 'poster-play')} mount(await locate(episode), true);`;
    case 'two clicks':
      return `${clicked(text.load[seed % text.load.length] ?? text.play, 'loader')} mount(await locate(episode), false);`;
    case 'scroll':
      return `await new Promise((resolve) => new IntersectionObserver((entries, observer) => { if (entries.some((entry) => entry.isIntersecting)) { observer.disconnect(); resolve(); } }, { threshold: 0.3 }).observe(box)); mount(await locate(episode), ${itself});`;
    case 'countdown':
      return `for (let left = ${choices.waitS}; left > 0; left--) { box.innerHTML = '<p class="countdown" style="color: #fff">${text.startsIn} ' + left + ' s</p>'; await new Promise((resolve) => setTimeout(resolve, 1000)); } box.replaceChildren(); mount(await locate(episode), true);`;
    case 'hover':
      return `await new Promise((resolve) => box.addEventListener('pointerenter', resolve, { once: true })); mount(await locate(episode), ${itself});`;
    case 'consent':
      return `mount(await locate(episode), ${itself});`;
    default:
      return 'mount(await locate(episode), true);';
  }
}

/** The data that the script reads from its document. */
export const dataMarkup = (plan: VideoPagePlan, origins: Origins): string =>
  isWritten(plan) ? '' : addressParts(plan, origins).markup;

/**
 * The script of the player's document.
 * @param root expression of the node that has the box
 */
export function playerScript(
  plan: VideoPagePlan,
  origins: Origins,
  { root, isFramed }: { readonly root: string; readonly isFramed: boolean },
): string {
  const { film } = plan;
  if (film === null || isWritten(plan)) return '';
  const source: string[] = [
    'url',
    `type: '${film.kind === 'split' && film.delivery === 'progressive' ? 'split' : film.delivery}'`,
    `medium: '${film.kind === 'audio' ? 'audio' : 'video'}'`,
  ];
  if (film.kind === 'split' && film.delivery === 'progressive') source.push(`sound: ${soundExpression(plan, origins)}`);
  if (film.kind === 'ClearKey') source.push(`keys: ${JSON.stringify(keysInBase64())}`);
  return `(async () => {
  ${decoyOf(plan, origins).script}
  const root = ${root};
  const find = (selector) => root.querySelector(selector) ?? document.querySelector(selector);
  const box = root.querySelector('.film-box');
  const mimeType = '${mimeTypes[film.delivery]}';
  const locate = async (episode) => { const url = await (async () => { ${addressParts(plan, origins).lookUp} })(); return { ${source.join(', ')} }; };
  const mount = (source, autoplay) => { ${calls[film.player]} };
  ${film.gesture === 'consent' && !isFramed ? 'await window.consented;' : ''}
  const episode = ${episodeExpression(plan, isFramed)};
  ${gestureScript(plan)}
})();`;
}

const mimeTypes = { progressive: 'video/mp4', hls: 'application/x-mpegURL', dash: 'application/dash+xml' } as const;

const soundExpression = (plan: VideoPagePlan, origins: Origins): string => {
  const folders = Object.fromEntries(
    filmsOnPage(plan).map((film) => [film.episode, `${origins.cdn}${filmFolder(plan, film)}${soundName}`]),
  );
  return `${JSON.stringify(folders)}[episode]`;
};

/** ClearKey takes keys and ids in base64, without padding. */
const keysInBase64 = (): Record<string, string> => {
  const coded = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url');
  return { [coded(clearKey.id)]: coded(clearKey.key) };
};
