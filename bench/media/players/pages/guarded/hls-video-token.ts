import { bundled, watch } from '../../layouts.ts';
import { filmPage, json } from '../../player-page.ts';

export default filmPage({
  kind: 'guarded',
  about: 'hls-video-element: the address carries a token, which a request with the session’s header fetches',
  files: { 'tk/': 'hls/' },
  headers: { 'set-cookie': 'sid=a81; Path=/' },
  allows: ({ url }) => !url.pathname.endsWith('master.m3u8') || url.searchParams.get('token') === 'tk-a81',
  routes: {
    'session.json': ({ headers }, { file }) =>
      headers['x-requested-with'] === 'player' && /sid=a81/.test(headers.cookie ?? '')
        ? json({ url: `${file('tk/master.m3u8')}?token=tk-a81` })
        : { ...json({}), status: 403 },
  },
  film: { urls: ['{file}/tk/master.m3u8?token=tk-a81'], delivery: 'hls' },
  html: (place) =>
    watch(
      {
        title: 'Dead reckoning',
        main: `<hls-video id="film" controls muted style="width:800px"></hls-video>${bundled}`,
      },
      place,
    ),
  script: ({ own }) => `
import 'hls-video-element';
const answer = await fetch('${own('session.json')}', { headers: { 'x-requested-with': 'player' } });
const film = document.getElementById('film');
film.src = (await answer.json()).url;
film.addEventListener('loadedmetadata', () => film.play(), { once: true });`,
});
