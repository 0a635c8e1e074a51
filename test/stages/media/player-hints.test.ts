import { describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { playerHints } from '../../../src/stages/media/player-hints.ts';

const text = '<p>The night ferry left the harbour an hour late, because a rope had caught in its propeller.</p>'.repeat(
  3,
);
const hintsOf = (
  body: string,
  { path = '/reports/ferry', head = '', script = '<script src="/app.js"></script>' } = {},
) =>
  playerHints(
    `<!doctype html><html><head>${head}</head><body><nav><div class="video-menu"></div></nav><article><h1>The night ferry</h1>${text}${body}${text}</article><footer><div class="video-box"></div></footer>${script}</body></html>`,
    canonicalUrl(`http://gazette.example${path}`),
    [],
  ).map(({ name, isStrong }) => `${isStrong ? '' : 'weak '}${name}`);

describe('a page', () => {
  it.each([
    ['<div class="clip-player"></div>', 'class clip-player'],
    ['<div id="heroVideo"><img src="/a.jpg" alt=""></div>', 'id herovideo'],
    ['<section data-video-id="8812"></section>', 'data-video-id'],
    ['<x-film ref="4"></x-film>', 'element x-film'],
    ['<div id="player-4711"></div>', 'id player-#'],
    ['<p class="cta">Watch the video</p>', 'label'],
    ['<div class="meta duration">04:12</div>', 'duration'],
    ['<div class="stage" data-ref="8812"></div>', 'weak empty data-ref'],
  ])('has a hint in %s', (box, hint) => {
    expect(hintsOf(box)).toEqual([hint]);
  });

  it('has one in the address, the headline and the names of scripts', () => {
    expect(hintsOf('', { path: '/video/ferry' })).toEqual(['address']);
    expect(hintsOf('', { head: '<title>Watch: the night ferry</title>' })).toEqual(['headline']);
    expect(hintsOf('', { script: '<script src="/js/film-player.4f1c2a.min.js?v=3"></script>' })).toEqual([
      'script film-player',
    ]);
    expect(hintsOf('', { script: '<script>window.page = { videoId: "8812" };</script>' })).toEqual(['inline videoid']);
    expect(hintsOf('', { script: '<script>mountPlayer(document.body, 8812)</script>' })).toEqual(['inline call']);
  });

  it.each([
    ['nothing', ''],
    ['an advertisement', '<div id="div-gpt-ad-4711" data-id="47110815"></div>'],
    ['an empty box without a key', '<div id="formatter"></div>'],
    ['comments', '<div id="disqus_thread" data-id="47110815"></div>'],
    ['a card of a player of a team', '<div class="player-card"></div><span class="player-name">Vik</span>'],
    ['text in a box', `<div class="video-body">${text}</div>`],
    ['a link to another film', '<a href="/film"><div class="video-thumb"></div></a>'],
    ['a box beside the text', '<aside><div class="video-box"></div></aside>'],
    ['a name that only contains a word', '<div class="clipboard watchlist display"></div>'],
  ])('has none in %s', (_, box) => {
    expect(hintsOf(box)).toEqual([]);
  });

  it('has none without scripts', () => {
    expect(hintsOf('<div class="clip-player"></div>', { script: '' })).toEqual([]);
  });

  it('has the strong ones first, and few', () => {
    const boxes = Array.from({ length: 20 }, (_, at) => `<div class="video-${'abcdefghijklmnopqrst'[at]}"></div>`);
    const hints = hintsOf(`<div data-ref="8812"></div>${boxes.join('')}`);
    expect(hints).toHaveLength(8);
    expect(hints[0]).toBe('class video-a');
  });
});
