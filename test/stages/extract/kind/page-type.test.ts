import { describe, expect, it } from 'vitest';
import { defineScraper, unknownSite } from '../../../../src/settings/scraper.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import { articlePage, paragraphs, snapshot } from '../page.ts';

const site = unknownSite('gazette.example');
const read = (html: string, at = 'https://gazette.example/2026/11/20/harbour-bridge-reopens') =>
  extract(snapshot(html, { at }), site);
const rulesOf = (reading: ReturnType<typeof extract>) => reading.trace.map(({ rule }) => rule);

const teasers = (count: number, text = 'A short teaser of what is told there, in one line.') =>
  Array.from(
    { length: count },
    (_, n) =>
      `<div class="card"><h3><a href="/2026/11/2${n % 10}/story-${n}">Another headline that is long enough, number ${n}</a></h3><p>${text}</p></div>`,
  ).join('');
const page = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
const text = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');
const post = (name: string, n: number) =>
  `<div class="post" id="p${n}"><div class="author"><a href="/u/${name}">${name}</a> 20 Nov 2026</div><div class="content">${paragraphs[n % 4]}</div></div>`;
const posts = ['ada', 'tom', 'zoe', 'kim', 'lee'].map(post).join('');

const readerTools =
  '<a href="/ferries/history">History</a><a href="/ferries/source">Source</a><a href="/-/changelog">Changes</a><a href="/-/login">Log in</a>';

describe('page type: what a forum or a wiki consists of', () => {
  it.each([
    [
      'a thread of a forum',
      'forum',
      'page-type-thread',
      page('<title>Which ferry?</title><meta name="generator" content="phpBB">', `<h2>Which ferry?</h2>${posts}`),
      'https://forum.gazette.example/viewtopic.php?t=1234567',
    ],
    [
      'a thread of another one',
      'forum',
      'page-type-thread',
      page(
        '<title>Which ferry?</title><meta name="generator" content="Discourse 3.5">',
        `<h1>Which ferry?</h1>${posts}`,
      ),
      'https://forum.gazette.example/t/which-ferry-shall-we-all-take/1234',
    ],
    [
      'a page of a wiki, by its form and its history',
      'wiki',
      'page-type-wiki',
      page(
        '<title>Ferries</title>',
        `<h1>Ferries</h1>${posts}<a href="/Ferries/edit">Edit</a><a href="/Ferries/history">History</a>`,
      ),
      'https://wiki.gazette.example/Ferries',
    ],
    [
      'a page of a wiki with marks before its actions',
      'wiki',
      'page-type-wiki',
      page(
        '<title>Ferries</title>',
        `<h1>Ferries</h1>${posts}<a href="/wiki/ferries/_edit/">Edit</a><a href="/wiki/ferries/_history/">Changes</a><a href="/wiki/ferries/_dir/">All</a>`,
      ),
      'https://wiki.gazette.example/wiki/ferries/',
    ],
    [
      'a page of a wiki with its actions first',
      'wiki',
      'page-type-wiki',
      page(
        '<title>Ferries</title>',
        `<h1>Ferries</h1>${posts}<a href="/+modify/Ferries">Modify</a><a href="/+history/Ferries">History</a>`,
      ),
      'https://wiki.gazette.example/Ferries',
    ],
    [
      'a page of a wiki, by its software',
      'wiki',
      'page-type-wiki',
      page(
        '<title>Ferries</title><meta name="generator" content="MediaWiki 1.43">',
        `<h1>Ferries</h1>${posts}<a href="/index.php?title=Ferries&action=edit">Edit</a>`,
      ),
      'https://wiki.gazette.example/wiki/Ferries',
    ],
    [
      'a page of a wiki that only members edit, by its history and its source',
      'wiki',
      'page-type-wiki',
      page('<title>Ferries</title>', `<h1>Ferries</h1>${posts}${readerTools}`),
      'https://wiki.gazette.example/ferries',
    ],
  ])('%s is stored with its type', (_, pageType, rule, html, at) => {
    const reading = read(html, at);
    expect({
      readingPageType: reading.pageType,
      reason: reading.reason,
      draftPageType: reading.draft?.pageType,
    }).toEqual({ readingPageType: pageType, reason: null, draftPageType: pageType });
    expect(rulesOf(reading)).toContain(rule);
  });

  it.each([
    ['the history of a page', '/index.php?title=Ferries&action=history'],
    ['an old version', '/index.php?title=Ferries&oldid=7'],
    ['a special page', '/wiki/Special:RecentChanges'],
    ['a user', '/wiki/Benutzer:Anna'],
    ['a category', '/wiki/Kategorie:Schiffe'],
    ['a part of the index', '/doku.php?id=start&idx=ships'],
    ['the index', '/doku.php?id=start&do=index'],
  ])('%s of a wiki is not stored', (_, path) => {
    const html = page(
      '<title>Ferries</title><meta name="generator" content="MediaWiki 1.43">',
      `<h1>Ferries</h1>${posts}<a href="/index.php?title=Ferries&action=edit">Edit</a>`,
    );
    expect(read(html, `https://wiki.gazette.example${path}`).draft).toBeNull();
  });

  it.each(['/wiki/ferries/_dir/', '/wiki/ferries/_plugin/attachments/', '/wiki/ferries/_source/'])(
    'an action of a wiki with a mark is not stored: %s',
    (path) => {
      const tools = '<a href="/wiki/ferries/_edit/">Edit</a><a href="/wiki/ferries/_history/">Changes</a>';
      const html = page('<title>Ferries</title>', `<h1>Ferries</h1>${posts}${tools}`);
      expect(read(html, `https://wiki.gazette.example${path}`)).toMatchObject({ draft: null, pageType: 'other' });
    },
  );

  it('an action before the page of a wiki is not stored', () => {
    const tools = '<a href="/+modify/Ferries">Modify</a><a href="/+history/Ferries">History</a>';
    const html = page('<title>Ferries</title>', `<h1>Ferries</h1>${posts}${tools}`);
    expect(read(html, 'https://wiki.gazette.example/+meta/Ferries')).toMatchObject({ draft: null, pageType: 'other' });
  });

  it.each(['/ferries/source', '/ferries/blame/9cadab1', '/ferries?revision=9cadab1', '/-/help'])(
    'what a wiki shows next to its pages is not stored: %s',
    (path) => {
      const html = page('<title>Ferries</title>', `<h1>Ferries</h1>${posts}${readerTools}`);
      expect(read(html, `https://wiki.gazette.example${path}`)).toMatchObject({ draft: null, pageType: 'other' });
    },
  );

  it('a post of a site that calls itself a blog on each page is an article', () => {
    const blog = '<script type="application/ld+json">{"@type":"Blog","name":"The Gazette"}</script>';
    const html = page(
      `<title>Which ferry?</title>${blog}`,
      `<h1>Which ferry?</h1><time datetime="2026-11-20">20 November 2026</time>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`,
    );
    expect(read(html, 'https://gazette.example/2026/which-ferry.html')).toMatchObject({
      pageType: 'article',
      reason: null,
    });
  });

  it('a feed at the address of a page is a list', () => {
    const feed = `<?xml version="1.0"?>\n<rss version="2.0"><channel><title>All</title><item><title>A</title></item></channel></rss>`;
    expect(read(feed, 'https://gazette.example/latest/')).toMatchObject({ pageType: 'listing', reason: 'list' });
  });
});

describe('page type: no article, with its reason', () => {
  it.each([
    [
      'a product by Open Graph',
      'product',
      'page-type-product',
      page('<title>Lantern</title><meta property="og:type" content="product">', `<h1>Lantern</h1><p>19.90</p>${text}`),
      'https://shop.gazette.example/lantern-of-tinned-iron-with-handle',
    ],
    [
      'a tool with words about it',
      'other',
      'page-type-tool',
      page(
        '<title>Ferry fare calculator</title><script type="application/ld+json">{"@type":"WebApplication","name":"Calculator"}</script>',
        `<h1>Ferry fare calculator</h1><form><input name="a"><input name="b"><button>Count</button></form>${text}`,
      ),
      'https://gazette.example/tools/fares',
    ],
    [
      'the root of a site that sells something',
      'service',
      'page-type-model-service',
      page('<title>Quill & Marsh, shipwrights</title>', `<h1>Quill & Marsh, shipwrights</h1>${text}`),
      'https://quill.example/',
    ],
    [
      'a tag with a paragraph about it',
      'listing',
      'page-type-entries',
      page('<title>Harbour</title>', `<h1>Harbour</h1><p>${paragraphs[0]}</p>${teasers(20)}`),
      'https://gazette.example/tag/harbour',
    ],
    [
      'the stories of a month',
      'listing',
      'page-type-teasers',
      page('<title>November 2026</title>', `<h1>November 2026</h1><p>20 November 2026</p>${teasers(30)}`),
      'https://gazette.example/2026/11/',
    ],
    [
      'what a search found',
      'listing',
      'page-type-entries',
      page('<title>bridge</title>', `<h1>Results for bridge</h1><form><input name="q"></form>${teasers(25)}`),
      'https://gazette.example/find?q=bridge',
    ],
  ])('%s', (_, pageType, rule, html, at) => {
    const reading = read(html, at);
    expect({ pageType: reading.pageType, reason: reading.reason, detail: reading.detail }).toEqual({
      pageType,
      reason: pageType === 'listing' ? 'list' : 'not-an-article',
      detail: `page type: ${pageType}`,
    });
    expect(rulesOf(reading)).toContain(rule);
  });

  it.each([
    ['Page not found', '<p>Sorry, that page is gone. Try our front page instead.</p>'],
    ['404', '<p>Nothing here.</p>'],
    ['Oops! The page you are looking for has moved', '<p>Use the search above.</p>'],
    ['Seite nicht gefunden - Anzeiger', '<p>Die Seite gibt es nicht mehr.</p>'],
    ['页面不存在', '<p>您访问的页面已被删除。</p>'],
  ])('an error page at the address of an article: %s', (title, body) => {
    const reading = read(page(`<title>${title}</title>`, `<h1>${title}</h1>${body}${teasers(6)}`));
    expect(reading).toMatchObject({ pageType: 'other', reason: 'not-an-article' });
    expect(rulesOf(reading)).toContain('page-type-not-found');
  });
});

describe('page type: an article despite evidence against it', () => {
  const short = `<p>${paragraphs[0]}</p><p>${paragraphs[3]}</p>`;

  it('with two paragraphs among forty teasers', () => {
    const reading = read(articlePage({ body: short, after: `<aside>${teasers(40)}</aside>` }));
    expect(reading).toMatchObject({ pageType: 'article', reason: null });
    expect(reading.draft?.body).toBe(`${paragraphs[0]}\n\n${paragraphs[3]}`);
  });

  it('that is a review with structured data of its product', () => {
    const head =
      '<script type="application/ld+json">{"@type":"Product","name":"Lantern","review":{"@type":"Review"}}</script>';
    const body = Array.from({ length: 5 }, (_, n) => text.replaceAll('<p>', `<p>${n + 1}. `)).join('');
    expect(read(articlePage({ head, body }))).toMatchObject({ pageType: 'article', reason: null });
  });

  it('about pages that are not found', () => {
    const html = articlePage().replaceAll(
      'Harbour bridge reopens after eleven months',
      'Page not found: how the web forgets',
    );
    expect(read(html)).toMatchObject({ pageType: 'article', reason: null });
  });

  it('with a long text but no headline: the headline is missing', () => {
    const html = page(
      '',
      `<table><tr><td>${Array.from({ length: 5 }, (_, n) => `${n}. ${paragraphs.join('<br><br>')}`).join('<br><br>')}</td></tr></table>`,
    );
    expect(read(html, 'https://gazette.example/a.htm')).toMatchObject({
      pageType: 'article',
      reason: 'layout-changed',
      detail: 'required, but not found: title',
    });
  });

  it('on a forum whose metadata say article', () => {
    const head = '<meta name="generator" content="Discourse 3.5"><meta property="og:type" content="article">';
    expect(read(articlePage({ head }))).toMatchObject({ pageType: 'article', reason: null });
  });
});

describe('page type: what the scraper says of addresses', () => {
  const own = (links: RegExp[], lists: (RegExp | string)[] = []) =>
    defineScraper({ host: 'gazette.example', links: { article: links }, lists });
  const readBy = (
    scraper: ReturnType<typeof own>,
    html: string,
    at = 'https://gazette.example/harbour-bridge-reopens',
  ) => extract(snapshot(html, { at }), scraper);

  it('stores no page as an article whose address links.article does not name', () => {
    expect(readBy(own([/reopens$/]), articlePage()).reason).toBeNull();
    const other = readBy(own([/\/20\d\d\//]), articlePage());
    expect(other).toMatchObject({
      pageType: 'other',
      draft: null,
      reason: 'not-an-article',
      detail: 'page type: other; its address matches no pattern of links.article',
    });
    expect(rulesOf(other)).toContain('page-type-other-address');
  });

  it('is a list where a page with the address of an article has teasers', () => {
    const head =
      '<title>News</title><script type="application/ld+json">{"@type":"NewsArticle","headline":"Latest news"}</script>';
    const list = page(head, `${teasers(30, 'A line.')}<p>${paragraphs[0]} ${paragraphs[1]}</p>`);
    const at = 'https://gazette.example/latest-news-from-the-harbour-town';
    expect(readBy(own([]), list, at).pageType).toBe('article');
    expect(readBy(own([/\/20\d\d\//]), list, at).pageType).toBe('listing');
  });

  it('takes what lists names for a list, with its further pages, even if it looks like an article', () => {
    const scraper = own([], ['/blog/', /\/best-of\//]);
    for (const path of ['/blog', '/blog/', '/blog/page/2/', '/blog/?page=3', '/best-of/harbour-bridge-reopens'])
      expect(readBy(scraper, articlePage(), `https://gazette.example${path}`).pageType).toBe('listing');
    expect(readBy(scraper, articlePage(), 'https://gazette.example/blog/bridge').pageType).toBe('article');
  });
});

describe('page type: pages about the site itself', () => {
  const terms = page('<title>The Gazette</title>', `<h1>What we promise</h1>${text}`);

  it.each([
    '/privacy',
    '/de/impressum.html',
    '/pages/terms-of-use/',
    '/legal/cookie-policy?lang=en',
    '/mentions-legales',
    '/gizlilik',
  ])('are known by their address: %s', (path) => {
    const reading = read(terms, `https://gazette.example${path}`);
    expect({ pageType: reading.pageType, lastRule: rulesOf(reading).at(-1) }).toEqual({
      pageType: 'service',
      lastRule: 'page-type-service-address',
    });
    expect(reading.draft).toBeNull();
  });

  it('are no articles that only have such a word in their address, or that say that they are some', () => {
    expect(read(articlePage(), 'https://gazette.example/news/privacy-of-the-harbour').pageType).toBe('article');
    expect(read(articlePage(), 'https://gazette.example/2026/11/20/1234/privacy').pageType).toBe('article');
    const head =
      '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Harbour bridge reopens after eleven months"}</script>';
    expect(read(articlePage({ head }), 'https://gazette.example/privacy').pageType).toBe('article');
  });
});
