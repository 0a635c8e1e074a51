import { article, bundled, bundledStyles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'audio',
  about: 'shikwasa: a podcast episode, the player is mounted by a bundle',
  files: { 'sk/s2e4': 'talk.mp3' },
  film: { urls: ['{file}/sk/s2e4'], delivery: 'progressive' },
  html: () =>
    article({ title: 'Season 2, episode 4: ice', head: bundledStyles, main: `<div class="episode"></div>${bundled}` }),
  script: ({ file, picture }) => `
import 'shikwasa/dist/style.css';
import { Player } from 'shikwasa';
new Player({ container: () => document.querySelector('.episode'), preload: 'none', audio: { title: 'Ice', artist: 'The desk', cover: '${picture('thumb-4.jpg')}', src: '${file('sk/s2e4')}' } });`,
  user: (page) => page.click('.shk-btn_toggle'),
});
