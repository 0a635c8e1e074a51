import { article, script, styles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'opened',
  about: 'lightgallery with its video plugin: the film is in JSON in data-video, opened in a gallery',
  files: { 'lg/mast.mp4': 'film.mp4' },
  film: { urls: ['{file}/lg/mast.mp4'], delivery: 'progressive' },
  html: ({ npm, file, picture }) =>
    article({
      title: 'Stepping the mast',
      head:
        styles(npm('lightgallery/css/lightgallery-bundle.min.css')) +
        script(npm('lightgallery/lightgallery.min.js')) +
        script(npm('lightgallery/plugins/video/lg-video.min.js')),
      main: `<div id="gallery"><a data-lg-size="640-360" data-poster="${picture('poster.jpg')}" data-sub-html="<h4>Stepping the mast</h4>"
data-video='{"source": [{"src":"${file('lg/mast.mp4')}", "type":"video/mp4"}], "attributes": {"preload": false, "controls": true}}'><img src="${picture('thumb-1.jpg')}" alt=""></a></div>
<script>lightGallery(document.getElementById('gallery'), { plugins: [lgVideo], autoplayFirstVideo: true });</script>`,
    }),
  user: (page) => page.click('#gallery a'),
});
