import type { MediaPage } from './media-page.ts';

const page = (body: string, script = ''): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>The lock keeper</title><body>${body}${script === '' ? '' : `<script>${script}</script>`}</body></html>`;
const film = { url: '/media/pilot.mp4', delivery: 'progressive', role: 'main' } as const;
const other = '/media/barge.mp4';
const text = '<p>Two ferries cross the strait on the hour.</p>'.repeat(3);
/** A box that plays the film once it is clicked. */
const waiting = `<main><h1>The lock keeper</h1><div class="player" style="width: 640px; height: 360px; background: #223"><button class="play-btn">Play</button></div>${text}</main>`;
const onClick = `document.querySelector('.play-btn').onclick = ({ target }) => { const film = document.createElement('video'); film.muted = true; film.controls = true; film.style.width = '640px'; film.src = ['/media', 'pilot.mp4'].join('/'); target.parentElement.replaceChildren(film); film.play(); };`;

/** Another film's player, after the page's content. */
const another = `<section><h2>More films</h2><video controls preload="none" width="640" height="360" src="${other}"></video></section>`;

/** Counts down in `b`, then plays the film in its box. */
const countdown = `const left = document.querySelector('b'); const count = setInterval(() => { left.textContent = String(Number(left.textContent) - 1); if (left.textContent !== '0') return; clearInterval(count); const film = document.createElement('video'); film.muted = true; film.controls = true; film.style.width = '640px'; film.src = ['/media', 'pilot.mp4'].join('/'); document.querySelector('.k3x').replaceChildren(film); film.play(); }, 500);`;

const clip = { '@type': 'VideoObject', name: 'The lock keeper, in short', contentUrl: other };

/** Pages on which something else plays, too. */
export const rivalPages: readonly MediaPage[] = [
  {
    name: 'a clip in a sidebar that plays by itself, and a film that waits for a click',
    html: page(
      `<aside style="float: right"><video autoplay muted playsinline width="240" src="${other}"></video></aside>${waiting}`,
      onClick,
    ),
    expect: film,
    never: other,
  },
  {
    name: 'a large player of another film, under a heading that says so',
    html: page(
      `${waiting}<section><h2>More films</h2><video controls preload="metadata" width="800" src="${other}"></video></section>`,
      onClick,
    ),
    expect: film,
    never: other,
  },
  {
    name: 'a trailer that only its heading calls so',
    html: page(
      `${waiting}<section><h2>Trailer</h2><video controls preload="metadata" width="480" src="${other}"></video></section>`,
      onClick,
    ),
    expect: film,
    never: other,
  },
  {
    name: 'a clip in the metadata, and a film that a script plays',
    html: page(
      `<script type="application/ld+json">${JSON.stringify(clip)}</script><script src="/hls.js"></script><main><h1>The lock keeper</h1><div id="stage"></div>${text}</main>`,
      `const film = document.createElement('video'); film.muted = true; film.controls = true; film.style.width = '640px'; stage.append(film); const stream = new Hls(); stream.loadSource(['/media/carriers', 'master.m3u8'].join('/')); stream.attachMedia(film); film.play();`,
    ),
    expect: { url: '/media/carriers/master.m3u8', delivery: 'hls', role: 'main' },
  },
  {
    name: 'two films in the metadata, of which the hash names one',
    html: page(
      `<script type="application/ld+json">${JSON.stringify([1, 2].map((number) => ({ '@type': 'VideoObject', episodeNumber: number, contentUrl: number === 1 ? other : film.url })))}</script><main><h1>The lock keeper</h1>${text}</main>`,
    ),
    suffix: '#episode-2',
    expect: film,
    never: other,
  },
  {
    name: 'related clips in the page’s data',
    html: page(
      waiting,
      `${onClick} const data = JSON.parse('{"related": [{"page": "/c/1", "media": "${other}"}, {"page": "/c/2", "media": "/media/loop.mp4"}]}');`,
    ),
    expect: film,
    never: other,
  },
  {
    name: 'another film whose player is ready, and a film behind a countdown',
    html: page(
      `<main><h1>The lock keeper</h1><div class="k3x" style="width: 640px; height: 360px"><p>The film starts in <b>6</b></p></div>${text}</main>${another}`,
      countdown,
    ),
    expect: film,
    never: other,
  },
  {
    name: 'another film whose player is ready, and a film in a dialog, behind a second button',
    html: page(
      `<main><h1>The lock keeper</h1><button class="open">Watch the film</button><dialog><div class="player" style="width: 640px; height: 360px"><button class="play-btn">Show the video</button></div></dialog>${text}</main>${another}`,
      `${onClick} document.querySelector('.open').onclick = () => document.querySelector('dialog').showModal();`,
    ),
    expect: film,
    never: other,
  },
  {
    name: 'another film whose player is ready, and a list of episodes',
    html: page(
      `<main><h1>The lock keeper</h1><div class="list"><button class="part">Episode 1</button> <button class="part">Episode 2</button></div><div class="player" style="width: 640px; height: 360px"></div>${text}</main>${another}`,
      `const start = () => { const film = document.createElement('video'); film.muted = true; film.controls = true; film.style.width = '640px'; film.src = ['/media', 'pilot.mp4'].join('/'); document.querySelector('.player').replaceChildren(film); film.play(); }; for (const part of document.querySelectorAll('.part')) part.onclick = start;`,
    ),
    expect: film,
    never: other,
  },
  {
    name: 'a clip in the markup that the address names, and a button that plays the film',
    html: page(
      `<ul hidden><li data-episode="2" data-src="${other}"></li><li data-episode="3" data-src="/media/loop.mp4"></li></ul><main><h1>The lock keeper</h1><button class="open">Watch the film</button><dialog><div class="player"></div></dialog>${text}</main>`,
      `document.querySelector('.open').onclick = () => { document.querySelector('dialog').showModal(); const film = document.createElement('video'); film.muted = true; film.controls = true; film.style.width = '640px'; film.src = ['/media', 'pilot.mp4'].join('/'); document.querySelector('.player').replaceChildren(film); film.play(); };`,
    ),
    suffix: '?episode=2',
    expect: film,
  },
  {
    name: 'a clip in the metadata, and a countdown to the film',
    html: page(
      `<script type="application/ld+json">${JSON.stringify(clip)}</script><script src="/hls.js"></script><main><h1>The lock keeper</h1><div class="k3x" style="width: 640px; height: 360px"><p>The film starts in <b>8</b></p></div>${text}</main>`,
      countdown,
    ),
    expect: film,
  },
];
