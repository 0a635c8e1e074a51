import { script, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'start',
  about: 'nplayer: the element is made by a script after the load, nothing of it is in the document',
  files: { 'a/7f31c2.mp4': 'film.mp4' },
  film: { urls: ['{file}/a/7f31c2.mp4'], delivery: 'progressive' },
  html: (place) =>
    watch(
      {
        title: 'Bread for the crew',
        head: script(place.npm('nplayer/dist/index.min.js')),
        main: `<div class="stage"></div><script>
addEventListener('load', () => {
  const player = new NPlayer.Player({ src: '${place.file('a/7f31c2.mp4')}', poster: '${place.picture('poster.jpg')}', videoProps: { preload: 'none' } });
  player.mount('.stage');
});</script>`,
      },
      place,
    ),
  user: (page) => page.click('.stage', { position: { x: 400, y: 200 } }),
});
