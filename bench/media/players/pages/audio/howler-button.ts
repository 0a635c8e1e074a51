import { article, script } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'audio',
  about: 'howler: a recording without any element in the document, played at a click',
  files: { 'snd/fog-horn.mp3': 'talk.mp3' },
  film: { urls: ['{file}/snd/fog-horn.mp3'], delivery: 'progressive' },
  html: ({ npm, file }) =>
    article({
      title: 'Listen: the fog horn',
      head: script(npm('howler/dist/howler.min.js')),
      main: `<p><button id="listen" aria-label="Play">▶ Listen (1 min)</button></p><script>
let sound;
document.getElementById('listen').onclick = () => {
  sound ??= new Howl({ src: ['${file('snd/fog-horn.mp3')}'], html5: true });
  sound.play();
};</script>`,
    }),
  user: (page) => page.click('#listen'),
});
