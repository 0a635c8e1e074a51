import { article, script, styles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'audio',
  about: 'green-audio-player: an audio element with a source in an article',
  files: { 'ga/interview.mp3': 'talk.mp3' },
  film: { urls: ['{file}/ga/interview.mp3'], delivery: 'progressive' },
  html: ({ npm, file }) =>
    article({
      title: 'An interview with the pilot',
      head:
        styles(npm('green-audio-player/dist/css/green-audio-player.min.css')) +
        script(npm('green-audio-player/dist/js/green-audio-player.min.js')),
      main: `<div class="interview"><audio preload="none"><source src="${file('ga/interview.mp3')}" type="audio/mpeg"></audio></div><script>
document.addEventListener('DOMContentLoaded', function () { new GreenAudioPlayer('.interview'); });
</script>`,
    }),
  user: (page) => page.click('.play-pause-btn'),
});
