import { article, bundled, styles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'opened',
  about: '@vime/core: the player is mounted when the visitor scrolls to it, and begins without sound',
  files: { 'sc/keel.mp4': 'film.mp4' },
  film: { urls: ['{file}/sc/keel.mp4'], delivery: 'progressive' },
  html: ({ npm }) =>
    article({
      title: 'Laying the keel',
      head:
        styles(npm('@vime/core/themes/default.css')) +
        `<script type="module" src="${npm('@vime/core/dist/vime/vime.esm.js')}"></script>`,
      main: `${'<p>The frames were drawn at full size on the floor of the loft, and every mould was cut by hand from the lines.</p>'.repeat(24)}<div id="place" style="min-height:450px"></div>${bundled}`,
    }),
  script: ({ file }) => `
new IntersectionObserver(([entry], observer) => {
  if (!entry.isIntersecting) return;
  observer.disconnect();
  document.getElementById('place').innerHTML = '<vm-player controls autoplay muted playsinline><vm-video cross-origin=""><source data-src="${file('sc/keel.mp4')}" type="video/mp4"></vm-video></vm-player>';
}).observe(document.getElementById('place'));`,
  user: (page) => page.locator('#place').scrollIntoViewIfNeeded(),
});
