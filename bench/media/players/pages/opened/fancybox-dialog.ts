import { bundled, bundledStyles, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'opened',
  about: '@fancyapps/ui: Fancybox opens the film that a button names, by a script',
  files: { 'fb/caulking.mp4': 'film.mp4' },
  film: { urls: ['{file}/fb/caulking.mp4'], delivery: 'progressive' },
  html: (place) =>
    watch(
      {
        title: 'Caulking',
        head: bundledStyles,
        main: `<p><button id="film">▶ Watch (40 seconds)</button></p>${bundled}`,
      },
      place,
    ),
  script: ({ file, picture }) => `
import { Fancybox } from '@fancyapps/ui';
import '@fancyapps/ui/dist/fancybox/fancybox.css';
document.getElementById('film').onclick = () => Fancybox.show([{ src: '${file('fb/caulking.mp4')}', type: 'html5video', thumb: '${picture('thumb-2.jpg')}' }]);`,
  user: (page) => page.click('#film'),
});
