import { describe, expect, it } from 'vitest';
import { unknownSite } from '../../../../src/settings/scraper.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import { paragraphs, snapshot } from '../page.ts';

const read = (html: string, at: string) => extract(snapshot(html, { at }), unknownSite('gazette.example'));
const home = 'https://gazette.example/';
const blog = 'https://gazette.example/blog/';

const page = (body: string, { head = '', attributes = '', lang = 'en' } = {}): string =>
  `<!doctype html><html lang="${lang}"><head><title>The Gazette</title>${head}</head><body ${attributes}>
<header><a href="/">The Gazette</a></header><nav><a href="/news">News</a> <a href="/arts">Arts</a></nav>${body}<footer>© 2026 The Gazette</footer></body></html>`;

/** Titles that differ in more than a number. */
const things = ['harbour bridge', 'old ferry', 'north lock', 'lantern market', 'museum ship', 'eastern weir'];
const titleOf = (thing: string): string => `The ${thing} is open again`;
const pathOf = (thing: string): string => `/${thing.replace(' ', '-')}`;
const excerptOf = (thing: string): string =>
  `People came from both halves of the town to see the ${thing}, and most of them stayed until the evening.`;
const bodyOf = (thing: string): string =>
  paragraphs.map((text) => `<p>${text.replaceAll(/bridge|ferry/g, thing)}</p>`).join('');
const date = '<time datetime="2026-11-20">20 November 2026</time>';
const each = (entry: (thing: string) => string, of: readonly string[] = things): string => of.map(entry).join('');

describe('a list by the structure of its entries', () => {
  it.each<[string, string, string]>([
    [
      'excerpts in articles',
      page(
        `<main>${each((one) => `<article class="post"><h2><a href="${pathOf(one)}">${titleOf(one)}</a></h2>${date}<p>${excerptOf(one)}</p></article>`)}</main>`,
      ),
      home,
    ],
    [
      'full posts under one address',
      page(
        `<main>${each((one) => `<article><h2><a href="${pathOf(one)}">${titleOf(one)}</a></h2>${date}${bodyOf(one)}</article>`)}</main>`,
      ),
      blog,
    ],
    [
      'two full posts',
      page(
        `<div id="content">${each((one) => `<div class="hentry"><h2 class="entry-title"><a href="${pathOf(one)}">${titleOf(one)}</a></h2>${bodyOf(one)}</div>`, things.slice(0, 2))}</div>`,
      ),
      blog,
    ],
    [
      'cards that are whole links',
      page(
        `<section class="grid">${each((one) => `<a class="card" href="${pathOf(one)}"><h3>${titleOf(one)}</h3><p>${excerptOf(one)}</p></a>`)}</section>`,
      ),
      blog,
    ],
    [
      'headings and paragraphs without boxes',
      page(
        `<div>${each((one) => `<h2><a href="${pathOf(one)}">${titleOf(one)}</a></h2><p>${excerptOf(one)}</p>`)}</div>`,
      ),
      blog,
    ],
    [
      'titles and dates only',
      page(
        `<h1>Archive</h1><ul>${each((one) => `<li>${date} <a href="${pathOf(one)}">${titleOf(one)}</a></li>`)}</ul>`,
      ),
      'https://gazette.example/all/',
    ],
    [
      'the only entry of an archive',
      page(
        `<main><h1>Tag: weir</h1><article><h2><a href="/weir">The weir</a></h2>${date}<p>${excerptOf('weir')}</p></article></main>`,
        { attributes: 'class="archive tag tag-weir"' },
      ),
      'https://gazette.example/weirs/',
    ],
    [
      'entries from right to left',
      page(
        `<main>${['الجسر القديم', 'ميناء الشمال', 'سوق الفوانيس', 'متحف السفن']
          .map(
            (thing, n) =>
              `<article><h2><a href="/p/${n}">افتتاح ${thing} من جديد أمام الزوار</a></h2><p>جاء الناس من شطري المدينة لرؤية ${thing} وبقي معظمهم حتى المساء رغم المطر والبرد.</p></article>`,
          )
          .join('')}</main>`,
        { attributes: 'dir="rtl"', lang: 'ar' },
      ),
      blog,
    ],
    [
      'Japanese entries',
      page(
        `<main>${['港の橋', '古い渡し船', '北の水門', '提灯の市場']
          .map(
            (thing, n) =>
              `<article><h2><a href="/p/${n}">${thing}がふたたび開きました</a></h2><p>${thing}を見るために町の両側から人々が集まり、多くは夕方まで残っていました。</p></article>`,
          )
          .join('')}</main>`,
        { lang: 'ja' },
      ),
      blog,
    ],
    [
      'entries of a list that calls itself an article in Open Graph',
      page(
        `<main>${each((one) => `<article class="post"><h2><a href="${pathOf(one)}">${titleOf(one)}</a></h2><p>${excerptOf(one)}</p></article>`)}</main>`,
        { head: '<meta property="og:type" content="article">', attributes: 'class="blog"' },
      ),
      blog,
    ],
    [
      'entries of a list that declares an article with the name of the site',
      page(
        `<main>${each((one) => `<article class="card"><p class="title"><a href="${pathOf(one)}">${titleOf(one)}</a></p>${date}${bodyOf(one)}</article>`, things.slice(0, 2))}</main>`,
        {
          head: '<script type="application/ld+json">{"@type":"BlogPosting","headline":"The Gazette","mainEntityOfPage":{"@id":"https://gazette.example"},"publisher":{"@type":"Organization","name":"The Gazette"}}</script>',
        },
      ),
      'https://gazette.example/categories/town/page/2/',
    ],
    [
      'an index of categories that declares an article',
      page(
        `<h1>Categories</h1><div>${['Town', 'Country', 'Hobby'].map((name) => `<div><a href="/categories/${name}/">${name}</a> 10 posts</div>`).join('')}</div>`,
        {
          head: '<meta property="article:published_time" content="2026-11-20T08:00:00Z"><script type="application/ld+json">{"@type":"BlogPosting","headline":"Categories","datePublished":"2026-11-20"}</script>',
        },
      ),
      'https://gazette.example/categories/',
    ],
  ])('%s', (_, html, at) => {
    expect(read(html, at)).toMatchObject({ pageType: 'listing', reason: 'list', draft: null });
  });
});

describe('an article next to other articles', () => {
  const at = 'https://gazette.example/harbour-bridge';
  const own = `<h1>Harbour bridge reopens</h1><p class="meta">${date}</p>`;
  const text = paragraphs.map((one) => `<p>${one}</p>`).join('');
  const cards = each(
    (one) => `<div class="card"><h3><a href="${pathOf(one)}">${titleOf(one)}</a></h3><p>${excerptOf(one)}</p></div>`,
    things.slice(1),
  );
  /** Short posts are shorter than what is around them. */
  const short = '<p>The office is closed on Monday, since all of us are at the opening of the bridge.</p>';

  it.each<[string, string]>([
    ['related cards', page(`<main><article>${own}${text}</article><section class="related">${cards}</section></main>`)],
    [
      'cards below a heading, in the article itself',
      page(`<main><article>${own}${text}<h2>You may also like</h2>${cards}</article></main>`),
    ],
    [
      'a side bar that is longer than a short post',
      page(
        `<main><article class="post">${own}<div class="entry-content">${short}</div></article></main><div class="sidebar widget-area">${cards}</div>`,
      ),
    ],
    [
      'a round-up with linked headings',
      page(
        `<main><article>${own}<p>${paragraphs[0]}</p>${each((one) => `<h2><a href="${pathOf(one)}">${titleOf(one)}</a></h2><p>${excerptOf(one)} ${paragraphs[1]}</p>`)}</article></main>`,
      ),
    ],
    [
      'data that say so, and no date in sight',
      page(`<main><h1>Harbour bridge reopens</h1>${text}<div class="more">${cards}</div></main>`, {
        head: '<script type="application/ld+json">{"@type":"BlogPosting","headline":"Harbour bridge reopens","datePublished":"2026-11-20"}</script>',
      }),
    ],
  ])('is one with %s', (_, html) => {
    const reading = read(html, at);
    expect(reading).toMatchObject({ pageType: 'article', reason: null });
    expect(reading.draft?.title).toBe('Harbour bridge reopens');
  });

  it('is no list where all linked titles of a page are that of its thread', () => {
    const answers = Array.from(
      { length: 5 },
      (_, n) =>
        `<div class="reply"><h3><a href="/t/bridge?answer=${n}">${n === 0 ? '' : 'Re: '}Which bridge shall we take?</a></h3><p>${paragraphs[n % 4]}</p></div>`,
    ).join('');
    const reading = read(page(`<main>${answers}</main>`), 'https://gazette.example/t/bridge');
    expect(reading.trace.map(({ rule }) => rule)).not.toContain('page-type-entries');
  });
});

describe('a post whose text is missing', () => {
  it.each([
    ['a byline', '<p>By Ann Lee</p>'],
    ['a date', `<p>${date}</p>`],
    ['a byline and a date', `<p>By Ann Lee, ${date}</p>`],
  ])('is no short post because of its headline and %s', (_, line) => {
    const html = page(`<main><article><h1>Harbour bridge reopens on Friday morning</h1>${line}</article></main>`, {
      head: '<meta property="og:type" content="article">',
    });
    expect(read(html, 'https://gazette.example/2026/11/20/harbour-bridge-reopens').draft).toBeNull();
  });
});

describe('a page whose text is for some only', () => {
  const at = 'https://gazette.example/2026/11/20/harbour-bridge-reopens';
  const post = (content: string, before = ''): string =>
    page(
      `${before}<main><article><h1>Harbour bridge reopens</h1><p>${date}</p><div class="entry-content">${content}</div></article></main>`,
      {
        head: '<meta property="og:type" content="article"><meta property="og:title" content="Harbour bridge reopens">',
      },
    );

  it.each([
    [
      'a form for a password',
      '<form method="post"><p>To view it, enter the password:</p><input type="password" name="p"><button>Enter</button></form>',
    ],
    ['English', '<p>This post is for paying subscribers only.</p>'],
    ['English, of a member', '<p>The rest of this article is available only to members. Sign in to read it.</p>'],
    ['German', '<p>Dieser Beitrag ist nur für Mitglieder lesbar.</p>'],
    ['French', '<p>Cet article est réservé aux abonnés du journal.</p>'],
    ['Spanish', '<p>Este artículo es exclusivo para suscriptores del diario.</p>'],
    ['Russian', '<p>Эта статья доступна только для подписчиков газеты.</p>'],
    ['Chinese', '<p>本文为会员专享内容，请升级后阅读全文。</p>'],
    ['Japanese', '<p>この記事は会員限定です。登録してお読みください。</p>'],
    ['Arabic', '<p>هذا المقال للمشتركين فقط في الجريدة.</p>'],
    ['Hebrew', '<p>הכתבה הזאת פתוחה למנויים בלבד.</p>'],
  ])('ends as login-required: %s', (_, content) => {
    expect(read(post(content), at)).toMatchObject({ draft: null, reason: 'login-required' });
  });

  it.each([
    [
      'a login form in the header',
      post(
        paragraphs.map((one) => `<p>${one}</p>`).join(''),
        '<header><form><input name="user"><input type="password"></form></header>',
      ),
    ],
    [
      'a login form above the text',
      post(
        paragraphs.map((one) => `<p>${one}</p>`).join(''),
        '<div><form><input type="email"><input type="password"></form></div>',
      ),
    ],
    [
      'an excerpt of several sentences above a note for members',
      post(`${paragraphs.map((one) => `<p>${one}</p>`).join('')}<p>The full article is only for members.</p>`),
    ],
    [
      'an offer to members below a whole text',
      post(
        `${paragraphs.map((one) => `<p>${one}</p>`).join('')}<p>The comments of this post are for paying members only.</p>`,
      ),
    ],
  ])('is no page with %s', (_, html) => {
    expect(read(html, at).reason).toBeNull();
  });

  it('is not a list that offers a membership', () => {
    const list = page(
      `<main><p>The full newsletter is only for members.</p>${each((one) => `<article><h2><a href="${pathOf(one)}">${titleOf(one)}</a></h2><p>${excerptOf(one)}</p></article>`)}</main>`,
    );
    expect(read(list, blog).reason).toBe('list');
  });
});

describe('an article whose headings are links to themselves', () => {
  it('is no list, however it writes their addresses', () => {
    const at = 'https://gazette.example/town/old-ferry';
    for (const link of ['?id=', '/town/old-ferry?id=', '#']) {
      const sections = things
        .map(
          (thing, n) =>
            `<h2 id="part-${n}"><a href="${link}part-${n}">${titleOf(thing)}</a></h2><p>${excerptOf(thing)}</p>`,
        )
        .join('');
      const { pageType } = read(
        page(`<main><article><h1>The old ferry</h1><p>${excerptOf('old ferry')}</p>${sections}</article></main>`),
        at,
      );
      expect(pageType).toBe('article');
    }
  });
});

it('a front page is a list although its articles have no links, because scripts open them', () => {
  const card = (n: number) =>
    `<article class="card"><header><span>Story ${n} of the harbour and its ferries</span></header><div class="excerpt">${paragraphs.map((text) => `<p>${text}</p>`).join('')}</div><span>1${n} November 2026</span></article>`;
  const html = `<html lang="en"><head><title>The Gazette</title></head><body><main>${[0, 1, 2, 3, 4, 5].map(card).join('')}</main></body></html>`;
  const { pageType, draft } = extract(
    snapshot(html, { at: 'https://gazette.example/' }),
    unknownSite('gazette.example'),
  );
  expect({ pageType, draft }).toEqual({ pageType: 'listing', draft: null });
});
