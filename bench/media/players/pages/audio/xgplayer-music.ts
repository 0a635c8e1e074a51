import { article, bundled, bundledStyles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'audio',
  about: 'xgplayer-music: the music preset of xgplayer, plays at a click',
  files: { 'xm/pump-song.mp3': 'talk.mp3' },
  film: { urls: ['{file}/xm/pump-song.mp3'], delivery: 'progressive' },
  html: () => article({ title: 'The pump song', head: bundledStyles, main: `<div id="vs"></div>${bundled}` }),
  script: ({ file, picture }) => `
import Player from 'xgplayer';
import 'xgplayer/dist/index.min.css';
import MusicPreset from 'xgplayer-music';
import 'xgplayer-music/dist/index.min.css';
new Player({ id: 'vs', url: '${file('xm/pump-song.mp3')}', poster: '${picture('thumb-5.jpg')}', title: 'The pump song', volume: 0.8, width: '100%', height: 70, mediaType: 'audio', presets: ['default', MusicPreset], ignores: ['playbackrate'], controls: { mode: 'flex', initShow: true }, marginControls: true, videoConfig: { crossOrigin: 'anonymous' }, music: { list: [] } });`,
  user: async (page) => {
    await page.waitForTimeout(1_000);
    await page.locator('.xgplayer-play, .xgplayer-start').first().click();
  },
});
