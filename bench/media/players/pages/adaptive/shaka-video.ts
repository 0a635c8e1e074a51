import { bundled, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'adaptive',
  about: 'shaka-video-element: a custom element whose address is set by a script after a click',
  files: { 'mu/': 'cmaf/' },
  film: { urls: ['{file}/mu/manifest.mpd'], delivery: 'dash' },
  html: (place) =>
    watch(
      { title: 'The museum ship', main: `<div class="stage" id="stage"><button id="go">▶</button></div>${bundled}` },
      place,
    ),
  script: ({ file }) => `
import 'shaka-video-element';
document.getElementById('go').onclick = () => {
  const film = document.createElement('shaka-video');
  Object.assign(film, { controls: true });
  film.setAttribute('src', '${file('mu/manifest.mpd')}');
  film.setAttribute('style', 'width:100%');
  document.getElementById('stage').replaceChildren(film);
  film.setAttribute('autoplay', '');
};`,
  user: (page) => page.click('#go'),
});
