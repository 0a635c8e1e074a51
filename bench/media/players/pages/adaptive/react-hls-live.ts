import { article, bundled } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';
import { livePlaylist } from '../../site/live-playlist.ts';

export default filmPage({
  kind: 'adaptive',
  about: 'react-hls-player: a live stream with native controls, begins without sound',
  files: { 'tower/': 'hls/' },
  routes: {
    'live/tower.m3u8': (_, place) => ({
      type: 'application/vnd.apple.mpegurl',
      body: livePlaylist(place.file('tower/')),
    }),
  },
  film: { urls: ['{cdn}/x/*/live/tower.m3u8'], delivery: 'hls', live: 'live' },
  html: () => article({ title: 'Tower camera', main: `<div id="app"></div>${bundled}` }),
  script: (place) => `
import { createRoot } from 'react-dom/client';
import { createRef } from 'react';
import ReactHlsPlayer from 'react-hls-player';
createRoot(document.getElementById('app')).render(
  <ReactHlsPlayer playerRef={createRef()} src="${place.own('live/tower.m3u8', 'cdn')}" autoPlay={true} muted={true} controls={true} width="100%" height="auto" />);`,
});
