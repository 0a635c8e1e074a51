import { bundled, bundledStyles, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'adaptive',
  about: 'vidstack: the media-player element with its default layout, HLS through a bundled hls.js, plays at a click',
  files: { 'stream/510/': 'hls/' },
  film: { urls: ['{file}/stream/510/master.m3u8'], delivery: 'hls' },
  html: (place) =>
    watch(
      {
        title: 'The storm surge',
        head: bundledStyles,
        main: `<media-player title="The storm surge" src="${place.file('stream/510/master.m3u8')}" load="play" crossorigin playsinline style="display:block;width:800px;aspect-ratio:16/9">
<media-provider><media-poster class="vds-poster" src="${place.picture('poster.jpg')}" alt=""></media-poster></media-provider>
<media-video-layout></media-video-layout></media-player>${bundled}`,
      },
      place,
    ),
  script: () => `
import 'vidstack/player/styles/base.css';
import 'vidstack/player/styles/default/theme.css';
import 'vidstack/player/styles/default/layouts/video.css';
import 'vidstack/player';
import 'vidstack/player/layouts/default';
import 'vidstack/player/ui';
document.querySelector('media-player').addEventListener('provider-change', ({ detail: provider }) => {
  if (provider?.type === 'hls') provider.library = () => import('hls.js');
});`,
  user: (page) => page.click('media-player', { position: { x: 400, y: 225 } }),
});
