import type { MediaPage } from './media-page.ts';

const text = '<p>Two ferries cross the strait on the hour.</p>'.repeat(3);
const page = (body: string, script = ''): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>The lock keeper</title><body>${body}<script>${script}</script></body></html>`;
const id = 'k3eperOfLo0';
const tube = `https://www.youtube-nocookie.com/embed/${id}`;
const embed = (url: string): MediaPage['expect'] => ({ url, delivery: 'embed', role: 'main' });
const frame = (url: string): string => `<iframe width="640" height="360" allowfullscreen src="${url}"></iframe>`;
const main = `<main><h1>The lock keeper</h1><div id="slot" style="width: 640px; height: 360px; background: #223"></div>${text}</main>`;

/** Pages with players of other sites that are not in the source. */
export const embedPages: readonly MediaPage[] = [
  {
    name: 'a facade that a click replaces',
    html: page(
      `<main><h1>The lock keeper</h1><tube-facade data-key="${id}" style="display: block; width: 640px; height: 360px; cursor: pointer"><img src="/poster.jpg" alt="The lock keeper" style="width: 100%"></tube-facade>${text}</main>`,
      `document.querySelector('tube-facade').addEventListener('click', ({ currentTarget }) => { currentTarget.innerHTML = '<iframe width="640" height="360" allowfullscreen src="https://www.youtube-nocookie' + '.com/embed/' + currentTarget.dataset.key + '?autoplay=1"></iframe>'; });`,
    ),
    expect: embed(tube),
  },
  {
    name: 'a frame that a script adds',
    html: page(
      main,
      `setTimeout(() => { slot.innerHTML = ['<ifr', 'ame width="640" height="360" src="https://player.vimeo', '.com/video/76979871"></ifr', 'ame>'].join(''); }, 800);`,
    ),
    expect: embed('https://player.vimeo.com/video/76979871'),
  },
  {
    name: 'a frame in a frame of the site, after a click',
    html: page(
      `<main><h1>The lock keeper</h1><iframe src="/files/inner-of-embed" width="660" height="380"></iframe>${text}</main>`,
    ),
    files: {
      '/files/inner-of-embed': page(
        '<div id="slot" style="width: 640px; height: 360px"><button>Load the video</button></div>',
        `document.querySelector('button').onclick = () => { slot.innerHTML = ['<ifr', 'ame width="640" height="360" src="https://www.dailymotion', '.com/embed/video/x8k1locks"></ifr', 'ame>'].join(''); };`,
      ),
    },
    expect: embed('https://www.dailymotion.com/embed/video/x8k1locks'),
  },
  {
    name: 'a film of the page, and a frame of another site that a script adds beside it',
    html: page(
      `${main}<aside><div id="other"></div></aside>`,
      `other.innerHTML = '${frame('').replace('<iframe', "<ifr' + 'ame").replace('src=""', `src="${tube}"`)}'; setTimeout(() => { const film = document.createElement(['vi', 'deo'].join('')); film.muted = true; film.controls = true; film.style.width = '640px'; film.src = ['/media', 'pilot.mp4'].join('/'); slot.replaceChildren(film); film.play(); }, 300);`,
    ),
    expect: { url: '/media/pilot.mp4', delivery: 'progressive', role: 'main' },
    never: 'youtube',
  },
  {
    name: 'a facade that names its film, and shows it at another address',
    html: page(
      `<main><h1>The lock keeper</h1><lite-youtube videoid="${id}" style="display: block; width: 640px; height: 360px"></lite-youtube>${text}</main>`,
      `customElements.define('lite-youtube', class extends HTMLElement { connectedCallback() { this.addEventListener('click', () => { const frame = document.createElement('iframe'); frame.width = 640; frame.height = 360; frame.src = 'https://www.youtube-nocookie.com/embed/' + this.getAttribute('videoid') + '?autoplay=1'; this.replaceChildren(frame); }); } });`,
    ),
    expect: embed(tube),
  },
  {
    name: 'a facade that is an element of its own, whose script does not come',
    html: page(`<main><h1>The lock keeper</h1><lite-youtube videoid="${id}"></lite-youtube>${text}</main>`),
    expect: embed(`https://www.youtube.com/embed/${id}`),
  },
];
