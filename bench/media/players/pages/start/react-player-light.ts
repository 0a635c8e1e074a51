import { bundled, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'start',
  about: 'react-player: the preview of "light", whose click loads the player',
  files: { 'media/2117/main.mp4': 'film.mp4' },
  film: { urls: ['{file}/media/2117/main.mp4'], delivery: 'progressive' },
  html: (place) => watch({ title: 'The tide table', main: `<div id="root"></div>${bundled}` }, place),
  script: ({ file, picture }) => `
import { createRoot } from 'react-dom/client';
import ReactPlayer from 'react-player';
createRoot(document.getElementById('root')).render(
  <ReactPlayer src="${file('media/2117/main.mp4')}" light="${picture('poster.jpg')}" playing controls width="800px" height="450px" />);`,
  user: (page) => page.click('.react-player__preview'),
});
