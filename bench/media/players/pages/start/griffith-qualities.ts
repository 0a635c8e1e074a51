import { article, bundled } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'start',
  about: 'griffith: React, one film in two qualities, plays at a click',
  files: { 'ld/lock-keeper.mp4': 'low.mp4', 'hd/lock-keeper.mp4': 'film.mp4' },
  film: { urls: ['{file}/hd/lock-keeper.mp4', '{file}/ld/lock-keeper.mp4'], delivery: 'progressive' },
  html: () => article({ title: 'The lock keeper', main: `<div id="root" class="stage"></div>${bundled}` }),
  script: ({ file, picture }) => `
import { createRoot } from 'react-dom/client';
import Player from 'griffith';
const sources = {
  ld: { format: 'mp4', width: 320, height: 180, duration: 40, play_url: '${file('ld/lock-keeper.mp4')}' },
  hd: { format: 'mp4', width: 640, height: 360, duration: 40, play_url: '${file('hd/lock-keeper.mp4')}' },
};
createRoot(document.getElementById('root')).render(<Player id="lock" title="The lock keeper" cover="${picture('poster.jpg')}" duration={40} sources={sources} />);`,
  user: (page) => page.click('#root', { position: { x: 400, y: 225 } }),
});
