import type { MediaPage } from './media-page.ts';

const page = (body: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Films of the harbour</title><h1>Films of the harbour</h1>${body}`;
const thumb = (id: number): string =>
  `<a href="/p/${id}"><div class="thumb" style="width: 160px; height: 90px"></div>The night ferry, part ${id}</a>`;

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
    name: 'a film for members',
    html: `<meta property="og:type" content="video.movie">${page('<div><h3>Log in to watch</h3><form><input name="user"><input type="password" name="pw"><button>Log in</button></form></div>')}`,
    expect: null,
    reason: 'login-required',
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
