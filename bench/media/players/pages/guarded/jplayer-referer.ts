import { article, script, styles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'guarded',
  about: 'jplayer: a jQuery plugin; the media host refuses requests without the page as the referrer',
  files: { 'rf/anchor.mp4': 'film.mp4' },
  allows: ({ headers }, place) => (headers.referer ?? '').startsWith(place.origins.page),
  film: { urls: ['{file}/rf/anchor.mp4'], delivery: 'progressive', headers: ['referer'] },
  html: ({ npm, file, picture }) =>
    article({
      title: 'The anchor',
      head: `${styles(npm('jplayer/dist/skin/blue.monday/css/jplayer.blue.monday.min.css'))}${script(npm('jquery/dist/jquery.min.js'))}${script(npm('jplayer/dist/jplayer/jquery.jplayer.min.js'))}`,
      main: `<div id="jp_container_1" class="jp-video" role="application"><div class="jp-type-single"><div id="jquery_jplayer_1" class="jp-jplayer"></div>
<div class="jp-gui"><div class="jp-interface"><div class="jp-controls"><button class="jp-play">play</button></div></div></div></div></div><script>
$(document).ready(function () {
  $('#jquery_jplayer_1').jPlayer({ ready: function () { $(this).jPlayer('setMedia', { title: 'The anchor', m4v: '${file('rf/anchor.mp4')}', poster: '${picture('poster.jpg')}' }); }, supplied: 'm4v', preload: 'none', size: { width: '640px', height: '360px' } });
});</script>`,
    }),
  user: (page) => page.click('.jp-play'),
});
