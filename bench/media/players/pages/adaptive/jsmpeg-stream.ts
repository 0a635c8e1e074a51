import { article, script } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'adaptive',
  about: '@cycjimmy/jsmpeg-player: MPEG-1 in a transport stream on a canvas, plays at a click',
  files: { 'ts/gulls.ts': 'mpeg1.ts' },
  film: { urls: ['{file}/ts/gulls.ts'], delivery: 'progressive' },
  html: ({ npm, file }) =>
    article({
      title: 'Gulls',
      head: script(npm('@cycjimmy/jsmpeg-player/dist/jsmpeg-player.umd.min.js')),
      main: `<div id="videoWrapper" style="width:640px;height:360px"></div><script>
window.gulls = new JSMpeg.VideoElement('#videoWrapper', '${file('ts/gulls.ts')}', { autoplay: false });
</script>`,
    }),
  user: (page) => page.click('#videoWrapper'),
  plays: 'window.gulls.player.currentTime > 0.3',
});
