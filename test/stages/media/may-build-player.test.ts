import { describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { mayBuildPlayer } from '../../../src/stages/media/may-build-player.ts';

const text = `<p>${'The ferry will run for two more weeks, after which its crew moves to the museum ship. '.repeat(10)}</p>`;
const script = '<script src="/assets/app.js"></script>';
const may = (html: string, at = 'https://gazette.example/news/ferry') =>
  mayBuildPlayer({ html, finalUrl: canonicalUrl(at) });

describe('mayBuildPlayer', () => {
  it.each([
    ['a box', `${script}<div id="video-stage"></div>${text}`],
    ['a script', `<script src="/js/hls.min.js"></script>${text}`],
    ['a page with hardly any text', `${script}<div id="root"></div>`],
    ['an empty box with a name', `${script}<div id="x-stage" data-ref="1"></div>${text}`],
    ['data of a box', `${script}<div data-kind="player"></div>${text}`],
  ])('is true for %s', (_, html) => {
    expect(may(html)).toBe(true);
  });

  it('reads the address', () => {
    expect(may(script + text, 'https://gazette.example/watch/ferry')).toBe(true);
  });

  it('is false for an article, and for a page without scripts', () => {
    expect(
      may(
        `${script}<div class="dashboard olive delivery">${text}</div><div id="gpt-ad-1"></div><div id="disqus_thread"></div>`,
      ),
    ).toBe(false);
    expect(may('<div id="player"></div>')).toBe(false);
  });
});
