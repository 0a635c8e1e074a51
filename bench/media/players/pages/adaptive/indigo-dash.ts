import { script, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'adaptive',
  about: 'indigo-player: loads its own parts and a DASH library at run time, tries to begin by itself',
  files: { 'd/': 'cmaf/' },
  film: { urls: ['{file}/d/manifest.mpd'], delivery: 'dash' },
  html: (place) =>
    watch(
      {
        title: 'Sluice and weir',
        head: script(place.npm('indigo-player/lib/indigo-player.js')),
        main: `<div id="playerContainer" class="stage"></div><script>
IndigoPlayer.init(document.getElementById('playerContainer'), { autoplay: true, volume: 0, sources: [{ type: 'dash', src: '${place.file('d/manifest.mpd')}' }] });
</script>`,
      },
      place,
    ),
  user: async (page) => {
    await page.waitForTimeout(2_000);
    await page.click('#playerContainer', { position: { x: 400, y: 200 } });
  },
});
