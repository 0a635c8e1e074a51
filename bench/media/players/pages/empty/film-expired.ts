import { article, script } from '../../layouts.ts';
import { emptyPage } from '../../player-page.ts';

export default emptyPage({
  kind: 'empty',
  about: 'openplayerjs is loaded, but the film’s right has ended and the service says so',
  routes: { 'playback/5': () => ({ status: 410, type: 'application/json', body: '{"error":"expired"}' }) },
  reasons: ['no-media', 'not-video-page'],
  shows: '.gone',
  html: ({ npm, own, picture }) =>
    article({
      title: 'The river pilot’s daughter',
      head: script(npm('openplayerjs/dist/openplayer.min.js')),
      main: `<div id="player" class="stage" style="color:#fff;background-image:url('${picture('poster.jpg')}')"></div><script>
fetch('${own('playback/5')}').then(async (answer) => {
  if (answer.ok) {
    document.getElementById('player').innerHTML = '<video id="film" src="' + (await answer.json()).src + '"></video>';
    return new OpenPlayerJS('film').init();
  }
  document.getElementById('player').innerHTML = '<p class="gone">This film is no longer available.</p>';
});</script>`,
    }),
});
