import { article, script, styles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'guarded',
  about: 'mediaelement: HLS through its own renderer; the playlists and segments need the cookie that the page sets',
  headers: { 'set-cookie': 'viewer=ok; Path=/' },
  files: { 'ck/': 'hls/' },
  allows: ({ headers }) => /(?:^|; )viewer=ok/.test(headers.cookie ?? ''),
  film: { urls: ['{file}/ck/master.m3u8'], delivery: 'hls', headers: ['cookie'] },
  html: ({ npm, file }) =>
    article({
      title: 'The night watch',
      head: styles(npm('mediaelement/build/mediaelementplayer.min.css')),
      main: `<video id="film" width="800" height="450" preload="none"><source type="application/x-mpegURL" src="${file('ck/master.m3u8')}"></video>
${script(npm('mediaelement/build/mediaelement-and-player.min.js'))}<script>
new MediaElementPlayer('film', { hls: { path: '${npm('hls.js/dist/hls.min.js')}', xhrSetup: (request) => { request.withCredentials = true; } } });
</script>`,
    }),
  user: (page) => page.click('.mejs__overlay-button'),
});
