import { createHash } from 'node:crypto';
import { article, script } from '../../layouts.ts';
import { filmPage, json } from '../../player-page.ts';

const signature = (path: string, end: string): string =>
  createHash('sha256').update(`${path}|${end}|estuary`).digest('hex').slice(0, 24);

export default filmPage({
  kind: 'guarded',
  about: 'nplayer: a signed address with an end, which the page asks for when the visitor clicks',
  files: { 's/lantern.mp4': 'film.mp4' },
  allows: ({ url }) =>
    url.searchParams.get('sig') === signature(url.pathname, url.searchParams.get('exp') ?? '') &&
    Number(url.searchParams.get('exp')) > Date.now() / 1_000,
  routes: {
    sign: (_, { file }) => {
      const end = String(Math.floor(Date.now() / 1_000) + 600);
      return json({
        src: `${file('s/lantern.mp4')}?exp=${end}&sig=${signature(new URL(file('s/lantern.mp4')).pathname, end)}`,
      });
    },
  },
  film: { urls: ['{file}/s/lantern.mp4?exp=*&sig=*'], delivery: 'progressive' },
  html: ({ npm, own, picture }) =>
    article({
      title: 'The lantern',
      head: script(npm('nplayer/dist/index.min.js')),
      main: `<div class="stage" id="stage"><img src="${picture('poster.jpg')}" width="800" alt=""><button id="play" style="position:absolute;left:350px;top:200px">▶ Play</button></div><script>
document.getElementById('play').onclick = async () => {
  const { src } = await (await fetch('${own('sign')}')).json();
  document.getElementById('stage').textContent = '';
  const player = new NPlayer.Player({ src });
  player.mount('#stage');
  player.play();
};</script>`,
    }),
  user: (page) => page.click('#play'),
});
