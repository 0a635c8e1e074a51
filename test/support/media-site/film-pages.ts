import type { MediaPage } from './media-page.ts';

const page = (body: string, script = ''): string =>
  `<!doctype html><meta charset="utf-8"><title>Films of the harbour</title><h1>Films of the harbour</h1>${body}<p>Two ferries cross the strait on the hour.</p>${script === '' ? '' : `<script>${script}</script>`}`;
const box = '<div class="box" style="width: 640px; height: 360px; background: #223"></div>';
const hls = '<script src="/hls.js"></script>';
/** Puts a film in the box when it is called. */
const show = (url: string): string =>
  `const film = document.createElement('video'); film.src = ${url}; document.querySelector('.box').replaceChildren(film); film.play();`;

/** Pages on which a film can be had. */
export const filmPages: readonly MediaPage[] = [
  {
    name: 'a playlist behind a redirect to another origin',
    html: page(
      `${hls}<video muted controls style="width: 640px"></video>`,
      "const stream = new Hls(); stream.loadSource(['/hop/carriers', 'master.m3u8'].join('/')); stream.attachMedia(document.querySelector('video'));",
    ),
    expect: { url: '/hop/carriers/master.m3u8', delivery: 'hls', role: 'main', rendition: '/cdn/carriers/v0.m3u8' },
    never: '/cdn/',
  },
  {
    name: 'a file behind a redirect to another origin',
    html: page(box, show("['/hop', 'pilot.mp4'].join('/')")),
    expect: { url: '/hop/pilot.mp4', delivery: 'progressive', role: 'main' },
    never: '/cdn/',
  },
  {
    name: 'an address behind a click and an API, written backwards',
    html: page(
      '<div class="box"><button class="play-btn" aria-label="Play video">Play</button></div>',
      `document.querySelector('button').onclick = async () => { const { d } = await (await fetch('/api/backwards')).json(); ${show("atob(d.split('').reverse().join(''))")} };`,
    ),
    expect: { url: '/media/pilot.mp4', delivery: 'progressive', role: 'main' },
  },
  {
    name: 'a player in a closed shadow root',
    html: page(
      '<x-player class="box" style="display: block; width: 640px; height: 360px"></x-player>',
      `customElements.define('x-player', class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: 'closed' }); root.innerHTML = '<button class="play" style="margin: 100px">Play</button>'; root.querySelector('button').onclick = () => { const film = document.createElement('video'); film.src = ['/media', 'barge.mp4'].join('/'); root.replaceChildren(film); film.play(); }; } });`,
    ),
    expect: { url: '/media/barge.mp4', delivery: 'progressive', role: 'main' },
  },
  {
    name: 'a first click that opens an advertisement in a window',
    html: page(
      '<div class="box"><button class="play-btn">Play</button></div>',
      `let clicks = 0; document.querySelector('button').onclick = () => { if (clicks++ === 0) { open('/popup'); return; } ${show("['/media', 'pilot.mp4'].join('/')")} };`,
    ),
    expect: { url: '/media/pilot.mp4', delivery: 'progressive', role: 'main' },
  },
  {
    name: 'an advertisement (VAST) before the film, in the same element, that has to be skipped',
    html: page(
      `${hls}<div class="box"><video id="film" muted style="width: 640px"></video><button class="play-btn">Play</button><button id="skip" hidden>Skip ad</button></div>`,
      `const film = document.getElementById('film'); const skip = document.getElementById('skip');
      document.querySelector('.play-btn').onclick = async ({ target }) => { target.remove(); const text = await (await fetch('/api/vast.xml')).text(); film.src = new DOMParser().parseFromString(text, 'text/xml').querySelector('MediaFile').textContent.trim(); film.loop = true; film.controls = true; film.play(); skip.hidden = false; };
      skip.onclick = () => { skip.remove(); film.removeAttribute('src'); const stream = new Hls(); stream.loadSource(['/media/carriers', 'master.m3u8'].join('/')); stream.attachMedia(film); film.play(); };`,
    ),
    expect: { url: '/media/carriers/master.m3u8', delivery: 'hls', role: 'main' },
    never: '/media/barge.mp4',
  },
  {
    name: 'bytes for MediaSource that have no address',
    html: page(
      '<video muted controls style="width: 640px"></video>',
      `const video = document.querySelector('video'); const source = new MediaSource(); video.src = URL.createObjectURL(source);
      source.onsourceopen = async () => { const buffer = source.addSourceBuffer('video/mp4; codecs="avc1.4d400d"'); for (const part of ['a', 'b', 'c', 'd']) { const bytes = await (await fetch('/api/part/' + part)).arrayBuffer(); buffer.appendBuffer(bytes); await new Promise((done) => { buffer.onupdateend = done; }); } video.play(); };`,
    ),
    expect: { url: 'mse:', delivery: 'mse-capture', role: 'main' },
  },
  {
    name: 'a film that a service worker fetches',
    html: page(
      box,
      `navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(async () => { if (!navigator.serviceWorker.controller) await new Promise((done) => { navigator.serviceWorker.oncontrollerchange = done; }); ${show("'/only-in-the-worker/film'")} });`,
    ),
    expect: { url: '/media/pilot.mp4', delivery: 'progressive', role: 'main' },
  },
  {
    name: 'a film that a shared worker fetches',
    html: page(
      '<video muted controls style="width: 640px"></video>',
      `const video = document.querySelector('video'); const source = new MediaSource(); video.src = URL.createObjectURL(source); let bytes = 0;
      source.onsourceopen = () => { const buffer = source.addSourceBuffer('video/mp4; codecs="avc1.4d400d"'); const queue = []; const next = () => { if (queue.length > 0 && !buffer.updating) buffer.appendBuffer(queue.shift()); }; buffer.onupdateend = next; const worker = new SharedWorker('/shared.js'); worker.port.onmessage = ({ data }) => { queue.push(data); next(); }; worker.port.postMessage('go'); video.play(); };`,
    ),
    expect: { url: '/media/blade/manifest.mpd', delivery: 'dash', role: 'main' },
  },
  {
    name: 'a film that a worker feeds to MediaSource itself',
    html: page(
      '<video muted controls style="width: 640px"></video>',
      `const worker = new Worker('/feeder.js'); worker.onmessage = ({ data }) => { const video = document.querySelector('video'); video.srcObject = data.handle; video.play(); };`,
    ),
    expect: { url: 'mse:', delivery: 'mse-capture', role: 'main' },
  },
  {
    name: 'a manifest in a data: address',
    html: page(
      `${hls}<video muted controls style="width: 640px"></video>`,
      `fetch('/api/playlist.txt').then((answer) => answer.text()).then((text) => { const stream = new Hls(); stream.loadSource('data:application/vnd.apple.mpegurl;base64,' + btoa(text.split('').reverse().join(''))); stream.attachMedia(document.querySelector('video')); });`,
    ),
    expect: { url: 'data:', delivery: 'hls', role: 'main', hasInlineManifest: true },
  },
  {
    name: 'a manifest that is the answer to a POST',
    html: page(
      `${hls}<video muted controls style="width: 640px"></video>`,
      `const stream = new Hls({ xhrSetup: (xhr, url) => { if (url.includes('/api/posted')) xhr.open('POST', url, true); } }); stream.loadSource('/api/posted'); stream.attachMedia(document.querySelector('video'));`,
    ),
    expect: { url: '/api/posted', delivery: 'hls', role: 'main', method: 'POST' },
  },
  {
    name: 'picture and sound in two files, read in pieces',
    html: page(
      '<video muted controls style="width: 640px"></video>',
      `const video = document.querySelector('video'); const source = new MediaSource(); video.src = URL.createObjectURL(source);
      const piece = async (url, from, to) => (await fetch(url, { headers: { range: 'bytes=' + from + '-' + to } })).arrayBuffer();
      const feed = async (url, type) => { const buffer = source.addSourceBuffer(type); for (let at = 0; at < 24000; at += 8000) { buffer.appendBuffer(await piece(url, at, at + 7999)); await new Promise((done) => { buffer.onupdateend = done; }); } };
      source.onsourceopen = () => { feed('/split/picture-30080.m4s', 'video/mp4; codecs="avc1.4d400d"'); feed('/split/sound-30280.m4s', 'audio/mp4; codecs="mp4a.40.2"'); video.play(); };`,
    ),
    expect: {
      url: '/split/picture-30080.m4s',
      delivery: 'progressive',
      role: 'main',
      companion: '/split/sound-30280.m4s',
    },
  },
  {
    name: 'a film over a WebSocket',
    html: page(
      '<video muted controls style="width: 640px"></video>',
      `const video = document.querySelector('video'); const source = new MediaSource(); video.src = URL.createObjectURL(source);
      source.onsourceopen = () => { const buffer = source.addSourceBuffer('video/mp4; codecs="avc1.4d400d"'); const queue = []; const next = () => { if (queue.length > 0 && !buffer.updating) buffer.appendBuffer(queue.shift()); }; buffer.onupdateend = next; const socket = new WebSocket('ws://' + location.host + '/socket'); socket.binaryType = 'arraybuffer'; socket.onmessage = ({ data }) => { queue.push(data); next(); }; video.play(); };`,
    ),
    expect: { url: 'ws:', delivery: 'websocket', role: 'main' },
  },
  {
    name: 'a stream that is drawn',
    html: page(
      '<video muted controls style="width: 640px"></video><canvas hidden></canvas>',
      `const canvas = document.querySelector('canvas'); const pen = canvas.getContext('2d'); setInterval(() => pen.fillRect(Math.random() * 300, Math.random() * 150, 9, 9), 40); const video = document.querySelector('video'); video.srcObject = canvas.captureStream(20); video.play();`,
    ),
    expect: { url: 'mediastream:', delivery: 'mediastream', role: 'main' },
  },
  {
    name: 'pieces that begin with a picture',
    html: page(
      '<video muted controls style="width: 640px"></video>',
      `fetch('/false/index').then((answer) => answer.text()).then((text) => fetch(text.split('\\n').find((line) => line !== '' && !line.startsWith('#'))));`,
    ),
    expect: { url: '/false/index', delivery: 'hls', role: 'main', protection: 'obfuscated-segments' },
  },
  {
    name: 'a player in a frame far down that is loaded when it is seen',
    html: page(
      '<div style="height: 3000px"></div><iframe loading="lazy" width="640" height="360" allowfullscreen src="/frame-player"></iframe>',
    ),
    expect: { url: '/media/carriers/master.m3u8', delivery: 'hls', role: 'main' },
  },
  {
    name: 'a frame without an address',
    html: page(
      `<iframe width="640" height="360" srcdoc="<body><script>const v = document.createElement('video'); v.controls = true; v.src = ['/media', 'barge.mp4'].join('/'); document.body.append(v);</script>"></iframe>`,
    ),
    expect: { url: '/media/barge.mp4', delivery: 'progressive', role: 'main' },
  },
  {
    name: 'words that play',
    html: page(
      `${box}<p><span id="go">Watch now</span></p>`,
      `document.getElementById('go').onclick = () => { ${show("['/media', 'pilot.mp4'].join('/')")} };`,
    ),
    expect: { url: '/media/pilot.mp4', delivery: 'progressive', role: 'main' },
  },
  {
    name: 'a button that leads away, over the player that plays',
    html: page(
      '<button class="play-button" onclick="location.href = \'/elsewhere\'">Play</button><div class="player" style="width: 640px; height: 360px; background: #223"></div>',
      `document.querySelector('.player').onclick = ({ target }) => { const film = document.createElement('video'); film.src = ['/media', 'pilot.mp4'].join('/'); target.replaceChildren(film); film.play(); };`,
    ),
    expect: { url: '/media/pilot.mp4', delivery: 'progressive', role: 'main' },
  },
  {
    name: 'a signed address that wants cookie and referer',
    html: page(
      '<video controls muted preload="none" style="width: 640px"></video>',
      `document.cookie = 'session=1; path=/'; const video = document.querySelector('video'); video.onplay = async () => { if (video.src) return; video.src = (await (await fetch('/api/sign')).json()).u; video.play(); };`,
    ),
    expect: {
      url: '/signed/film.mp4?e=',
      delivery: 'progressive',
      role: 'main',
      needs: ['referer', 'cookie'],
      expires: true,
    },
  },
  {
    name: 'a podcast',
    html: page(
      '<article><h2>Episode 12: the lock keeper</h2><audio controls preload="none" src="/media/pilot.mp4?sound"></audio></article>',
    ),
    expect: { url: '/media/pilot.mp4?sound', delivery: 'progressive', role: 'main' },
  },
  {
    name: 'a film on another site',
    html: page(
      '<iframe width="560" height="315" src="https://www.youtube.com/embed/abcdefghijk" allowfullscreen></iframe>',
    ),
    expect: { url: 'https://www.youtube.com/embed/abcdefghijk', delivery: 'embed', role: 'main' },
  },
  {
    name: 'a film with subtitles among silent loops',
    html: page(
      `<video controls preload="none" poster="/p.jpg" style="width: 640px" src="/media/pilot.mp4"><track kind="subtitles" srclang="en" label="English" src="/pilot.vtt"></video>
      <a href="/next"><video muted autoplay loop src="/media/preview.mp4" style="width: 160px"></video></a><video muted autoplay loop src="/media/loop.mp4" style="width: 900px"></video>`,
    ),
    expect: { url: '/media/pilot.mp4', delivery: 'progressive', role: 'main', companion: '/pilot.vtt' },
    never: '/media/loop.mp4',
  },
];
