import type { MediaPage } from './media-page.ts';

const text = '<p>Two ferries cross the strait on the hour.</p>'.repeat(3);
const page = (body: string, script: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>The lock keeper</title><body>${body}<script>${script}</script></body></html>`;
const film = { url: '/media/pilot.mp4', delivery: 'progressive', role: 'main' } as const;
const other = '/media/barge.mp4';
const stage = '<div id="stage" style="width: 640px; height: 360px; background: #223"></div>';
const play =
  "const play = (name) => { const film = document.createElement('video'); film.muted = true; film.controls = true; film.style.width = '640px'; film.src = ['/media', name + '.mp4'].join('/'); stage.replaceChildren(film); return film.play(); };";
/** Plays a blob of the film's bytes, which an expression brings. */
const blobPage = (name: string, bytes: string): MediaPage => ({
  name: `a blob of ${name}`,
  html: page(
    `<main><h1>The lock keeper</h1><video muted autoplay controls style="width: 640px"></video>${text}</main>`,
    `const address = ['/media', 'pilot.mp4'].join('/'); (async () => { document.querySelector('video').src = URL.createObjectURL(${bytes}); })();`,
  ),
  expect: film,
});

/** Pages with a film, and something that only looks like one; and films that do not look like one. */
export const secondaryPages: readonly MediaPage[] = [
  {
    name: 'a feed of silent loops, of which the address names one',
    html: page(
      '<div id="feed"></div>',
      `const add = async (id) => { const clip = document.createElement('video'); clip.muted = clip.loop = true; clip.style.cssText = 'display: block; width: 420px; height: 700px'; feed.append(clip); const answer = await fetch(atob('L21lZGlhLw==') + id + '.mp4'); clip.src = URL.createObjectURL(await answer.blob()); return clip; };
      Promise.all(['pilot', 'barge', 'loop'].map(add)).then((clips) => new IntersectionObserver((seen) => { for (const { target, isIntersecting } of seen) if (isIntersecting) target.play(); else target.pause(); }, { threshold: 0.6 }).observe(clips[0]));`,
    ),
    suffix: '?v=pilot',
    expect: film,
    never: other,
  },
  {
    name: 'a clip with the label "Trailer", and a film that waits',
    html: page(
      `<main><h1>The lock keeper</h1><div style="width: 640px"><video muted autoplay playsinline style="width: 640px" src="${other}"></video><span>Trailer</span></div>${stage}<button id="go">▶</button>${text}</main>`,
      `${play} go.onclick = () => play('pilot');`,
    ),
    expect: film,
    never: other,
  },
  {
    name: 'a trailer that plays by itself, and the film in the same element',
    html: page(
      `<main><h1>The lock keeper</h1><div style="width: 640px; position: relative"><video id="stage" muted autoplay playsinline style="width: 640px" src="${other}"></video><span style="position: absolute; top: 4px">Official Trailer</span></div><button id="go">Watch the full film</button>${text}</main>`,
      `go.onclick = () => { document.querySelector('span').remove(); stage.src = ['/media', 'pilot.mp4'].join('/'); stage.play(); };`,
    ),
    expect: film,
    never: other,
  },
  {
    name: 'a button for the trailer before the one for the film',
    html: page(
      `<main><h1>The lock keeper</h1>${stage}<button id="a">Watch trailer</button> <button id="b">Watch the film</button>${text}</main>`,
      `${play} a.onclick = () => play('barge'); b.onclick = () => play('pilot');`,
    ),
    expect: film,
    never: other,
  },
  {
    name: 'a clip that is called a preview, and a film behind a button',
    html: page(
      `<main><h1>The lock keeper</h1><figure style="width: 640px"><video muted autoplay playsinline style="width: 640px" src="${other}"></video><figcaption>Preview</figcaption></figure>${stage}<button class="play-btn">Play</button>${text}</main>`,
      `${play} document.querySelector('.play-btn').onclick = () => play('pilot');`,
    ),
    expect: film,
    never: other,
  },
  {
    name: 'a film in a box that is called a preview',
    html: page(
      `<main><h1>quay-wall.mov</h1><div id="stage" style="width: 640px" aria-label="Preview"><button>Preview</button></div>${text}</main>`,
      `${play} document.querySelector('button').onclick = () => play('pilot');`,
    ),
    expect: film,
  },
  {
    name: 'a sound of the button, and a film that is slow to come',
    html: page(
      `<main><h1>The lock keeper</h1>${stage}<button class="play-btn">Play</button>${text}</main>`,
      `${play} document.querySelector('.play-btn').onclick = () => { new Audio(['/sounds', 'click.wav'].join('/')).play(); setTimeout(() => play('pilot'), 1800); };`,
    ),
    expect: film,
    never: 'click',
  },
  {
    name: 'a single file of MPEG-TS that a script draws',
    html: page(
      `<main><h1>The lock keeper</h1><canvas width="640" height="360"></canvas>${text}</main>`,
      `fetch(['/lone', 'film.ts'].join('/')).then((answer) => answer.arrayBuffer()).then(() => document.querySelector('canvas').getContext('2d').fillRect(0, 0, 640, 360));`,
    ),
    expect: { ...film, url: '/lone/film.ts' },
  },
  blobPage('an answer', 'await (await fetch(address)).blob()'),
  blobPage(
    'an answer to a request of the older kind',
    "new Blob([await new Promise((done) => { const request = new XMLHttpRequest(); request.open('GET', address); request.responseType = 'arraybuffer'; request.onload = () => done(request.response); request.send(); })], { type: 'video/mp4' })",
  ),
  blobPage(
    'the pieces of a stream',
    "new Blob(await (async () => { const reader = (await fetch(address)).body.getReader(); const pieces = []; for (;;) { const { value, done } = await reader.read(); if (done) return pieces; pieces.push(value); } })(), { type: 'video/mp4' })",
  ),
  blobPage(
    'copied bytes',
    "new Blob([Uint8Array.from(new Uint8Array(await (await fetch(address)).arrayBuffer()))], { type: 'video/mp4' })",
  ),
];
