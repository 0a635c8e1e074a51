import type { MediaPage } from './media-page.ts';

const document = (body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>The lock keeper</title><body>${body}</body></html>`;
const text = '<p>Two ferries cross the strait on the hour, and the lock keeper opens for both of them.</p>';
/** A document whose script makes its player; nothing in its source names a medium. */
const player = (path: string): string =>
  document(
    `<div id="stage"></div><script>const kind = ['vi', 'deo'].join(''); const film = document.createElement(kind); film.muted = true; film.controls = true; film.style.width = '600px'; film.src = '${path}'.split('|').join('/'); stage.append(film); film.play();</script>`,
  );
const film = (url: string): MediaPage['expect'] => ({ url, delivery: 'progressive', role: 'main' });

/** Pages that play a film, and whose source has no sign of one. */
export const signlessPages: readonly MediaPage[] = [
  {
    name: 'an empty root that a script fills',
    html: document('<div id="root"></div><script type="module" src="/files/app.js"></script>'),
    files: {
      '/files/app.js': `document.getElementById('root').innerHTML = '<h1>The lock keeper</h1><vi' + 'deo muted controls style="width: 640px" src="' + ['/media', 'pilot.mp4'].join('/') + '"></vi' + 'deo>';`,
    },
    expect: film('/media/pilot.mp4'),
  },
  {
    name: 'an article with a script that puts a film into it',
    html: document(
      `<h1>The lock keeper</h1><article>${text.repeat(8)}<div id="slot"></div></article><script src="/files/later.js"></script>`,
    ),
    files: {
      '/files/later.js': `setTimeout(() => { document.getElementById('slot').innerHTML = '<vi' + 'deo muted controls preload="metadata" style="width: 640px" src="' + ['/media', 'barge.mp4'].join('/') + '"></vi' + 'deo>'; }, 300);`,
    },
    expect: film('/media/barge.mp4'),
  },
  {
    name: 'a frame with an ordinary address',
    html: document(`<h1>The lock keeper</h1>${text}<iframe src="/files/one" width="640" height="360"></iframe>`),
    files: { '/files/one': player('|media|pilot.mp4') },
    expect: film('/media/pilot.mp4'),
  },
  {
    name: 'a frame in a frame',
    html: document(`<h1>The lock keeper</h1>${text}<iframe src="/files/outer" width="640" height="400"></iframe>`),
    files: {
      '/files/outer': document('<iframe src="/files/inner" width="620" height="360"></iframe>'),
      '/files/inner': player('|media|barge.mp4'),
    },
    expect: film('/media/barge.mp4'),
  },
  {
    name: 'a frame with an ordinary address far down that is loaded when it is seen',
    html: document(
      `<h1>The lock keeper</h1>${text.repeat(20)}<div style="height: 2400px"></div><iframe loading="lazy" src="/files/lazy" width="640" height="360"></iframe>`,
    ),
    files: { '/files/lazy': player('|media|pilot.mp4') },
    expect: film('/media/pilot.mp4'),
  },
  {
    name: 'an object that shows a document with a player',
    html: document(
      `<h1>The lock keeper</h1>${text}<object data="/files/object" type="text/html" width="640" height="360"></object>`,
    ),
    files: { '/files/object': player('|media|barge.mp4') },
    expect: film('/media/barge.mp4'),
  },
  {
    name: 'an embed that shows a document with a player',
    html: document(`<h1>The lock keeper</h1>${text}<embed src="/files/embed" width="640" height="360">`),
    files: { '/files/embed': player('|media|pilot.mp4') },
    expect: film('/media/pilot.mp4'),
  },
  {
    name: 'a shadow root in a frame',
    html: document(`<h1>The lock keeper</h1>${text}<iframe src="/files/shadow" width="640" height="360"></iframe>`),
    files: {
      '/files/shadow': document(
        `<film-box></film-box><script>customElements.define('film-box', class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: 'closed' }); root.innerHTML = '<div class="player" style="width: 600px; height: 340px; background: #223"></div>'; root.firstChild.onclick = ({ target }) => { const film = document.createElement(['vi', 'deo'].join('')); film.src = ['/media', 'barge.mp4'].join('/'); target.append(film); film.muted = true; film.play(); }; } });</script>`,
      ),
    },
    expect: film('/media/barge.mp4'),
  },
];
