import type { MediaPage } from './media-page.ts';

const page = (body: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Films of the harbour</title><h1>Films of the harbour</h1>${body}`;
const thumb = (id: number): string =>
  `<a href="/p/${id}"><div class="thumb" style="width: 160px; height: 90px"></div>The night ferry, part ${id}</a>`;

const card = (id: number): string =>
  `<li><a href="/clips/${id}"><img src="/stills/${id}.jpg" width="160" height="90" alt=""><span class="time">${id}:07</span></a><a href="/clips/${id}">The night ferry, part ${id}</a></li>`;
const story = '<p>The council votes on the bridge in autumn, and the ferries run on until the spring.</p>'.repeat(20);
const teaser = (id: number): string => `<li><a href="/story-${id}"><img src="/p/${id}.jpg" alt="">Story ${id}</a></li>`;

/** Pages without a film, and why. */
export const emptyPages: readonly MediaPage[] = [
  {
    name: 'an article',
    html: page(
      `<article>${'<p>The council votes on the bridge in autumn, and the ferries run on.</p>'.repeat(8)}</article>`,
    ),
    expect: null,
    reason: 'not-video-page',
  },
  {
    name: 'a list of films with hover previews',
    html: `${page(Array.from({ length: 12 }, (_, at) => thumb(at)).join(''))}<script>for (const one of document.querySelectorAll('.thumb')) one.onmouseenter = () => { one.innerHTML = '<video autoplay muted loop src="/media/preview.mp4"></video>'; };</script>`,
    expect: null,
    reason: 'not-play-page',
  },
  {
    name: 'the page of a film that plays elsewhere',
    html: `<meta property="og:type" content="video.movie">${page('<p>Drama, 1962, 94 minutes.</p><a class="btn" href="/play/62">Watch now</a>')}`,
    expect: null,
    reason: 'not-play-page',
  },
  {
    name: 'the page of a film that plays elsewhere, without metadata',
    html: page(
      '<img class="poster" src="/stills/62.jpg" alt="" width="300" height="450"><p>Drama, 1962, 94 minutes.</p><a class="btn primary" href="/p/62?player=1"><i class="icon"></i> <span>Play now</span></a>',
    ),
    expect: null,
    reason: 'not-play-page',
    playLinks: ['/p/62?player=1'],
  },
  {
    name: 'a list of films by their stills and running times',
    html: page(`<ul class="grid">${[4, 5, 6, 7].map(card).join('')}</ul>`).replaceAll(
      'Films of the harbour',
      'Archive',
    ),
    expect: null,
    reason: 'not-play-page',
    playLinks: ['/clips/4', '/clips/5', '/clips/6', '/clips/7'],
  },
  {
    name: 'an article with teasers of films and a newsletter',
    html: page(
      `<article>${story}</article><p>Subscribe to our newsletter.</p><aside class="related"><ul>${[4, 5, 6, 7].map(card).join('')}</ul></aside><footer><a href="/live">Watch live</a></footer>`,
    ).replaceAll('Films of the harbour', 'The bridge'),
    expect: null,
    reason: 'not-video-page',
  },
  {
    name: 'a list of articles with pictures',
    html: page(`<ul>${[1, 2, 3, 4, 5].map(teaser).join('')}</ul>`).replaceAll('Films of the harbour', 'News'),
    expect: null,
    reason: 'not-video-page',
  },
  {
    name: 'a film for members',
    html: `<meta property="og:type" content="video.movie">${page('<div><h3>Log in to watch</h3><form><input name="user"><input type="password" name="pw"><button>Log in</button></form></div>')}`,
    expect: null,
    reason: 'login-required',
  },
  {
    name: 'a film for members, whose form is in a shadow root',
    html: page(
      `<members-only></members-only><script>customElements.define('members-only', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = '<div class="stage" style="width: 640px; height: 360px"><h3>Log in to watch</h3><form><input name="user"><input type="password" name="pw"><button>Log in</button></form></div>'; } });</script>`,
    ),
    expect: null,
    reason: 'login-required',
  },
  {
    name: 'an article whose script brings links with clips',
    html: `${page('<div id="app"></div>')}<script>fetch('/files/route.json').then((answer) => answer.json()).then(({ html }) => { document.getElementById('app').innerHTML = html; });</script>`,
    files: {
      '/files/route.json': JSON.stringify({
        html: `${story}<ul>${[4, 5, 6].map((id) => `<li><a href="/clips/${id}"><span data-clip="/media/pilot.mp4?${id}">Part ${id}</span></a></li>`).join('')}</ul>`,
      }),
    },
    expect: null,
    reason: 'not-play-page',
  },
  {
    name: 'a player without a film',
    html: page('<video controls style="width: 640px"></video>'),
    expect: null,
    reason: 'no-media',
  },
  {
    name: 'a wall',
    html: '<!doctype html><title>Just a moment...</title><h1>Verify you are human</h1><div class="h-captcha"></div>',
    status: 403,
    expect: null,
    reason: 'bot-wall',
  },
];
