import { describe, expect, it } from 'vitest';
import { loadsMore } from '../../../../src/stages/extract/links/loads-more.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';

const cards = [1, 2, 3].map((n) => `<li><h2><a href="/story/${n}">Story ${n}</a></h2></li>`).join('');
const seen = (more: string, head = '') =>
  loadsMore(parsePage(`<html><head>${head}</head><body><main><ul>${cards}</ul>${more}</main></body></html>`).document);

describe('a list that loads more', () => {
  it.each([
    '<button>Load more</button>',
    '<button class="btn">Weitere Artikel laden</button>',
    '<a class="more" href="#">Показать ещё</a>',
    '<a href="javascript:void(0)">もっと見る</a>',
    '<div role="button" aria-label="عرض المزيد"></div>',
    '<div class="load-more">Kia nui ake</div>',
    '<form action="/"><button type="button">Load more</button></form>',
  ])('is known by its control: %s', (html) => expect(seen(html)).toBe(true));

  it.each([
    '<div class="infinite-scroll-end"></div>',
    '<div id="scroll-sentinel"></div>',
    '<div hx-get="/posts?page=2" hx-trigger="revealed"></div>',
    '<ul data-next-url="/api/posts?page=2"></ul>',
    '<div x-intersect="more()"></div>',
  ])('is known by what is watched: %s', (html) => expect(seen(html)).toBe(true));

  it.each([
    '',
    '<a href="/page/2">Load more</a>',
    '<button>Read more</button><button>More options</button><button>Load more comments</button>',
    '<article><h2><a href="/story/4">Story 4</a></h2><button>Show more</button></article>',
    '<nav><button>More</button></nav><button aria-expanded="false">More</button>',
    '<div class="cookie-bar"><button>Show more</button></div>',
    '<form action="/search"><button type="submit">Show more</button></form>',
  ])('is not seen in other pages: %s', (html) => expect(seen(html)).toBe(false));

  it('needs no browser where it links its next page', () => {
    expect(seen('<button>Load more</button><a href="/page/2">Next</a>')).toBe(false);
    expect(seen('<button>Load more</button><a rel="next" href="/page/2">2</a>')).toBe(false);
    expect(seen('<button>Load more</button>', '<link rel="next" href="/page/2">')).toBe(false);
  });
});
