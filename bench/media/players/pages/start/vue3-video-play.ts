import { bundled, bundledStyles, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'start',
  about: 'vue3-video-play: a Vue component with its options in the script',
  files: { 'u/88/pilot-boat.mp4': 'film.mp4' },
  film: { urls: ['{file}/u/88/pilot-boat.mp4'], delivery: 'progressive' },
  html: (place) =>
    watch({ title: 'The pilot boat', head: bundledStyles, main: `<div id="app"></div>${bundled}` }, place),
  script: ({ file, picture }) => `
import { createApp, h } from 'vue';
import 'vue3-video-play/dist/style.css';
import vue3videoPlay from 'vue3-video-play/dist/index.mjs';
const options = { width: '800px', height: '450px', title: 'The pilot boat', src: '${file('u/88/pilot-boat.mp4')}', poster: '${picture('poster.jpg')}', muted: false, autoPlay: false };
createApp({ render: () => h(vue3videoPlay, options) }).mount('#app');`,
  user: (page) => page.click('.d-player-wrap', { position: { x: 400, y: 200 } }),
});
