import { article, bundled, bundledStyles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'start',
  about: 'vlitejs: a video element with captions, plays at a click on the poster',
  files: { '2024/last-pilot.mp4': 'film.mp4', '2024/last-pilot.en.vtt': 'captions.vtt' },
  film: { urls: ['{file}/2024/last-pilot.mp4'], delivery: 'progressive' },
  html: ({ file }) =>
    article({
      title: 'The last pilot',
      head: bundledStyles,
      main: `<video id="film" preload="none" crossorigin="anonymous" src="${file('2024/last-pilot.mp4')}">
<track kind="captions" label="English" srclang="en" src="${file('2024/last-pilot.en.vtt')}" default></video>${bundled}`,
    }),
  script: ({ picture }) => `
import 'vlitejs/vlite.css';
import 'vlitejs/plugins/subtitle.css';
import Vlitejs from 'vlitejs';
import VlitejsSubtitle from 'vlitejs/plugins/subtitle.js';
Vlitejs.registerPlugin('subtitle', VlitejsSubtitle);
new Vlitejs('#film', { options: { poster: '${picture('poster.jpg')}' }, plugins: ['subtitle'] });`,
  user: (page) => page.click('.v-bigPlay'),
});
