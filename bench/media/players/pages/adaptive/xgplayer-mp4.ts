import { bundled, bundledStyles, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'adaptive',
  about: 'xgplayer-mp4: reads an MP4 in ranges and appends it to a MediaSource, begins without sound',
  files: { 'mp4/long-haul.mp4': 'film.mp4' },
  film: { urls: ['{file}/mp4/long-haul.mp4'], delivery: 'progressive' },
  html: (place) =>
    watch({ title: 'The long haul', head: bundledStyles, main: `<div id="mse"></div>${bundled}` }, place),
  script: ({ file }) => `
import Player from 'xgplayer';
import Mp4Plugin from 'xgplayer-mp4';
import 'xgplayer/dist/index.min.css';
new Player({ id: 'mse', url: '${file('mp4/long-haul.mp4')}', width: 800, height: 450, autoplay: true, autoplayMuted: true, plugins: [Mp4Plugin], mp4plugin: { maxBufferLength: 30, minBufferLength: 10 } });`,
});
