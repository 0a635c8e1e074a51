import { article, script } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'adaptive',
  about: 'flv.js: an FLV film that is loaded at a click on a button of the page',
  files: { 'flv/harbour.flv': 'film.flv' },
  film: { urls: ['{file}/flv/harbour.flv'], delivery: ['progressive', 'flv-stream'] },
  html: ({ npm, file }) =>
    article({
      title: 'Harbour camera',
      head: script(npm('flv.js/dist/flv.min.js')),
      main: `<video id="videoElement" width="800" height="450" controls></video><button id="watch">Watch now</button><script>
document.getElementById('watch').onclick = () => {
  if (!flvjs.isSupported()) return;
  const flvPlayer = flvjs.createPlayer({ type: 'flv', url: '${file('flv/harbour.flv')}' });
  flvPlayer.attachMediaElement(document.getElementById('videoElement'));
  flvPlayer.load();
  flvPlayer.play();
};</script>`,
    }),
  user: (page) => page.click('#watch'),
});
