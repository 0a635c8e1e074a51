import { article, script } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'opened',
  about: 'afterglowplayer: a link that opens the hidden video element in a lightbox',
  files: { 'lb/quay.mp4': 'film.mp4' },
  film: { urls: ['{file}/lb/quay.mp4'], delivery: 'progressive' },
  html: ({ npm, file, picture }) =>
    article({
      title: 'A walk along the quay',
      head: script(npm('afterglowplayer/dist/afterglow.min.js')),
      main: `<a class="afterglow" href="#quay"><img src="${picture('poster.jpg')}" width="640" alt="Watch the film"></a>
<video id="quay" width="960" height="540" preload="none"><source type="video/mp4" src="${file('lb/quay.mp4')}"></video>`,
    }),
  user: async (page) => {
    await page.click('a.afterglow');
    await page.waitForTimeout(1_500);
    const button = page.locator('.vjs-big-play-button').first();
    if (await button.isVisible()) await button.click();
  },
});
