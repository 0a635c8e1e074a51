import { article, bare, script } from '../../layouts.ts';
import { filmPage, html } from '../../player-page.ts';

export default filmPage({
  kind: 'guarded',
  about: 'indigo-player in a frame that a placeholder of another site builds after a click',
  files: { 'tc/swell.mp4': 'film.mp4' },
  routes: {
    'e/77': (_, { npm, file }) =>
      html(
        bare({
          title: 'Swell',
          head: script(npm('indigo-player/lib/indigo-player.js')),
          main: `<div id="p" class="stage"></div><script>IndigoPlayer.init(document.getElementById('p'), { autoplay: true, sources: [{ type: 'mp4', src: '${file('tc/swell.mp4')}' }] });</script>`,
        }),
      ),
  },
  film: { urls: ['{file}/tc/swell.mp4'], delivery: 'progressive' },
  html: ({ own }) =>
    article({
      title: 'Swell',
      main: `<div class="stage embed" data-embed="${own('e/77', 'embed')}" style="color:#fff;padding:1px"><p>Content of another site. It receives data about you when you load it.</p><button class="load">Load the film</button></div><script>
document.querySelector('.load').onclick = () => {
  const box = document.querySelector('.embed');
  const frame = document.createElement('iframe');
  frame.src = box.dataset.embed; frame.width = 800; frame.height = 450; frame.allow = 'autoplay';
  box.replaceChildren(frame);
};</script>`,
    }),
  user: async (page) => {
    await page.click('.load');
    await page.waitForTimeout(3_000);
    const film = page.frameLocator('.embed iframe').locator('video');
    if (await film.evaluate((video: HTMLVideoElement) => video.paused))
      await page.click('.embed iframe', { position: { x: 400, y: 200 } });
  },
});
