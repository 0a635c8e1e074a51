import { article, script } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'audio',
  about: 'amplitudejs: two recordings in the script, the first is the page’s',
  files: { 'am/episode-12.mp3': 'talk.mp3', 'am/episode-11.m4a': 'talk.m4a' },
  film: { urls: ['{file}/am/episode-12.mp3'], delivery: 'progressive' },
  html: ({ npm, file, picture }) =>
    article({
      title: 'Episode 12: high water',
      head: script(npm('amplitudejs/dist/amplitude.min.js')),
      main: `<div class="player"><img data-amplitude-song-info="cover_art_url" width="160" alt=""><span data-amplitude-song-info="name"></span> <span class="amplitude-play-pause" id="play-pause" style="display:inline-block;padding:8px;border:1px solid">Play / pause</span></div><script>
Amplitude.init({ songs: [
  { name: 'High water', artist: 'The desk', url: '${file('am/episode-12.mp3')}', cover_art_url: '${picture('thumb-1.jpg')}' },
  { name: 'Low water', artist: 'The desk', url: '${file('am/episode-11.m4a')}', cover_art_url: '${picture('thumb-2.jpg')}' },
] });</script>`,
    }),
  user: (page) => page.click('#play-pause'),
});
