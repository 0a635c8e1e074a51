import type { DemoArticle, DemoVideo } from '../../articles.ts';

/** The medium behind each kind of player: what a resolver should find. */
export const mediaOf: Readonly<
  Record<DemoVideo, { readonly path: string; readonly delivery: 'progressive' | 'hls' | 'dash' }>
> = {
  mp4: { path: '/media/pilot.mp4', delivery: 'progressive' },
  hls: { path: '/media/carriers/master.m3u8', delivery: 'hls' },
  dash: { path: '/media/blade/manifest.mpd', delivery: 'dash' },
  'hls-on-click': { path: '/media/seagrass/index.m3u8', delivery: 'hls' },
};

/** The markup and scripts of the page's player, and a muted preview inside a link as a decoy. */
export function player({ video }: Pick<DemoArticle, 'video'>): string {
  if (video === null) return '';
  return `<figure class="player">${markup[video]}</figure>
<p class="next-video"><a href="/video/"><video class="hover-preview" src="/media/preview.mp4" muted loop playsinline></video> More videos</a></p>`;
}

const screen = (poster: string, more = ''): string =>
  `<video id="player" controls playsinline width="640" height="360" poster="/media/images/poster-${poster}.jpg"${more}`;

const markup: Readonly<Record<DemoVideo, string>> = {
  mp4: `${screen('pilot', ' preload="metadata"')}><source src="/media/pilot.mp4" type="video/mp4"></video>`,
  hls: `${screen('carriers')} data-stream="/media/carriers/master.m3u8"></video>
<script src="/vendor/hls.min.js"></script>
<script>
var video = document.getElementById('player');
if (window.Hls && Hls.isSupported()) { var hls = new Hls({ maxBufferLength: 4 }); hls.loadSource(video.dataset.stream); hls.attachMedia(video); }
else video.src = video.dataset.stream;
</script>`,
  dash: `${screen('blade')}></video>
<script src="/vendor/dash.all.min.js"></script>
<script>
var stream = ['', 'media', 'blade', 'manifest.mpd'].join('/');
dashjs.MediaPlayer().create().initialize(document.getElementById('player'), stream, false);
</script>`,
  'hls-on-click': `${screen('seagrass')}></video><button class="play" type="button" aria-label="Play video">&#9654; Play</button>
<script src="/vendor/hls.min.js"></script>
<script>
document.querySelector('button.play').addEventListener('click', function (event) {
  event.target.remove();
  fetch('/api/video/seagrass').then(function (answer) { return answer.json(); }).then(function (clip) {
    var video = document.getElementById('player'), hls = new Hls();
    hls.loadSource(clip.playlist); hls.attachMedia(video);
    video.play().catch(function (error) { console.warn('autoplay refused', error); });
  });
});
</script>`,
};
