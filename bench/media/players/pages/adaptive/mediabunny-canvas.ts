import { article, bundled } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'adaptive',
  about: 'mediabunny: an MP4 that is demuxed and decoded by a script and drawn on a canvas, no media element',
  files: { 'canvas/9.mp4': 'film.mp4' },
  film: { urls: ['{file}/canvas/9.mp4'], delivery: 'progressive' },
  html: () =>
    article({
      title: 'Frame by frame',
      main: `<canvas id="screen" width="640" height="360" style="background:#000"></canvas><p><button id="run">Play</button></p>${bundled}`,
    }),
  script: ({ file }) => `
import { ALL_FORMATS, CanvasSink, Input, UrlSource } from 'mediabunny';
document.getElementById('run').onclick = async () => {
  const input = new Input({ source: new UrlSource('${file('canvas/9.mp4')}'), formats: ALL_FORMATS });
  const sink = new CanvasSink(await input.getPrimaryVideoTrack());
  const context = document.getElementById('screen').getContext('2d');
  for await (const { canvas, timestamp, duration } of sink.canvases()) {
    context.drawImage(canvas, 0, 0);
    window.shownSeconds = timestamp;
    await new Promise((resolve) => setTimeout(resolve, duration * 1_000));
  }
};`,
  user: (page) => page.click('#run'),
  plays: 'window.shownSeconds > 0.3',
});
