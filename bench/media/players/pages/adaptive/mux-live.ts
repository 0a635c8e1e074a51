import { article, bundled } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';
import { livePlaylist } from '../../site/live-playlist.ts';

export default filmPage({
  kind: 'adaptive',
  about: '@mux/mux-player: a live channel with an own address instead of a playback id, plays at a click',
  files: { 'mx/': 'hls/' },
  routes: {
    'mx/live.m3u8': (_, place) => ({ type: 'application/vnd.apple.mpegurl', body: livePlaylist(place.file('mx/')) }),
  },
  film: { urls: ['{cdn}/x/*/mx/live.m3u8'], delivery: 'hls', live: 'live' },
  html: ({ own, picture }) =>
    article({
      title: 'The channel, live',
      main: `<mux-player stream-type="live" src="${own('mx/live.m3u8', 'cdn')}" poster="${picture('poster.jpg')}" metadata-video-title="The channel, live" disable-tracking disable-cookies style="width:800px;height:450px"></mux-player>${bundled}`,
    }),
  script: () => `import '@mux/mux-player';`,
  // A live channel is drawn all the time: waiting until it stands still may take too long on a busy machine.
  user: (page) => page.click('mux-player', { position: { x: 400, y: 225 }, force: true }),
});
