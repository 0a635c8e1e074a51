import { article, script, styles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'start',
  about: 'openplayerjs: begins by itself without sound, with subtitles',
  files: { 'ferry-night.mp4': 'film.mp4', 'ferry-night.vtt': 'captions.vtt' },
  film: { urls: ['{file}/ferry-night.mp4'], delivery: 'progressive' },
  html: ({ file, npm }) =>
    article({
      title: 'The ferry at night',
      head: styles(npm('openplayerjs/dist/openplayer.min.css')),
      main: `<video class="op-player__media" id="player" controls playsinline muted autoplay><source src="${file('ferry-night.mp4')}" type="video/mp4">
<track kind="subtitles" src="${file('ferry-night.vtt')}" srclang="en" label="English"></video>
${script(npm('openplayerjs/dist/openplayer.min.js'))}<script>new OpenPlayerJS('player').init();</script>`,
    }),
});
