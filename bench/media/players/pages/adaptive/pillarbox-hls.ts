import { script, styles, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'adaptive',
  about: '@srgssr/pillarbox-web: HLS by player.src after the load, plays at a click',
  files: { 'pb/u/91/': 'cmaf/' },
  film: { urls: ['{file}/pb/u/91/master.m3u8'], delivery: 'hls' },
  html: (place) =>
    watch(
      {
        title: 'Weather on the coast',
        head: styles(place.npm('@srgssr/pillarbox-web/dist/pillarbox.min.css')),
        main: `<video-js id="my-player" class="pillarbox-js" controls style="width:800px;height:450px"></video-js>
${script(place.npm('@srgssr/pillarbox-web/dist/pillarbox.umd.min.js'))}<script>
const player = pillarbox('my-player', { preload: 'none' });
player.src({ src: '${place.file('pb/u/91/master.m3u8')}', type: 'application/x-mpegURL' });
</script>`,
      },
      place,
    ),
  user: (page) => page.click('.vjs-big-play-button'),
});
