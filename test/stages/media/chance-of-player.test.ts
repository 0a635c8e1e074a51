import { describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { chanceOfPlayer } from '../../../src/stages/media/chance-of-player.ts';

const text = `<p>${'The ferry will run for two more weeks, after which its crew moves to the museum ship. '.repeat(10)}</p>`;
const script = '<script src="/assets/app.js"></script>';
const may = (html: string, at = 'https://gazette.example/news/ferry') =>
  chanceOfPlayer({ html, finalUrl: canonicalUrl(at) });

describe('chanceOfPlayer', () => {
  it.each([
    ['a box', `${script}<div id="video-stage"></div>${text}`],
    ['a script', `<script src="/js/hls.min.js"></script>${text}`],
    ['data of a box', `${script}<div data-kind="player"></div>${text}`],
  ])('is likely by the name of %s', (_, html) => {
    expect(may(html)).toBe('likely');
  });

  it.each([
    ['hardly any text', `${script}<div id="root"></div>`],
    ['an empty box with a name', `${script}<div id="x-stage" data-ref="1"></div>${text}`],
  ])('is possible with %s', (_, html) => {
    expect(may(html)).toBe('possible');
  });

  it('reads the address', () => {
    expect(may(script + text, 'https://gazette.example/watch/ferry')).toBe('likely');
  });

  it('is none for an article, and for a page without scripts', () => {
    expect(
      may(
        `${script}<div class="dashboard olive delivery">${text}</div><div id="gpt-ad-1"></div><div id="disqus_thread"></div>`,
      ),
    ).toBe('none');
    expect(may('<div id="player"></div>')).toBe('none');
  });
});
