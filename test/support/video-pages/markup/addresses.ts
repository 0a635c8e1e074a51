import { entryName, filmFolder } from '../bytes/film-files.ts';
import type { Film, VideoPagePlan } from '../plan/plan.ts';
import { decoders, encoded, packed, shapes } from './codes.ts';
import type { Origins } from './origins.ts';

/** How a page's script gets the address of a film. */
export interface AddressParts {
  /** Markup somewhere in the document: data that the script reads. */
  readonly markup: string;
  /** Body of `async (episode) => address`. */
  readonly lookUp: string;
}

/** The address of a film's file or manifest. */
export const filmUrl = (plan: VideoPagePlan, film: Film, origins: Origins): string =>
  origins.cdn + filmFolder(plan, film) + entryName(plan);

/** The films whose addresses are on the page; a script that chooses by the hash, or a list, needs all. */
export function filmsOnPage({ film, films, meant, choices }: VideoPagePlan): readonly Film[] {
  const needsAll = film?.episode === 'hash' || film?.episode === 'list';
  return needsAll || choices.hasAllFilms ? films : films.filter((_, at) => at === meant);
}

const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

export function addressParts(plan: VideoPagePlan, origins: Origins): AddressParts {
  const { film, choices, seed } = plan;
  const present = filmsOnPage(plan);
  const urls = Object.fromEntries(present.map((each) => [each.episode, filmUrl(plan, each, origins)]));
  const ids = json(Object.fromEntries(present.map((each) => [each.episode, each.id])));
  const api = `${origins.page}/api/${seed}`;
  const read = `(${decoders[choices.encoding]})(${shapes[choices.shape]?.read})`;
  switch (film?.address) {
    case 'attribute':
      return {
        markup: `<ul class="sources" hidden>${present.map((each) => `<li data-episode="${each.episode}" data-src="${urls[each.episode]}"></li>`).join('')}</ul>`,
        lookUp: `return find('[data-episode="' + episode + '"][data-src]').dataset.src;`,
      };
    case 'JSON-LD':
      return jsonLd(plan, present, urls);
    case 'inline JSON':
      return {
        markup: `<script type="application/json" id="page-data">${json({ page: { title: plan.title }, films: present.map((each) => ({ number: each.episode, title: each.title, media: { file: urls[each.episode] } })) })}</script>`,
        lookUp: `return JSON.parse(find('#page-data').textContent).films.find(({ number }) => number === episode).media.file;`,
      };
    case 'packed':
      return {
        markup: '',
        lookUp: `${packed(`window.film_sources=${json(urls)};`)}; return window.film_sources[episode];`,
      };
    case 'encoded': {
      const encoding = choices.encoding === 'plain' ? 'base64' : choices.encoding;
      const hidden = Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, encoded(url, encoding)]));
      return { markup: '', lookUp: `return (${decoders[encoding]})(${json(hidden)}[episode]);` };
    }
    case 'redirect':
      return { markup: '', lookUp: `return '${origins.page}/go/${seed}/' + ${ids}[episode] + '/${entryName(plan)}';` };
    case 'XHR':
      return {
        markup: '',
        lookUp: `return await new Promise((resolve) => { const request = new XMLHttpRequest(); request.open('GET', '${api}/play?id=' + ${ids}[episode]); request.responseType = 'json'; request.onload = () => { const answer = request.response; resolve(${read}); }; request.send(); });`,
      };
    case 'POST':
      return {
        markup: '',
        lookUp: `const answer = await (await fetch('${api}/play', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ id: ${ids}[episode], token: 't${seed}' }) })).json(); return ${read};`,
      };
    case 'socket':
      return {
        markup: '',
        lookUp: `return await new Promise((resolve) => { const socket = new WebSocket('${origins.page.replace('http', 'ws')}/socket/${seed}'); socket.onopen = () => socket.send(JSON.stringify({ want: ${ids}[episode] })); socket.onmessage = ({ data }) => { const answer = JSON.parse(data); socket.close(); resolve(${read}); }; });`,
      };
    case 'worker':
      return {
        markup: '',
        lookUp: `return await new Promise((resolve) => { const worker = new Worker('/js/${seed}/worker.js'); worker.onmessage = ({ data }) => resolve(data); worker.postMessage(${ids}[episode]); });`,
      };
    case 'blob':
    case 'data': {
      const type = film.delivery === 'dash' ? 'application/dash+xml' : 'application/vnd.apple.mpegurl';
      const make =
        film.address === 'blob'
          ? `URL.createObjectURL(new Blob([text], { type: '${type}' }))`
          : `'data:${type};base64,' + btoa(text)`;
      return {
        markup: '',
        lookUp: `const answer = await (await fetch('${api}/manifest?id=' + ${ids}[episode])).json(); const text = ${read}; return ${make};`,
      };
    }
    default: // fetch, and addresses that are signed for each visit
      return {
        markup: '',
        lookUp: `const answer = await (await fetch('${api}/play?id=' + ${ids}[episode])).json(); return ${read};`,
      };
  }
}

function jsonLd(plan: VideoPagePlan, present: readonly Film[], urls: Readonly<Record<string, string>>): AddressParts {
  const type = plan.film?.kind === 'audio' ? 'AudioObject' : 'VideoObject';
  const objects = present.map((each) => ({
    '@context': 'https://schema.org',
    '@type': type,
    name: present.length === 1 ? plan.title : each.title,
    identifier: each.episode,
    contentUrl: urls[each.episode],
    uploadDate: '2026-03-01',
  }));
  return {
    markup: `<script type="application/ld+json">${json(objects.length === 1 ? objects[0] : objects)}</script>`,
    lookUp: `return [JSON.parse(find('script[type="application/ld+json"]').textContent)].flat().find(({ identifier }) => identifier === episode).contentUrl;`,
  };
}

/** What the API answers when a film is asked for. */
export const apiAnswer = (plan: VideoPagePlan, value: string): unknown =>
  shapes[plan.choices.shape]?.wrap(encoded(value, plan.choices.encoding));

/** The worker that asks the API for the page. */
export function workerScript(plan: VideoPagePlan, origins: Origins): string {
  const { encoding, shape } = plan.choices;
  return `onmessage = async ({ data }) => { const answer = await (await fetch('${origins.page}/api/${plan.seed}/play?id=' + data)).json(); postMessage((${decoders[encoding]})(${shapes[shape]?.read})); };`;
}
