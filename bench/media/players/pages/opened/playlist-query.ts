import { script, styles, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'opened',
  about: 'videojs-playlist: the address names the third film of the list',
  addressEnd: '?film=3',
  files: { 'pl/1.mp4': 'second.mp4', 'pl/2.mp4': 'low.mp4', 'pl/3.mp4': 'film.mp4' },
  film: { urls: ['{file}/pl/3.mp4'], delivery: 'progressive' },
  html: (place) =>
    watch(
      {
        title: 'Three short films',
        head: styles(place.npm('video.js/dist/video-js.min.css')),
        main: `<video id="video" class="video-js" controls preload="none" width="800" height="450"></video><ol><li><a href="?film=1">Sail</a></li><li><a href="?film=2">Steam</a></li><li><a href="?film=3">Diesel</a></li></ol>
${script(place.npm('video.js/dist/video.min.js'))}${script(place.npm('videojs-playlist/dist/videojs-playlist.min.js'))}<script>
const player = videojs('video');
player.playlist([1, 2, 3].map((number) => ({ sources: [{ src: '${place.file('pl/')}' + number + '.mp4', type: 'video/mp4' }], poster: '${place.picture('poster.jpg')}' })), Number(new URLSearchParams(location.search).get('film') || 1) - 1);
</script>`,
      },
      place,
    ),
  user: (page) => page.click('.vjs-big-play-button'),
});
