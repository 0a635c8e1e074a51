import { article, script, styles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'audio',
  about: 'jplayer: the jQuery plugin with one recording',
  files: { 'jp/reading.mp3': 'talk.mp3' },
  film: { urls: ['{file}/jp/reading.mp3'], delivery: 'progressive' },
  html: ({ npm, file }) =>
    article({
      title: 'A reading',
      head: `${styles(npm('jplayer/dist/skin/pink.flag/css/jplayer.pink.flag.min.css'))}${script(npm('jquery/dist/jquery.min.js'))}${script(npm('jplayer/dist/jplayer/jquery.jplayer.min.js'))}`,
      main: `<div id="jquery_jplayer_1" class="jp-jplayer"></div><div id="jp_container_1" class="jp-audio" role="application" aria-label="media player"><div class="jp-type-single"><div class="jp-gui jp-interface"><div class="jp-controls"><button class="jp-play" tabindex="0">play</button></div></div></div></div><script>
$(function () {
  $('#jquery_jplayer_1').jPlayer({ ready: function () { $(this).jPlayer('setMedia', { title: 'A reading', mp3: '${file('jp/reading.mp3')}' }); }, supplied: 'mp3', preload: 'none' });
});</script>`,
    }),
  user: (page) => page.click('.jp-play'),
});
