import { expect, it } from 'vitest';
import { findMedia } from '../../../../src/stages/media/find/find.ts';

const embedsIn = (body: string): string[] =>
  findMedia({ html: `<main>${body}</main>`, finalUrl: 'https://gazette.example/a', network: [] }).items.flatMap(
    ({ url, role }) => (role === 'main' ? [url] : []),
  );

it.each([
  ['<lite-youtube videoid="k3eperOfLo0"></lite-youtube>', 'https://www.youtube.com/embed/k3eperOfLo0'],
  ['<lite-vimeo videoid="76979871"></lite-vimeo>', 'https://player.vimeo.com/video/76979871'],
  ['<amp-youtube data-videoid="k3eperOfLo0"></amp-youtube>', 'https://www.youtube.com/embed/k3eperOfLo0'],
  ['<div data-plyr-provider="vimeo" data-plyr-embed-id="76979871"></div>', 'https://player.vimeo.com/video/76979871'],
  ['<div data-youtube-id="k3eperOfLo0"></div>', 'https://www.youtube.com/embed/k3eperOfLo0'],
  ['<div class="video dailymotion" data-video="x8k1locks"></div>', 'https://www.dailymotion.com/embed/video/x8k1locks'],
  [
    '<youtube-video src="https://www.youtube.com/watch?v=k3eperOfLo0"></youtube-video>',
    'https://www.youtube.com/embed/k3eperOfLo0',
  ],
  [
    `<script>new YT.Player('box', { height: 360, videoId: 'k3eperOfLo0' })</script>`,
    'https://www.youtube.com/embed/k3eperOfLo0',
  ],
  [
    `<div data-setup='{"techOrder": ["youtube"], "sources": [{"type": "video/youtube", "src": "https://www.youtube.com/watch?v=k3eperOfLo0"}]}'></div>`,
    'https://www.youtube.com/embed/k3eperOfLo0',
  ],
  [
    `<lite-youtube videoid="k3eperOfLo0"><iframe src="https://www.youtube-nocookie.com/embed/k3eperOfLo0?autoplay=1"></iframe></lite-youtube>`,
    'https://www.youtube-nocookie.com/embed/k3eperOfLo0?autoplay=1',
  ],
])('findMedia reads a stand-in for a player of another site: %s', (html, url) => {
  expect(embedsIn(html)).toEqual([url]);
});

it.each([
  '<a class="youtube" data-video="k3eperOfLo0" href="https://www.youtube.com/watch?v=k3eperOfLo0">Our channel</a>',
  '<div class="youtube" data-id="k3eperOfLo0">Follow us</div>',
  '<div data-video-id="k3eperOfLo0"></div>',
  '<aside><lite-youtube videoid="k3eperOfLo0"></lite-youtube></aside>',
  ['1', '2', '3', '4'].map((part) => `<lite-youtube videoid="k3eperOfLo${part}"></lite-youtube>`).join(''),
])('findMedia takes no other element for a stand-in: %s', (html) => {
  expect(embedsIn(html)).toEqual([]);
});
