import { script, styles, watch } from '../../layouts.ts';
import { emptyPage } from '../../player-page.ts';

export default emptyPage({
  kind: 'empty',
  about:
    'videojs-contrib-eme: a source with licence addresses of two DRM systems, neither of which the licence server serves',
  files: { 'wv/': 'locked/' },
  routes: { licence: () => ({ status: 403, type: 'text/plain', body: 'no entitlement' }) },
  reasons: ['drm-only'],
  film: { urls: ['{file}/wv/film.mpd'], delivery: 'dash', protection: ['cenc', 'clearkey'] },
  shows: '.video-js',
  html: (place) =>
    watch(
      {
        title: 'Premiere',
        head: styles(place.npm('video.js/dist/video-js.min.css')),
        main: `<video id="film" class="video-js" controls width="800" height="450"></video>${script(place.npm('video.js/dist/video.min.js'))}${script(place.npm('videojs-contrib-eme/dist/videojs-contrib-eme.min.js'))}<script>
const player = videojs('film');
player.eme();
player.src({ src: '${place.file('wv/film.mpd')}', type: 'application/dash+xml', keySystems: { 'com.widevine.alpha': '${place.own('licence')}', 'org.w3.clearkey': '${place.own('licence')}' } });
</script>`,
      },
      place,
    ),
});
