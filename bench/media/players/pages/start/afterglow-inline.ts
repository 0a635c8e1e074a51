import { article, script } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'start',
  about: 'afterglowplayer: a video element with a second quality in data-quality, in an article',
  files: { 'yard-winter.mp4': 'low.mp4', 'yard-winter-hd.mp4': 'film.mp4' },
  film: { urls: ['{file}/yard-winter.mp4', '{file}/yard-winter-hd.mp4'], delivery: 'progressive' },
  html: ({ file, npm, picture }) =>
    article({
      title: 'A yard in winter',
      head: script(npm('afterglowplayer/dist/afterglow.min.js')),
      main: `<video class="afterglow" id="yard" width="640" height="360" preload="none" poster="${picture('poster.jpg')}">
<source type="video/mp4" src="${file('yard-winter.mp4')}"><source type="video/mp4" src="${file('yard-winter-hd.mp4')}" data-quality="hd"></video>`,
    }),
  user: (page) => page.click('.vjs-big-play-button'),
});
