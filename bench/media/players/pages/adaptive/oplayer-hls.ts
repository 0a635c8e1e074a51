import { bundled, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'adaptive',
  about: '@oplayer/core with the ui and hls plugins, plays at a click',
  files: { 'o/master/': 'hls/' },
  film: { urls: ['{file}/o/master/master.m3u8'], delivery: 'hls' },
  html: (place) =>
    watch({ title: 'Night pilot', main: `<div id="player" style="width:800px"></div>${bundled}` }, place),
  script: ({ file, picture }) => `
import Player from '@oplayer/core';
import OUI from '@oplayer/ui';
import OHls from '@oplayer/hls';
Player.make('#player', { source: { title: 'Night pilot', src: '${file('o/master/master.m3u8')}', poster: '${picture('poster.jpg')}' } }).use([OUI(), OHls({ library: undefined })]).create();`,
  user: (page) => page.click('#player', { position: { x: 400, y: 200 } }),
});
