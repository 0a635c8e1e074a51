import { article, bundled } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'audio',
  about: 'wavesurfer.js: fetches the recording for its waveform, plays at a click on a button of the page',
  files: { 'ws/bells.mp3': 'talk.mp3' },
  film: { urls: ['{file}/ws/bells.mp3'], delivery: 'progressive' },
  html: () =>
    article({
      title: 'The bells of the estuary',
      main: `<div id="waveform"></div><button id="play">Play</button>${bundled}`,
    }),
  script: ({ file }) => `
import WaveSurfer from 'wavesurfer.js';
const wavesurfer = WaveSurfer.create({ container: '#waveform', waveColor: '#4F4A85', progressColor: '#383351', url: '${file('ws/bells.mp3')}' });
document.getElementById('play').onclick = () => wavesurfer.playPause();`,
  user: async (page) => {
    await page.waitForTimeout(2_000);
    await page.click('#play');
  },
});
