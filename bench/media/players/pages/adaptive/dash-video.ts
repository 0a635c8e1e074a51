import { article, bundled } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'adaptive',
  about: 'dash-video-element: a custom element with the address of an MPD, plays at a click on a button of the page',
  files: { 'dash/gate/': 'cmaf/' },
  film: { urls: ['{file}/dash/gate/manifest.mpd'], delivery: 'dash' },
  html: ({ file }) =>
    article({
      title: 'The new gate',
      main: `<dash-video id="film" style="width:800px" src="${file('dash/gate/manifest.mpd')}"></dash-video><p><button id="begin">Play the film</button></p>${bundled}`,
    }),
  script: () =>
    `import 'dash-video-element';\ndocument.getElementById('begin').onclick = () => document.getElementById('film').play();`,
  user: (page) => page.click('#begin'),
});
