import { article, script } from '../../layouts.ts';
import { emptyPage } from '../../player-page.ts';

export default emptyPage({
  kind: 'empty',
  about:
    'an article under a silent loop that fills its head; cloudinary-video-player is loaded on every page of the site',
  files: { 'dl/': '' },
  reasons: ['not-video-page'],
  shows: 'article h1',
  html: ({ npm, file }) =>
    article({
      title: 'What the flood left behind',
      head: script(npm('cloudinary-video-player/dist/cld-video-player.min.js')),
      main: `<div class="hero" aria-hidden="true" style="position:relative;height:380px;overflow:hidden"><video autoplay muted loop playsinline style="position:absolute;inset:0;width:100%;height:100%;object-fit:cover" src="${file('dl/loop.mp4')}"></video></div><p>The mud had covered the lower shelves of the archive. What was written in ink could be saved; what was printed could not.</p>`,
    }),
});
