import { bundled, bundledStyles, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'start',
  about: 'video-react: the README’s player with a poster, plays at a click on the big button',
  files: { 'films/letters.mp4': 'film.mp4' },
  film: { urls: ['{file}/films/letters.mp4'], delivery: 'progressive' },
  html: (place) =>
    watch({ title: 'Letters from the lock', head: bundledStyles, main: `<div id="app"></div>${bundled}` }, place),
  script: ({ file, picture }) => `
import 'video-react/dist/video-react.css';
import { createRoot } from 'react-dom/client';
import { BigPlayButton, Player } from 'video-react';
createRoot(document.getElementById('app')).render(
  <Player playsInline poster="${picture('poster.jpg')}" preload="none"><source src="${file('films/letters.mp4')}" /><BigPlayButton position="center" /></Player>);`,
  user: (page) => page.click('.video-react-big-play-button'),
});
