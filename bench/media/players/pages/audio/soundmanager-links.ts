import { article, script } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'audio',
  about: 'soundmanager2: a button that makes the sound at the click',
  files: { 'sm/tug-whistle.mp3': 'talk.mp3' },
  film: { urls: ['{file}/sm/tug-whistle.mp3'], delivery: 'progressive' },
  html: ({ npm, file }) =>
    article({
      title: 'The tug’s whistle',
      head: script(npm('soundmanager2/script/soundmanager2-nodebug-jsmin.js')),
      main: `<button class="listen" data-sound="whistle">Listen to the whistle</button><script>
const sounds = { whistle: '${file('sm/tug-whistle.mp3')}' };
soundManager.setup({ url: '${npm('soundmanager2/swf/')}', preferFlash: false, onready: function () {
  document.querySelector('.listen').addEventListener('click', function () {
    soundManager.createSound({ id: this.dataset.sound, url: sounds[this.dataset.sound], autoLoad: true, autoPlay: true });
  });
} });</script>`,
    }),
  user: async (page) => {
    await page.waitForTimeout(1_000);
    await page.click('.listen');
  },
});
