import { article, bundled } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'adaptive',
  about: 'hls-video-element in the controls of media-chrome, plays at a click on the button',
  files: { 'vod/tide/': 'hls/' },
  film: { urls: ['{file}/vod/tide/master.m3u8'], delivery: 'hls' },
  html: ({ file, picture }) =>
    article({
      title: 'Reading the tide',
      main: `<media-controller style="width:800px"><hls-video slot="media" src="${file('vod/tide/master.m3u8')}" poster="${picture('poster.jpg')}" crossorigin></hls-video>
<media-control-bar><media-play-button></media-play-button><media-time-range></media-time-range></media-control-bar></media-controller>${bundled}`,
    }),
  script: () => `import 'media-chrome';\nimport 'hls-video-element';`,
  user: (page) => page.click('media-play-button'),
});
