import { article, script, styles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'opened',
  about: 'glightbox: a picture that is a link to the film, opened in a lightbox with its own player',
  files: { 'gl/rope.mp4': 'film.mp4' },
  film: { urls: ['{file}/gl/rope.mp4'], delivery: 'progressive' },
  html: ({ npm, file, picture }) =>
    article({
      title: 'Making rope',
      head: styles(npm('glightbox/dist/css/glightbox.min.css')) + script(npm('glightbox/dist/js/glightbox.min.js')),
      main: `<a href="${file('gl/rope.mp4')}" class="glightbox"><img src="${picture('poster.jpg')}" width="480" alt="Rope"></a>
<script>GLightbox({ autoplayVideos: true, plyr: { css: '${npm('plyr/dist/plyr.css')}', js: '${npm('plyr/dist/plyr.min.js')}' } });</script>`,
    }),
  user: (page) => page.click('a.glightbox'),
});
