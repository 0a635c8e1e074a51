import { article, script, styles } from '../../layouts.ts';
import { filmPage, json } from '../../player-page.ts';

export default filmPage({
  kind: 'opened',
  about: 'magnific-popup: a dialog whose film is loaded by JSON when it opens',
  files: { 'mp/bell.mp4': 'film.mp4' },
  routes: { 'film/31': (_, place) => json({ id: 31, title: 'The fog bell', src: place.file('mp/bell.mp4') }) },
  film: { urls: ['{file}/mp/bell.mp4'], delivery: 'progressive' },
  html: ({ npm, own, picture }) =>
    article({
      title: 'The fog bell',
      head:
        styles(npm('magnific-popup/dist/magnific-popup.css')) +
        script(npm('jquery/dist/jquery.min.js')) +
        script(npm('magnific-popup/dist/jquery.magnific-popup.min.js')),
      main: `<a id="open" href="#dialog"><img src="${picture('thumb-3.jpg')}" alt="Watch"></a>
<div id="dialog" class="mfp-hide" style="max-width:800px;margin:auto;background:#fff"><video controls width="800"></video></div>
<script>$('#open').magnificPopup({ type: 'inline', callbacks: { open: function () {
  var video = this.content.find('video').addBack('video')[0];
  $.getJSON('${own('film/31')}', function (film) { video.src = film.src; video.play(); });
} } });</script>`,
    }),
  user: (page) => page.click('#open'),
});
