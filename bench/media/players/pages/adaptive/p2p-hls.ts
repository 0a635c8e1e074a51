import { article, bundled } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'adaptive',
  about: 'p2p-media-loader-hlsjs: hls.js whose segments come by the peer-to-peer engine, begins without sound',
  files: { 'p2p/main/': 'hls/' },
  film: { urls: ['{file}/p2p/main/master.m3u8'], delivery: 'hls' },
  html: () =>
    article({
      title: 'The sandbank',
      main: `<script>var process = { env: {}, browser: true, nextTick: (next, ...values) => queueMicrotask(() => next(...values)) };</script><video id="video" controls muted playsinline width="800"></video>${bundled}`,
    }),
  script: ({ file }) => `
import Hls from 'hls.js';
import { HlsJsP2PEngine } from 'p2p-media-loader-hlsjs';
const HlsWithP2P = HlsJsP2PEngine.injectMixin(Hls);
const hls = new HlsWithP2P({ p2p: { core: { announceTrackers: [], swarmId: 'sandbank' } } });
const video = document.getElementById('video');
hls.attachMedia(video);
hls.on(Hls.Events.MANIFEST_PARSED, () => video.play());
hls.loadSource('${file('p2p/main/master.m3u8')}');`,
});
