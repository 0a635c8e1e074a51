import { article, bare, bundled, bundledStyles } from '../../layouts.ts';
import { filmPage, html } from '../../player-page.ts';

export default filmPage({
  kind: 'guarded',
  about: 'vidstack in a frame of another site, which gets the address by a message from the page',
  files: { 'ms/cargo.mp4': 'film.mp4' },
  routes: {
    frame: () =>
      html(bare({ title: 'Player', head: bundledStyles, main: `<div id="slot" class="stage"></div>${bundled}` })),
  },
  film: { urls: ['{file}/ms/cargo.mp4'], delivery: 'progressive' },
  html: ({ own, file }) =>
    article({
      title: 'Cargo',
      main: `<iframe id="f" width="800" height="450" src="${own('frame', 'embed')}" allow="autoplay" title="Film"></iframe><script>
addEventListener('message', ({ data, source }) => { if (data === 'ready') source.postMessage({ type: 'load', src: '${file('ms/cargo.mp4')}' }, '*'); });
</script>`,
    }),
  script: () => `
import 'vidstack/player/styles/base.css';
import 'vidstack/player';
addEventListener('message', ({ data }) => {
  if (data?.type !== 'load') return;
  document.getElementById('slot').innerHTML = '<media-player autoplay muted playsinline style="display:block;width:100%;height:100%"><media-provider></media-provider></media-player>';
  document.querySelector('media-player').src = { src: data.src, type: 'video/mp4' };
});
parent.postMessage('ready', '*');`,
});
