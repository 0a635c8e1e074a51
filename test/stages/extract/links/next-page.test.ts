import { describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../../../src/model/web/canonical-url.ts';
import { unknownSite } from '../../../../src/settings/scraper.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import { findLinks } from '../../../../src/stages/extract/links/links.ts';
import { findNextPage } from '../../../../src/stages/extract/links/next-page.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';
import { articlePage, snapshot } from '../page.ts';

const site = 'https://gazette.example';

function nextOf(at: string, html: string): string | null {
  const finalUrl = canonicalUrl(at, site);
  const { document } = parsePage(html);
  const links = findLinks({ document, baseUrl: finalUrl, foundOn: finalUrl, selector: null });
  return findNextPage(document, links, finalUrl)?.replace(site, '') ?? null;
}
const pager = (...links: [href: string, text: string][]) =>
  `<p>text</p><div class="pager">${links.map(([href, text]) => `<a href="${href}">${text}</a>`).join(' ')}</div>`;

describe('findNextPage', () => {
  it.each([
    ['/story', pager(['/story?page=2', '2'], ['/story?page=3', '3']), '/story?page=2'],
    ['/story?id=7', pager(['/story?id=7&p=2', 'Next page'], ['/story?id=7&p=9', 'Last']), '/story?id=7&p=2'],
    ['/story?page=2', pager(['/story', '1'], ['/story?page=3', '3'], ['/story?page=1', '1']), '/story?page=3'],
    ['/2026/11/20/story', pager(['/2026/11/20/story/2', '2'], ['/2026/11/20/story/3', '3']), '/2026/11/20/story/2'],
    ['/story/2/', pager(['/story/', '1'], ['/story/3/', 'Weiter »']), '/story/3/'],
    ['/story', pager(['/story/page/2/', '›']), '/story/page/2/'],
    ['/a/story.html', pager(['story_2.html', '下一页'], ['story_3.html', '3']), '/a/story_2.html'],
    ['/a/story_2.html', pager(['story.html', '上一页'], ['story_3.html', '下一页']), '/a/story_3.html'],
    ['/content_123456.htm', pager(['content_123456_2.htm', '次のページ']), '/content_123456_2.htm'],
    ['/bridge-reopens', pager(['/bridge-reopens-2', 'Next'], ['/bridge-reopens-3', '3']), '/bridge-reopens-2'],
    ['/story', '<link rel="next" href="/story?page=2"><p>text</p>', '/story?page=2'],
    ['/story?seite=1', pager(['/story?seite=2', 'nächste Seite']), '/story?seite=2'],
  ])('of %s', (at, html, next) => {
    expect(nextOf(at, html)).toBe(next);
  });

  it.each([
    ['the next story by rel', '/story', '<link rel="next" href="/another-story"><a href="/another-story">Next</a>'],
    ['the next story by number', '/2026/11/20', pager(['/2026/11/21', 'Next'])],
    ['a story of that day', '/2026/11/20', pager(['/2026/11/21', '21'], ['/2026/12/', 'December'])],
    ['the next number of an id', '/news/17', pager(['/news/18', 'Next'])],
    ['the last page', '/story?page=3', pager(['/story', '1'], ['/story?page=2', '2'])],
    ['the page after the next', '/story', pager(['/story?page=3', '3'])],
    ['another host', '/story', pager(['https://other.example/story?page=2', '2'])],
    ["the comments' pages", '/story', pager(['/story?cpage=2', '2'], ['/story/comment-page-2', '2'])],
    [
      'a story whose address has a number behind it',
      '/bridge-reopens',
      pager(['/bridge-reopens-2', 'Bridge reopens again']),
    ],
    ['another question', '/story?id=7', pager(['/story?id=8&page=2', '2'])],
    ['another part of the site', '/story', pager(['/stories?page=2', '2'])],
  ])('is not %s', (_, at, html) => {
    expect(nextOf(at, html)).toBeNull();
  });

  it('is said of an article, and of nothing else', () => {
    const at = `${site}/2026/11/20/harbour-bridge-reopens`;
    const head = `<link rel="next" href="${at}?page=2">`;
    const reading = extract(snapshot(articlePage({ head }), { at }), unknownSite('gazette.example'));
    expect(reading.nextPage).toBe(`${at}?page=2`);
    const listing = Array.from(
      { length: 20 },
      (_, n) => `<h2><a href="/s/${n}">A headline that is long enough ${n}</a></h2>`,
    );
    const list = extract(
      snapshot(`${head}<title>x</title>${listing.join('')}`, { at }),
      unknownSite('gazette.example'),
    );
    expect(list).toMatchObject({ pageType: 'listing', nextPage: null });
  });
});
