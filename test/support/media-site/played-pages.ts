import type { MediaPage } from './media-page.ts';

export const page = (body: string, script: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Films of the harbour</title><main><h1>Films of the harbour</h1>${body}</main><p>Two ferries cross the strait on the hour.</p><script>${script}</script>`;
const film = { url: '/media/pilot.mp4', delivery: 'progressive', role: 'main' } as const;
/** Puts the film into an element: its address is in no text. */
const show =
  "const show = (box) => { const video = document.createElement('video'); video.muted = true; video.controls = true; video.style.width = '640px'; video.src = ['/media', ['pilot', 'mp4'].join('.')].join('/'); box.replaceChildren(video); video.play(); };";
const box = '<div id="box" style="width: 640px; height: 360px; background: #223"></div>';
/** Passes one clip after the other to an element. */
const inTurn =
  "const inTurn = (video, names) => { const next = () => { const name = names.shift(); if (name === undefined) return; video.src = ['/media', [name, 'mp4'].join('.')].join('/'); video.play(); }; video.onended = next; next(); };";
const framed = (html: string): string => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Pages whose film comes only when they are played: it comes later, or after what a person would do. */
export const playedPages: readonly MediaPage[] = [
  {
    name: 'a short clip before the film, in the same element',
    html: page(
      '<video id="film" muted style="width: 640px"></video>',
      `${inTurn} inTurn(document.getElementById('film'), ['loop', 'pilot']);`,
    ),
    expect: film,
    never: '/media/loop.mp4',
  },
  {
    name: 'a clip called an advertisement before the film, in another element',
    html: page(
      '<div id="stage" style="position: relative; width: 640px; height: 360px"><video id="film" muted controls style="width: 640px; height: 360px; display: none"></video><div id="spot"><video muted style="width: 640px; height: 360px"></video><span style="position: absolute; top: 0">Advertisement</span></div></div>',
      `const spot = document.querySelector('#spot video'); spot.src = ['/media', 'barge.mp4'].join('/'); spot.play(); spot.onended = () => { document.getElementById('spot').remove(); const video = document.getElementById('film'); video.style.display = ''; video.src = ['/media', 'pilot.mp4'].join('/'); video.play(); };`,
    ),
    expect: film,
    never: '/media/barge.mp4',
  },
  {
    name: 'an advertisement in the middle of the film',
    html: page(
      '<video id="film" muted style="width: 640px"></video>',
      `const video = document.getElementById('film'); let isOver = false; const play = (name) => { video.src = ['/media', [name, 'mp4'].join('.')].join('/'); video.play(); };
      video.ontimeupdate = () => { if (isOver || video.currentTime < 0.1) return; isOver = true; play('loop'); video.onended = () => play('pilot'); }; play('pilot');`,
    ),
    expect: film,
    never: '/media/loop.mp4',
  },
  {
    name: 'a countdown before the film',
    html: page(
      `${box}<p>The film starts in <b id="left">9</b></p>`,
      `${show} const left = document.getElementById('left'); const count = setInterval(() => { left.textContent = String(Number(left.textContent) - 1); if (left.textContent !== '0') return; clearInterval(count); show(document.getElementById('box')); }, 400);`,
    ),
    expect: film,
  },
  {
    name: 'a spinner, several requests long',
    html: page(
      `${box}<div class="spinner" style="width: 40px; height: 40px"></div>`,
      `${show} (async () => { for (let at = 0; at < 25; at++) { await (await fetch('/api/backwards?' + at)).json(); await new Promise((done) => { const channel = new MessageChannel(); channel.port1.onmessage = done; setTimeout(() => channel.port2.postMessage(0), 140); }); } document.querySelector('.spinner').remove(); show(document.getElementById('box')); })();`,
    ),
    expect: film,
  },
  {
    name: 'a set-up that is delayed, and nothing that shows it',
    html: page('<div id="box"></div>', `${show} setTimeout(() => show(document.getElementById('box')), 4500);`),
    expect: film,
  },
  {
    name: 'a box far down that is filled when it is seen',
    html: page(
      `<div style="height: 5000px"></div>${box}`,
      `${show} new IntersectionObserver(([entry], observer) => { if (!entry.isIntersecting) return; observer.disconnect(); show(entry.target); }).observe(document.getElementById('box'));`,
    ),
    expect: film,
  },
  {
    name: 'a picture without a telling name that starts the film',
    html: page(
      '<div id="box"><img alt="" width="640" height="360" src="/media/images/none.jpg"></div>',
      `${show} document.querySelector('img').addEventListener('click', () => show(document.getElementById('box')));`,
    ),
    expect: film,
  },
  {
    name: 'a clip that waits for a click before the film, in the same element, under a hidden "skip"',
    html: page(
      '<div style="position: relative; width: 640px; height: 360px"><video id="film" muted controls src="/media/loop.mp4" style="width: 640px; height: 360px"></video><button id="skip" style="display: none; position: absolute; bottom: 40px; right: 0">Skip ad</button></div>',
      "const video = document.getElementById('film'); const film = () => { skip.remove(); video.onended = null; video.src = ['/media', 'pilot.mp4'].join('/'); video.play(); }; video.onplay = () => setTimeout(() => { skip.style.display = 'block'; }, 2000); skip.onclick = film; video.onended = film;",
    ),
    expect: film,
    never: '/media/loop.mp4',
  },
  {
    name: 'a poster with a text instead of a picture',
    html: page(
      '<div id="box"><img alt="The harbour" width="640" height="360" src="/media/images/none.jpg"></div>',
      `${show} document.querySelector('img').addEventListener('click', () => show(document.getElementById('box')));`,
    ),
    expect: film,
  },
  {
    name: 'a player that is set up when its poster is loaded',
    html: page(
      '<div id="box"><img id="poster" alt="" style="width: 100%" data-src="/media/images/none.jpg"></div>',
      `${show} poster.onload = () => { poster.onclick = () => show(document.getElementById('box')); }; setTimeout(() => { poster.src = poster.dataset.src; }, 100);`,
    ),
    expect: film,
  },
  {
    name: 'a dialog that has to be opened',
    html: page(
      '<button id="open">See the film</button><dialog><div id="box" style="width: 640px; height: 360px"><button id="go" class="start">►</button></div></dialog>',
      `${show} document.getElementById('open').onclick = () => document.querySelector('dialog').showModal(); document.getElementById('go').addEventListener('click', () => show(document.getElementById('box')));`,
    ),
    expect: film,
  },
  {
    name: 'two clicks: the poster, then the button that takes its place',
    html: page(
      '<div id="box"><img alt="" width="640" height="360" src="/media/images/none.jpg" style="cursor: pointer"></div>',
      `${show} const box = document.getElementById('box'); box.onclick = ({ target }) => { if (target.id === 'start') return show(box); if (target.localName === 'img') box.innerHTML = '<button id="start">Start</button>'; };`,
    ),
    expect: film,
  },
  {
    name: 'a small button in a box that is called a loader',
    html: page(
      '<div id="box" style="position: relative; width: 640px; height: 360px"><div class="loader" style="position: absolute; inset: 0; cursor: pointer"><button style="margin: 20px">Server 1</button></div></div>',
      `${show} document.querySelector('button').onclick = () => show(document.getElementById('box'));`,
    ),
    expect: film,
  },
  {
    name: 'a spinner that never ends, and a button',
    html: page(
      '<div class="spinner" style="width: 40px; height: 40px"></div><div id="box"><img alt="" width="640" height="360" src="/media/images/none.jpg" style="cursor: pointer"></div><section style="position: absolute; top: 1500px; left: 700px; width: 300px; height: 120px"><button id="start">Start</button></section>',
      `${show} document.getElementById('start').onclick = () => show(document.getElementById('box'));`,
    ),
    expect: film,
  },
  {
    name: "a consent without which the player's script is not loaded",
    html: page(
      `${box}<div class="cookie-consent" role="dialog"><p>We and our partners use cookies.</p><button id="no">Reject all</button><button id="yes">Accept all</button></div>`,
      `${show} const close = () => document.querySelector('.cookie-consent').remove(); document.getElementById('no').onclick = close; document.getElementById('yes').onclick = () => { close(); const script = document.createElement('script'); script.textContent = "show(document.getElementById('box'));"; document.body.append(script); };`,
    ),
    expect: film,
  },
  {
    name: 'a poster in a sandboxed frame in a frame',
    html: page(
      `<iframe width="700" height="420" srcdoc="${framed(`<iframe width="660" height="400" sandbox="allow-scripts" srcdoc="${framed(`<div id="box"><div id="cover" style="width: 640px; height: 360px; background: #345"></div></div><script>${show.replace("['/media'", "['http:', '', location.ancestorOrigins[0].split('/')[2], 'media'")} document.getElementById('cover').addEventListener('click', () => show(document.getElementById('box')));</script>`)}"></iframe>`)}"></iframe>`,
      '',
    ),
    expect: film,
  },
  {
    name: 'a start button in a declared shadow root in a frame',
    html: page(
      `<iframe width="700" height="420" srcdoc="${framed(`<x-film><template shadowrootmode="open"><div id="box" style="width: 640px; height: 360px"><button class="big-play">Go</button></div></template></x-film><script>${show} const root = document.querySelector('x-film').shadowRoot; root.querySelector('button').onclick = () => show(root.getElementById('box'));</script>`)}"></iframe>`,
      '',
    ),
    expect: film,
  },
  {
    name: 'an idle clip behind a start button, begun again by a script',
    html: page(
      '<div id="box" style="position: relative; width: 640px; height: 360px"><video muted autoplay playsinline src="/media/loop.mp4" style="width: 640px; height: 360px"></video><button class="start-play" style="position: absolute; left: 270px; top: 150px; width: 100px; height: 60px">Start</button></div>',
      `${show} const idle = document.querySelector('video'); idle.onended = () => idle.play(); document.querySelector('button').onclick = () => show(document.getElementById('box'));`,
    ),
    expect: film,
    never: '/media/loop.mp4',
  },
  {
    name: 'an idle clip behind a start button, taken back to its beginning',
    html: page(
      '<div id="box" style="position: relative; width: 640px; height: 360px"><video muted autoplay playsinline src="/media/loop.mp4" style="width: 640px; height: 360px"></video><button class="start-play" style="position: absolute; left: 270px; top: 150px; width: 100px; height: 60px">Start</button></div>',
      `${show} const idle = document.querySelector('video'); idle.onended = () => { idle.currentTime = 0; }; document.querySelector('button').onclick = () => show(document.getElementById('box'));`,
    ),
    expect: film,
    never: '/media/loop.mp4',
  },
  {
    name: 'an episode that the hash names, while another one begins',
    suffix: '#episode-2',
    html: page(
      '<video id="film" muted controls style="width: 640px"></video><ul><li data-episode="1" class="current">The lock</li><li data-episode="2">The pilot</li><li data-episode="3">The pier</li></ul>',
      `const films = ['barge', 'pilot', 'barge']; const video = document.getElementById('film'); const play = (number) => { video.src = ['/media', [films[number - 1], 'mp4'].join('.')].join('/'); video.play(); };
      for (const entry of document.querySelectorAll('li')) entry.onclick = () => play(Number(entry.dataset.episode)); play(1);`,
    ),
    expect: film,
    never: '/media/barge.mp4',
  },
  {
    name: 'an episode that a parameter names, while another one begins',
    suffix: '?v=pilot-boat',
    html: page(
      '<video id="film" muted controls style="width: 640px"></video><nav><button data-id="lock">The lock</button><button data-id="pilot-boat">The boat</button></nav>',
      `const video = document.getElementById('film'); const play = (name) => { video.src = ['/media', [name, 'mp4'].join('.')].join('/'); video.play(); };
      for (const entry of document.querySelectorAll('button')) entry.onclick = () => play(entry.dataset.id === 'lock' ? 'barge' : 'pilot'); play('barge');`,
    ),
    expect: film,
    never: '/media/barge.mp4',
  },
  {
    name: "the page's own player, which waits, above another one that is loaded",
    html: page(
      '<div id="box" style="width: 640px; height: 360px"><button class="start">▶</button></div><section><h2>More films</h2><video controls src="/media/barge.mp4" style="width: 640px; height: 360px"></video></section>',
      `${show} document.querySelector('button').onclick = () => show(document.getElementById('box'));`,
    ),
    expect: film,
  },
  {
    name: 'a list of episodes, none of which is chosen, then a countdown',
    html: page(
      `<div><button>Episode 1: the pilot</button><button>Episode 2: the lock</button></div>${box}`,
      `${show} document.querySelector('button').addEventListener('click', () => { let left = 6; const box = document.getElementById('box'); const count = () => { if (left === 0) return show(box); box.innerHTML = '<p>The film begins in ' + left-- + ' s</p>'; setTimeout(count, 400); }; count(); });`,
    ),
    expect: film,
  },
  {
    name: 'a clip that plays while the manifest of the film is loaded already',
    html: page(
      '<script src="/hls.js"></script><video id="film" muted style="width: 640px; height: 360px; visibility: hidden"></video><video id="clip" muted style="width: 640px; height: 360px"></video>',
      `const stream = new Hls(); stream.loadSource(['/media/carriers', 'master.m3u8'].join('/')); stream.attachMedia(document.getElementById('film')); const clip = document.getElementById('clip'); clip.src = ['/media', 'loop.mp4'].join('/'); clip.play();`,
    ),
    expect: { url: '/media/carriers/master.m3u8', delivery: 'hls', role: 'main' },
    never: '/media/loop.mp4',
  },
];
