import type { MediaPage } from './media-page.ts';

const page = (film: string, beside: string): string =>
  `<!doctype html><meta charset="utf-8"><title>The signal box</title><main><h1>The signal box</h1>${film}<p>Two levers, one bell, and the last train at eleven.</p></main>${beside}`;
/** A box whose film is there after two clicks. */
const twoClicks = `<div class="box" style="width: 640px; height: 360px; background: #223"><button>Show the video</button></div><script>{ const box = document.querySelector('.box'); box.firstChild.onclick = () => { box.innerHTML = '<button class="play-btn">Play</button>'; box.firstChild.onclick = () => { const film = document.createElement('video'); film.src = ['/media', 'pilot.mp4'].join('/'); box.replaceChildren(film); film.play(); }; }; }</script>`;
const film = { url: '/media/pilot.mp4', delivery: 'progressive', role: 'main' } as const;
const other = '<video controls preload="none" width="640" height="360" src="/media/barge.mp4"></video>';

/** Pages on which another medium is easier to get than the page's own: where it is gives it away. */
export const placedPages: readonly MediaPage[] = [
  {
    name: 'another film after the page, two clicks',
    html: page(twoClicks, `<section><h2>Das könnte Ihnen gefallen</h2>${other}</section>`),
    expect: film,
    never: '/media/barge.mp4',
  },
  {
    name: 'a trailer under its heading, two clicks',
    html: page(`${twoClicks}<section><h3>Official trailer</h3>${other}</section>`, ''),
    expect: film,
    never: '/media/barge.mp4',
  },
  {
    name: 'a clip in the sidebar, two clicks',
    html: page(
      twoClicks,
      '<div class="sidebar"><video autoplay muted playsinline width="320" src="/media/barge.mp4"></video></div>',
    ),
    expect: film,
    never: '/media/barge.mp4',
  },
  {
    name: 'a film above the headline, as wide as the page',
    html: `<!doctype html><title>The signal box</title><div class="wide">${other}</div><main><h1>The signal box</h1><section><h2>Cast</h2></section></main>`,
    expect: { ...film, url: '/media/barge.mp4' },
  },
  {
    name: 'the second of two declared films',
    html: page(
      `<script type="application/ld+json">[{"@type": "VideoObject", "name": "One", "contentUrl": "/media/barge.mp4"}, {"@type": "VideoObject", "name": "Two", "contentUrl": "/media/pilot.mp4"}]</script><div class="box" style="width: 640px; height: 360px; background: #223"></div><script>document.querySelector('.box').innerHTML = ['<vid', 'eo muted autoplay controls src="/media/pi', 'lot.mp4"></vid', 'eo>'].join('');</script>`,
      '',
    ),
    expect: film,
    never: '/media/barge.mp4',
  },
  {
    name: 'the only film, in the footer',
    html: page('', `<footer>${other}</footer>`),
    expect: { ...film, url: '/media/barge.mp4' },
  },
];
