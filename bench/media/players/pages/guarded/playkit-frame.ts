import { article, bare, script } from '../../layouts.ts';
import { filmPage, html } from '../../player-page.ts';

export default filmPage({
  kind: 'guarded',
  about: '@playkit-js/playkit-js in a frame of another site, begins without sound',
  files: { 'kt/1_k2/name.mp4': 'film.mp4' },
  routes: {
    'embed/1_k2': (_, { npm, file }) =>
      html(
        bare({
          title: 'Player',
          head: script(npm('@playkit-js/playkit-js/dist/playkit.js')),
          main: `<div id="player-placeholder" class="stage"></div><script>
const player = playkit.core.loadPlayer({ playback: { autoplay: true, muted: true } });
document.querySelector('#player-placeholder').appendChild(player.getView());
player.setSources({ progressive: [{ id: '1_k2_1', mimetype: 'video/mp4', url: '${file('kt/1_k2/name.mp4')}' }] });
player.play();
</script>`,
        }),
      ),
  },
  film: { urls: ['{file}/kt/1_k2/name.mp4'], delivery: 'progressive' },
  html: ({ own }) =>
    article({
      title: 'The ice year',
      main: `<iframe width="800" height="450" src="${own('embed/1_k2', 'embed')}" allow="autoplay; fullscreen" title="Film"></iframe>`,
    }),
});
