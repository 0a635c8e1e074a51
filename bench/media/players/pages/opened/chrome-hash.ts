import { article, bundled } from '../../layouts.ts';
import { filmPage, json } from '../../player-page.ts';

export default filmPage({
  kind: 'opened',
  about: 'media-chrome: one page for all films, the part behind # names the one that is loaded from a list in JSON',
  addressEnd: '#steam',
  files: { 'h/sail.mp4': 'second.mp4', 'h/steam.mp4': 'film.mp4' },
  routes: {
    'films.json': (_, { file }) =>
      json({
        films: [
          { key: 'sail', title: 'Sail', mp4: file('h/sail.mp4') },
          { key: 'steam', title: 'Steam', mp4: file('h/steam.mp4') },
        ],
      }),
  },
  film: { urls: ['{file}/h/steam.mp4'], delivery: 'progressive', mustNot: ['{file}/h/sail.mp4'] },
  html: () =>
    article({
      title: 'Sail and steam',
      main: `<media-controller style="width:800px;height:450px"><video slot="media" playsinline></video><media-control-bar><media-play-button></media-play-button></media-control-bar></media-controller>
<p><a href="#sail">Sail</a> <a href="#steam">Steam</a></p>${bundled}`,
    }),
  script: ({ own }) => `
import 'media-chrome';
const { films } = await (await fetch('${own('films.json')}')).json();
const show = () => { document.querySelector('video').src = (films.find(({ key }) => key === location.hash.slice(1)) ?? films[0]).mp4; };
addEventListener('hashchange', show);
show();`,
  user: (page) => page.click('media-play-button'),
});
