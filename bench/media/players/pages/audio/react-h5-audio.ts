import { article, bundled, bundledStyles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'audio',
  about: 'react-h5-audio-player: the README’s component without autoplay',
  files: { 'h5/shanty.m4a': 'talk.m4a' },
  film: { urls: ['{file}/h5/shanty.m4a'], delivery: 'progressive' },
  html: () =>
    article({ title: 'A shanty, as it was sung', head: bundledStyles, main: `<div id="root"></div>${bundled}` }),
  script: ({ file }) => `
import { createRoot } from 'react-dom/client';
import AudioPlayer from 'react-h5-audio-player';
import 'react-h5-audio-player/lib/styles.css';
createRoot(document.getElementById('root')).render(<AudioPlayer src="${file('h5/shanty.m4a')}" preload="none" autoPlayAfterSrcChange={false} />);`,
  user: (page) => page.click('.rhap_play-pause-button'),
});
