import { article, bundled, bundledStyles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'opened',
  about: 'vlitejs: the film is in the second tab of the page, which is made when it is chosen',
  files: { 'tab/launch.mp4': 'film.mp4' },
  film: { urls: ['{file}/tab/launch.mp4'], delivery: 'progressive' },
  html: () =>
    article({
      title: 'The launch',
      head: bundledStyles,
      main: `<div role="tablist"><button role="tab" aria-selected="true" id="t1" aria-controls="p">Read</button><button role="tab" id="t2" aria-controls="p">Watch</button></div>
<div role="tabpanel" id="p"><p>The hull left the shed at noon, to the sound of the yard’s own band.</p></div>${bundled}`,
    }),
  script: ({ file }) => `
import 'vlitejs/vlite.css';
import Vlitejs from 'vlitejs';
document.getElementById('t2').onclick = () => {
  document.getElementById('t2').setAttribute('aria-selected', 'true');
  document.getElementById('p').innerHTML = '<video id="film" src="' + '${file('tab/launch.mp4')}' + '"></video>';
  new Vlitejs('#film', {});
};`,
  user: async (page) => {
    await page.click('#t2');
    await page.click('.v-bigPlay');
  },
});
