import { script, styles, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'start',
  about: '@silvermine/videojs-quality-selector: two labelled sources, plays at a click',
  files: { 'cut/small.mp4': 'low.mp4', 'cut/large.mp4': 'film.mp4' },
  film: { urls: ['{file}/cut/large.mp4', '{file}/cut/small.mp4'], delivery: 'progressive' },
  html: (place) =>
    watch(
      {
        title: 'Spare parts',
        head:
          styles(place.npm('video.js/dist/video-js.min.css')) +
          styles(place.npm('@silvermine/videojs-quality-selector/dist/css/quality-selector.css')),
        main: `<video id="film" class="video-js vjs-default-skin" controls preload="none" width="800" height="450">
<source src="${place.file('cut/large.mp4')}" type="video/mp4" label="360P"><source src="${place.file('cut/small.mp4')}" type="video/mp4" label="180P" selected="true"></video>
${script(place.npm('video.js/dist/video.min.js'))}${script(place.npm('@silvermine/videojs-quality-selector/dist/js/silvermine-videojs-quality-selector.min.js'))}
<script>videojs('film', {}, function () { this.controlBar.addChild('QualitySelector'); });</script>`,
      },
      place,
    ),
  user: (page) => page.click('.vjs-big-play-button'),
});
