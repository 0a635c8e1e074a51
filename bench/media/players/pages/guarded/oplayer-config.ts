import { bundled, watch } from '../../layouts.ts';
import { filmPage, json } from '../../player-page.ts';

export default filmPage({
  kind: 'guarded',
  about: '@oplayer/core: the address comes by a POST whose answer is JSON, before the player is built',
  files: { 'p/3c/f.mp4': 'film.mp4' },
  routes: {
    playback: ({ method, body }, place) =>
      method === 'POST' && JSON.parse(body).film === 'f-3c'
        ? json({ status: 'ok', playback: { url: place.file('p/3c/f.mp4'), poster: place.picture('poster.jpg') } })
        : { ...json({ status: 'refused' }), status: 400 },
  },
  film: { urls: ['{file}/p/3c/f.mp4'], delivery: 'progressive' },
  html: (place) =>
    watch(
      { title: 'The paint shop', main: `<div id="player" data-film="f-3c" style="width:800px"></div>${bundled}` },
      place,
    ),
  script: ({ own }) => `
import Player from '@oplayer/core';
import OUI from '@oplayer/ui';
const film = document.getElementById('player').dataset.film;
const answer = await fetch('${own('playback')}', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ film }) });
const { playback } = await answer.json();
Player.make('#player', { source: { src: playback.url, poster: playback.poster } }).use([OUI()]).create();`,
  user: async (page) => {
    await page.locator('#player video').waitFor();
    await page.click('#player', { position: { x: 400, y: 200 } });
  },
});
