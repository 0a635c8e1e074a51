import { script, styles, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'guarded',
  about: 'videojs-contrib-ads: an advertisement plays in the same element before the film',
  files: { 'pr/main.mp4': 'film.mp4', 'pr/spot.mp4': 'advert.mp4' },
  film: { urls: ['{file}/pr/main.mp4'], delivery: 'progressive', mustNot: ['{file}/pr/spot.mp4'] },
  html: (place) =>
    watch(
      {
        title: 'The breakwater',
        head:
          styles(place.npm('video.js/dist/video-js.min.css')) +
          styles(place.npm('videojs-contrib-ads/dist/videojs-contrib-ads.css')),
        main: `<video id="film" class="video-js" controls width="800" height="450"><source src="${place.file('pr/main.mp4')}" type="video/mp4"></video>
${script(place.npm('video.js/dist/video.min.js'))}${script(place.npm('videojs-contrib-ads/dist/videojs-contrib-ads.min.js'))}<script>
videojs.registerPlugin('spots', function () {
  const player = this;
  player.ads();
  player.on('contentchanged', () => player.trigger('adsready'));
  player.trigger('adsready');
  player.on('readyforpreroll', () => {
    player.ads.startLinearAdMode();
    player.src({ src: '${place.file('pr/spot.mp4')}', type: 'video/mp4' });
    player.one('adended', () => player.ads.endLinearAdMode());
  });
});
videojs('film').spots();
</script>`,
      },
      place,
    ),
  user: async (page) => {
    await page.click('.vjs-big-play-button');
    await page.waitForTimeout(9_000);
  },
});
