import { article, bundled, bundledStyles, styles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'guarded',
  about:
    'video-react beside lite-youtube-embed: the film of the page has a base64 address in its state, the others are of another host',
  files: { 'be/own.mp4': 'film.mp4' },
  film: { urls: ['{file}/be/own.mp4'], delivery: 'progressive' },
  html: ({ file, npm, picture }) =>
    article({
      title: 'How we filmed the storm',
      head: bundledStyles + styles(npm('lite-youtube-embed/src/lite-yt-embed.css')),
      main: `<div id="app" data-state="${Buffer.from(JSON.stringify({ film: file('be/own.mp4') })).toString('base64')}"></div>
<h2>More on our channel</h2><lite-youtube videoid="goiWrNiaT0I" playlabel="Storm, part one" style="background-image:url('${picture('thumb-4.jpg')}')"></lite-youtube>
<lite-youtube videoid="LXb3EKWsInQ" playlabel="Storm, part two" style="background-image:url('${picture('thumb-5.jpg')}')"></lite-youtube>${bundled}`,
    }),
  script: () => `
import 'lite-youtube-embed';
import 'video-react/dist/video-react.css';
import { createRoot } from 'react-dom/client';
import { BigPlayButton, Player } from 'video-react';
const app = document.getElementById('app');
const { film } = JSON.parse(atob(app.dataset.state));
createRoot(app).render(<Player playsInline src={film} preload="none"><BigPlayButton position="center" /></Player>);`,
  user: (page) => page.click('.video-react-big-play-button'),
});
