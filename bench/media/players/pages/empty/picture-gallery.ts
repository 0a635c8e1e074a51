import { article, script, styles } from '../../layouts.ts';
import { emptyPage } from '../../player-page.ts';

export default emptyPage({
  kind: 'empty',
  about: 'a gallery of pictures in glightbox',
  reasons: ['not-video-page', 'no-media'],
  shows: 'a.glightbox img',
  html: ({ npm, picture }) =>
    article({
      title: 'The yard in pictures',
      head: styles(npm('glightbox/dist/css/glightbox.min.css')) + script(npm('glightbox/dist/js/glightbox.min.js')),
      main: `<div class="related">${[1, 2, 3, 4].map((at) => `<a class="glightbox" href="${picture(`thumb-${at}.jpg`)}"><img src="${picture(`thumb-${at}.jpg`)}" alt="Picture ${at}"></a>`).join('')}</div><script>GLightbox();</script>`,
    }),
  user: (page) => page.click('a.glightbox >> nth=0'),
});
