import { article, script, styles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'start',
  about: 'mediaelement: a video element with preload none, plays at a click on the big button',
  files: { 'crew/early-shift.mp4': 'film.mp4' },
  film: { urls: ['{file}/crew/early-shift.mp4'], delivery: 'progressive' },
  html: ({ file, npm, picture }) =>
    article({
      title: 'The early shift',
      head: styles(npm('mediaelement/build/mediaelementplayer.min.css')),
      main: `<video id="player1" width="800" height="450" preload="none" poster="${picture('poster.jpg')}">
<source src="${file('crew/early-shift.mp4')}" type="video/mp4"></video>${script(npm('mediaelement/build/mediaelement-and-player.min.js'))}
<script>new MediaElementPlayer('player1', { pluginPath: '/npm/mediaelement/build/' });</script>`,
    }),
  user: (page) => page.click('.mejs__overlay-button'),
});
