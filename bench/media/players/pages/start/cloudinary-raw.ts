import { article, script, styles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'start',
  about: 'cloudinary-video-player: the source is a plain address, set by a script',
  files: { 'clips/gatehouse.mp4': 'film.mp4' },
  film: { urls: ['{file}/clips/gatehouse.mp4'], delivery: 'progressive' },
  html: ({ npm, file }) =>
    article({
      title: 'The gatehouse',
      head: styles(npm('cloudinary-video-player/dist/cld-video-player.min.css')),
      main: `<video id="player" controls class="cld-video-player" width="800" height="450"></video>${script(npm('cloudinary-video-player/dist/cld-video-player.min.js'))}
<script>const player = cloudinary.videoPlayer('player', { cloudName: 'estuary' }); player.source('${file('clips/gatehouse.mp4')}');</script>`,
    }),
  user: (page) => page.click('.vjs-big-play-button'),
});
