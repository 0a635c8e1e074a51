import { article, script } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'adaptive',
  about: '@clappr/player: HLS, begins at a click on the poster',
  files: { 'hls/8812/': 'hls/' },
  film: { urls: ['{file}/hls/8812/master.m3u8'], delivery: 'hls' },
  html: ({ npm, file, picture }) =>
    article({
      title: 'The dredger',
      head: script(npm('@clappr/player/dist/clappr.min.js')),
      main: `<div id="player"></div><script>
new Clappr.Player({ source: '${file('hls/8812/master.m3u8')}', poster: '${picture('poster.jpg')}', parentId: '#player', width: 800, height: 450, playback: { preload: 'none' } });
</script>`,
    }),
  user: (page) => page.click('#player .player-poster'),
});
