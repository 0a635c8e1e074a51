import { bundled, bundledStyles, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'adaptive',
  about: 'xgplayer-hls: the HLS plugin of xgplayer, plays at a click',
  files: { 'xh/': 'hls/' },
  film: { urls: ['{file}/xh/master.m3u8'], delivery: 'hls' },
  html: (place) =>
    watch({ title: 'Bridge of boats', head: bundledStyles, main: `<div id="mse"></div>${bundled}` }, place),
  script: ({ file, picture }) => `
import Player from 'xgplayer';
import HlsPlugin from 'xgplayer-hls';
import 'xgplayer/dist/index.min.css';
new Player({ id: 'mse', url: '${file('xh/master.m3u8')}', poster: '${picture('poster.jpg')}', width: 800, height: 450, autoplay: false, plugins: [HlsPlugin] });`,
  user: (page) => page.click('.xgplayer-start'),
});
