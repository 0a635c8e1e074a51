import { bundled, watch } from '../../layouts.ts';
import { emptyPage } from '../../player-page.ts';

export default emptyPage({
  kind: 'empty',
  about: 'shaka-video-element: an encrypted film whose licence server refuses',
  files: { 'lk/': 'locked/' },
  routes: { licence: () => ({ status: 403, type: 'application/json', body: '{"error":"no entitlement"}' }) },
  reasons: ['drm-only'],
  film: { urls: ['{file}/lk/film.mpd'], delivery: 'dash', protection: ['cenc', 'clearkey'] },
  shows: 'shaka-video',
  html: (place) =>
    watch(
      {
        title: 'The feature film',
        main: `<shaka-video id="film" controls style="width:800px"></shaka-video>${bundled}`,
      },
      place,
    ),
  script: ({ own, file }) => `
import 'shaka-video-element';
await customElements.whenDefined('shaka-video');
const film = document.getElementById('film');
film.api?.configure?.({ drm: { servers: { 'org.w3.clearkey': '${own('licence')}' } } });
film.src = '${file('lk/film.mpd')}';`,
});
