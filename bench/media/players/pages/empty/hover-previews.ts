import { bundled, site } from '../../layouts.ts';
import { emptyPage } from '../../player-page.ts';

export default emptyPage({
  kind: 'empty',
  about:
    'a list of films whose cards show a short loop while the pointer is on them (lite-youtube-embed is loaded for the pages of films)',
  files: { 'hp/': '' },
  reasons: ['not-play-page', 'not-video-page'],
  shows: '.card img',
  html: ({ file, picture }) =>
    site({
      title: 'All films',
      main: `<h1>All films</h1><div class="related">${[1, 2, 3, 4, 5, 6].map((at) => `<a class="card" href="/films/${at + 300}"><img src="${picture(`thumb-${at}.jpg`)}" data-preview="${file('hp/teaser.mp4')}?${at}" alt=""><span>Film ${at} · ${at + 3} min</span></a>`).join('')}</div>${bundled}`,
    }),
  script: () => `
import 'lite-youtube-embed';
for (const card of document.querySelectorAll('.card')) {
  const picture = card.querySelector('img');
  card.onmouseenter = () => {
    const loop = Object.assign(document.createElement('video'), { src: picture.dataset.preview, muted: true, loop: true, autoplay: true, width: 240 });
    picture.hidden = true;
    card.prepend(loop);
    card.onmouseleave = () => { loop.remove(); picture.hidden = false; };
  };
}`,
});
