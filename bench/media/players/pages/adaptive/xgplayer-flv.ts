import { bundled, bundledStyles, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'adaptive',
  about: 'xgplayer-flv: an address without an extension, whose format only the plugin knows, begins without sound',
  files: { 'pull/7781': 'film.flv' },
  film: { urls: ['{file}/pull/7781*'], delivery: ['progressive', 'flv-stream'] },
  html: (place) => watch({ title: 'Camera two', head: bundledStyles, main: `<div id="mse"></div>${bundled}` }, place),
  script: ({ file }) => `
import Player from 'xgplayer';
import FlvPlugin from 'xgplayer-flv';
import 'xgplayer/dist/index.min.css';
new Player({ id: 'mse', url: '${file('pull/7781')}', isLive: false, width: 800, height: 450, autoplay: true, autoplayMuted: true, plugins: [FlvPlugin] });`,
});
