import { script, styles, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'adaptive',
  about: '@eyevinn/web-player: HLS by player.load, begins without sound',
  files: { 'channel/': 'hls/' },
  film: { urls: ['{file}/channel/master.m3u8'], delivery: 'hls' },
  html: (place) =>
    watch(
      {
        title: 'Inside the lock',
        head:
          styles(place.npm('@eyevinn/web-player/dist/webplayer.css')) +
          script(place.npm('@eyevinn/web-player/dist/webplayer.min.js')),
        main: `<div id="player-wrapper" class="stage"></div><script>
document.addEventListener('DOMContentLoaded', function () {
  const { player } = webplayer(document.querySelector('#player-wrapper'), {});
  player.mute();
  player.load('${place.file('channel/master.m3u8')}', true).then(function () { player.play(); });
});</script>`,
      },
      place,
    ),
});
