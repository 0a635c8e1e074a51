import { script, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'start',
  about: '@clappr/player: built by a script, begins by itself without sound',
  files: { 'v/9034.mp4': 'film.mp4' },
  film: { urls: ['{file}/v/9034.mp4'], delivery: 'progressive' },
  html: (place) =>
    watch(
      {
        title: 'Under the bridge',
        head: script(place.npm('@clappr/player/dist/clappr.min.js')),
        main: `<div id="player" class="stage"></div><script>
new Clappr.Player({source: '${place.file('v/9034.mp4')}', parentId: '#player', width: 800, height: 450, autoPlay: true, mute: true});
</script>`,
      },
      place,
    ),
});
