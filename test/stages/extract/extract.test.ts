import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MediaItem, mediaItem } from '../../../src/model/media/media-item.ts';
import type { Snapshot } from '../../../src/model/page/snapshot.ts';
import type { ScraperDefinition, WrapperDefinition } from '../../../src/settings/definitions/scraper-definition.ts';
import { defineScraper, unknownSite } from '../../../src/settings/scraper.ts';
import { extract } from '../../../src/stages/extract/extract.ts';
import { articlePage, paragraphs, snapshot } from './page.ts';

const site = unknownSite('gazette.example');
const own = (definition: Partial<ScraperDefinition>) => defineScraper({ host: 'gazette.example', ...definition });
const text = paragraphs.join('\n\n');

describe('extract: an article of an unknown site', () => {
  const reading = extract(
    snapshot(
      articlePage({
        head: '<link rel="canonical" href="https://www.gazette.example/bridge"><meta property="og:site_name" content="The Gazette">',
      }),
    ),
    site,
  );

  it('gives the text alone, without headline, byline, comments and navigation', () => {
    expect(reading).toMatchObject({ pageType: 'article', reason: null });
    expect(reading.draft).toMatchObject({
      title: 'Harbour bridge reopens after eleven months',
      authors: ['Ada Marsh', 'Tom Quill'],
      publishedAt: { value: '2026-11-20', precision: 'day' },
      lang: 'en',
      source: 'The Gazette',
      canonicalUrl: 'https://www.gazette.example/bridge',
      extractor: 'generic/7+blocks-4',
    });
    expect(reading.draft?.body).toBe(text);
  });

  it('removes terminal control characters from all fields', () => {
    const hidden = '\u001b[2J\u009b31m\u0007';
    const page = articlePage({ head: `<meta name="description" content="A ${hidden}bridge">` });
    const html = page.replaceAll('Harbour bridge', `Harbour ${hidden}bridge`).replace('ferry', `fer${hidden}ry`);
    const { draft } = extract(snapshot(html), site);
    expect(draft?.title).toBe('Harbour [2J31mbridge reopens after eleven months');
    expect(JSON.stringify(draft)).not.toMatch(/\\u00(?:0[0-8b-f]|1|7f)|[\u007f-\u009f]/);
    expect(draft?.description).toBe('A [2J31mbridge');
  });

  it('gives the provenance of fields, and the rules that ran', () => {
    expect(reading.draft?.provenance).toMatchObject({
      title: { by: 'generic' },
      body: { by: 'generic' },
      publishedAt: { by: 'generic' },
      lang: { by: 'meta' },
    });
    expect(reading.trace.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['title', 'comment-area', 'block-model']),
    );
  });

  it('is the same for the same snapshot, and survives a structured clone', () => {
    expect(extract(snapshot(articlePage()), site)).toEqual(extract(snapshot(articlePage()), site));
    expect(structuredClone(reading)).toEqual(reading);
  });
});

describe('extract: boilerplate', () => {
  const bodyOf = (body: string, after = '', via: Snapshot['via'] = 'static') =>
    extract(snapshot(articlePage({ body, after }), { via }), site).draft?.body;
  const block = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');

  it('drops hidden text, unless nearly all text is hidden', () => {
    const hidden = `${block}<p data-v="0">${paragraphs[0]} Hidden.</p>`;
    expect(bodyOf(hidden, '', 'browser')).toBe(text);
    expect(bodyOf(`<div data-v="0">${block}</div>`, '', 'browser')).toBe(text);
    // each part waits for a script that fades it in
    const waiting = paragraphs.map((paragraph) => `<p data-v="0">${paragraph}</p>`).join('');
    expect(bodyOf(waiting, '', 'browser')).toBe(text);
    // a server cannot forge the browser's marks of hidden text
    expect(bodyOf(hidden)).toContain('Hidden.');
  });

  it('drops the repeated headline and links to other articles', () => {
    expect(
      bodyOf(
        `<p>Harbour bridge reopens after eleven months</p>${block}<p>Read more: <a href="/x">The ferry winter</a></p>`,
      ),
    ).toBe(text);
  });

  it('gives a text once that is on the page twice', () => {
    expect(bodyOf(`<div class="story-body">${block}</div><div class="story-body print-only">${block}</div>`)).toBe(
      text,
    );
  });

  it('keeps a refrain', () => {
    const refrain = `<p>${paragraphs[0]}</p>`;
    expect(bodyOf(`${block}${refrain}`)).toBe(`${text}\n\n${paragraphs[0]}`);
  });

  it('keeps a text if another copy of it is dropped', () => {
    const copy = `<aside class="related teaser">${block}</aside>`;
    expect(bodyOf(block, copy)).toBe(text);
  });

  it('keeps lists and quotations', () => {
    expect(bodyOf(`${block}<ul><li>Nine million was the cost</li><li>Eleven months it took</li></ul>`)).toContain(
      'Nine million was the cost',
    );
  });
});

describe('extract: a text shorter than 500 letters', () => {
  const around = (story: string, offer: string) =>
    `<!doctype html><html><head><title>驴子给图书馆盖章</title></head><body><div id="app"><header class="bar"><a href="/">远岸</a><span>来自边地的长短故事</span></header>
<main><article class="story"><h1>驴子给图书馆盖章</h1><div class="text">${story}<div class="sidebar"><p>${offer}</p></div></div></article><section class="pitch"><h3>喜欢吗？</h3><p>${offer}</p></section></main><footer><p>没有广告，没有追踪，没有星座运势。</p></footer></div></body></html>`;
  const offer = '它由会员付费写成。每月五元起，加入他们，我们不登广告，也不追踪读者。';

  it.each([
    ['over 200 Chinese characters, which count more', 5],
    ['less than that', 2],
  ])('is read without boilerplate: %s', (_, count) => {
    const story = Array.from(
      { length: count },
      (_, at) =>
        `第${'一二三四五'[at]}个星期三，墨点驮着两只书箱走十一里山路，到没有通车的自然村去，孩子们远远听见铃铛，就跑下坡来等它。`,
    );
    const reading = extract(snapshot(around(story.map((text) => `<p>${text}</p>`).join(''), offer)), site);
    expect(reading.draft?.body).toBe(story.join('\n\n'));
  });
});

describe('extract: a site with its own rules', () => {
  const page = snapshot(
    articlePage({
      body: `<div class="new"><p>${paragraphs[0]}</p><p class="promo">Buy our calendar.</p></div><div class="old"><p>${paragraphs[1]}</p></div>`,
    }),
  );

  it('uses the wrapper that was valid at the snapshot, and its clean selectors', () => {
    const wrapped = own({
      wrappers: [
        { body: '.old', validUntil: '2026-06-01' },
        { title: 'h1', body: '.new p', clean: ['.promo'] },
      ],
    });
    const now = extract(page, wrapped).draft;
    expect(now).toMatchObject({ body: paragraphs[0], extractor: 'gazette.example/2' });
    expect(now?.provenance).toMatchObject({
      body: { by: 'wrapper' },
      title: { by: 'wrapper' },
      authors: { by: 'generic' },
    });
    expect(extract({ ...page, takenAt: new Date('2026-05-01') }, wrapped).draft?.body).toBe(paragraphs[1]);
  });

  it('prefers the site’s functions', () => {
    const scripted = own({
      wrappers: [{ title: 'h1' }],
      fields: {
        title: () => 'By script',
        body: (doc) => doc.texts('.old p'),
        publishedAt: () => '2 hours ago',
        authors: () => ['Zoe Hale'],
      },
    });
    const { draft } = extract(page, scripted);
    expect(draft).toMatchObject({
      title: 'By script',
      body: paragraphs[1],
      authors: ['Zoe Hale'],
      publishedAt: { value: '2026-11-21T10:00:00+00:00' },
    });
    expect(draft?.provenance.title).toEqual({ by: 'scraper', confidence: 0.99 });
  });

  it('reports whether each rule matched; an unusable value is no match', () => {
    const rules = {
      wrappers: [{ title: 'h1', byline: '.byline', date: '.new', body: '.new p' }],
      fields: { section: () => null },
    };
    expect(extract(page, own(rules)).ownRules.map(({ field, what, hasMatch }) => [field, what, hasMatch])).toEqual([
      ['fields.section', expect.stringMatching(/^function [0-9a-f]{8}$/), false],
      ['title', 'h1', true],
      ['body', '.new p', true],
      ['byline', '.byline', expect.any(Boolean)],
      ['date', '.new', false], // a paragraph, and no day
    ]);
    expect(extract(page, site).ownRules).toEqual([]);
  });

  it('are not replaced by generic rules in strict fields', () => {
    const wrong = { wrappers: [{ byline: '.nobody' }] };
    expect(extract(page, own(wrong)).draft?.provenance.authors).toMatchObject({ by: 'generic' });
    const strict = extract(page, own({ ...wrong, required: ['title', 'authors'] }));
    expect(strict).toMatchObject({ reason: 'layout-changed', draft: null });
    expect(strict.detail).toBe(`required, but not found: authors by the site's own rules (byline ".nobody")`);
    expect(extract(page, own({ wrappers: [{ title: '.nothing', body: '.nothing' }] })).draft?.title).not.toBe('');
    const either = own({ ...wrong, fields: { authors: () => 'Zoe Hale' }, required: ['authors'] });
    expect(extract(page, either).draft?.authors).toEqual(['Zoe Hale']);
  });

  it('names the scraper whose function throws, and rejects an invalid selector', () => {
    const throwing = own({
      fields: {
        title: () => {
          throw new Error('oops');
        },
      },
    });
    expect(() => extract(page, throwing)).toThrow(
      expect.objectContaining({ kind: 'misconfigured', message: expect.stringContaining('fields.title throws') }),
    );
    expect(() => own({ wrappers: [{ body: 'p[' }] })).toThrow(/p\[\\" is not a CSS selector/);
  });
});

describe('extract: no article', () => {
  const listing = `<html><head><title>The Gazette</title></head><body><main>${Array.from({ length: 20 }, (_, n) => `<article><h2><a href="/2026/11/20/story-${n}">A headline that is long enough, number ${n}</a></h2><p>A short teaser of it.</p></article>`).join('')}</main></body></html>`;

  it('recognizes a front page, and gives its links', () => {
    const reading = extract(snapshot(listing, { at: 'https://gazette.example/' }), site);
    expect(reading).toMatchObject({ pageType: 'listing', draft: null, reason: 'list' });
    expect(reading.links.filter(({ region }) => region === 'content')).toHaveLength(20);
  });

  it('takes a source of the site for a listing, whatever its content', () => {
    const sourced = own({ sources: [{ url: '/news/today', kind: 'listing' }] });
    expect(extract(snapshot(articlePage(), { at: 'https://gazette.example/news/today' }), sourced).reason).toBe('list');
  });

  it('gives too-short if the metadata say article and there is no text; layout-changed where a scraper knows the layout', () => {
    const empty =
      '<html><head><title>Bridge</title><script type="application/ld+json">{"@type":"NewsArticle","headline":"Bridge"}</script></head><body><h1>Bridge</h1></body></html>';
    expect(extract(snapshot(empty), site)).toMatchObject({
      reason: 'too-short',
      detail: 'the page has no article text',
    });
    const known = { ...site, file: '/scrapers/gazette.example/scraper.ts' };
    expect(extract(snapshot(empty), known)).toMatchObject({
      reason: 'layout-changed',
      detail: expect.stringContaining('body'),
    });
    const byAddress = own({ links: { article: [/\/2026\//] } });
    expect(extract(snapshot('<h1>Bridge</h1>'), byAddress).reason).toBe('layout-changed');
  });

  it('requires the fields of the site', () => {
    const strict = own({ required: ['title', 'body', 'authors'] });
    const reading = extract(snapshot(articlePage({ byline: '' })), strict);
    expect(reading).toMatchObject({ reason: 'layout-changed', detail: 'required, but not found: authors' });
  });

  it('names the rule of a required field that nothing finds', () => {
    const ruled = own({ wrappers: [{ byline: '.writer' }], required: ['title', 'authors'] });
    const { detail } = extract(snapshot(articlePage({ byline: '' })), ruled);
    expect(detail).toBe(`required, but not found: authors by the site's own rules (byline ".writer")`);
  });

  it('accepts a video but no preview as required media; if it plays elsewhere, nothing is missing', () => {
    const strict = own({ required: ['media'] });
    const reasonOf = (change: Partial<Snapshot>) => extract(snapshot(articlePage(), change), strict).reason;
    const item = (role: MediaItem['role']) => [mediaItem('https://cdn.example/a.mp4', 'progressive', { role })];
    expect(reasonOf({ media: item('main'), noMedia: null })).toBeNull();
    expect(reasonOf({ media: [], noMedia: 'not-play-page' })).toBeNull();
    expect(reasonOf({ media: item('preview'), noMedia: 'no-media' })).toBe('layout-changed');
    expect(reasonOf({ media: [], noMedia: 'not-video-page' })).toBe('layout-changed');
  });

  it.each([
    ['<title>Just a moment...</title><h1>gazette.example</h1><p>Checking your browser before accessing.</p>', 403],
    ['<title>Verify</title><p>Please verify you are a human to go on.</p>', 200],
    ["<title>Access denied</title><p>You don't have permission to access this page.</p>", 403],
    ['<title>安全验证</title><p>请完成安全验证后继续访问</p>', 200],
    [
      '<title>Gazette</title><h1>We value your privacy</h1><p>We and our partners use cookies. Accept all cookies</p>',
      200,
    ],
  ])('recognizes a wall: %s', (html, status) => {
    expect(extract(snapshot(html, { status }), site)).toMatchObject({ draft: null, reason: 'blocked' });
  });

  it.each([
    [
      'Access denied: reporters kept out of the trial',
      '<meta property="og:type" content="article"><title>Access denied: reporters kept out of the trial</title><h1>Access denied: reporters kept out of the trial</h1><p>The court closed its doors to the press on Monday. Three papers have appealed.</p>',
    ],
    [
      'unusual traffic, with a comment form',
      '<title>Harbour</title><article><time datetime="2026-11-20">20 Nov</time><h1>Harbour</h1><p>Police report unusual traffic at the harbour since Monday.</p></article><form><div class="g-recaptcha"></div></form>',
    ],
    [
      'a consent overlay over a short notice',
      '<title>Ferry</title><h1>Ferry back in service</h1><p>The ferry between the islands sails again from Monday at six. Tickets are sold on board only, the office says, until its machines are mended.</p><div id="consent-box">We value your privacy. Accept all cookies</div>',
    ],
    ['a short notice', '<title>Closed</title><h1>Closed on Monday</h1><p>The library is closed on Monday.</p>'],
  ])('recognizes no wall in %s', (_, html) => {
    expect(extract(snapshot(html), site).reason).not.toBe('blocked');
  });

  it('recognizes a wall in a consent dialog without other text', () => {
    const html =
      '<title>Gazette</title><div role="dialog"><h2>We value your privacy</h2><p>We and our partners use cookies.</p><p>Accept all cookies</p></div><footer>Imprint</footer>';
    expect(extract(snapshot(html), site).reason).toBe('blocked');
  });

  it('does not take a consent dialog for the text if the article is missing', () => {
    const dialog =
      '<div id="consent" role="dialog"><h2>We value your privacy</h2><p>We and our 214 partners store and access information on a device, such as cookies, and process personal data for personalised advertising.</p></div>';
    const html = `<meta property="og:type" content="article"><title>Ferry</title><main><article><h1>Ferry timetable</h1><p>By Ann Lee</p></article></main>${dialog}`;
    expect(extract(snapshot(html), site)).toMatchObject({ draft: null, reason: 'too-short' });
  });

  it('recognizes no wall in an article about captchas', () => {
    const body = `<p>Sites ask their readers: are you a robot? ${paragraphs[0]}</p>${'<p>'.concat(paragraphs[1] ?? '', '</p>').repeat(12)}`;
    expect(extract(snapshot(articlePage({ body })), site).reason).toBeNull();
  });

  it('gives a draft on request (draftAlways)', () => {
    const reading = extract(snapshot(listing, { at: 'https://gazette.example/' }), site, { draftAlways: true });
    expect(reading).toMatchObject({ pageType: 'listing', reason: null, detail: expect.stringContaining('listing') });
    expect(reading.draft?.body).not.toBe('');
  });
});

describe('extract: other languages', () => {
  const chinese =
    '港口大桥在关闭十一个月之后于周五上午重新开放，约四百名市民步行走过大桥，随后第一辆公共汽车才获准通行。'.repeat(3);

  it('detects Chinese if the template declares English', () => {
    const html = `<html lang="en"><head><title>港口大桥重新开放_城市报</title></head><body><h1>港口大桥重新开放</h1><p>2026年11月20日 09:30 来源：城市报 作者：王小明</p><div>${`<p>${chinese}</p>`.repeat(3)}</div></body></html>`;
    const { draft } = extract(
      snapshot(html, { at: 'https://city.example/a.html' }),
      defineScraper({ host: 'city.example', country: 'CN' }),
    );
    expect(draft).toMatchObject({
      title: '港口大桥重新开放',
      lang: 'zh',
      authors: ['王小明'],
      publishedAt: { value: '2026-11-20T09:30:00+08:00', precision: 'minute' },
    });
    expect(draft?.body).toContain(chinese);
  });
});

describe('extract: hostile pages', () => {
  it('never throws on random cuts, repetitions and insertions', () => {
    const source = articlePage({
      head: '<script type="application/ld+json">{"@type":"NewsArticle","author":{"name":"A"}}</script>',
    });
    const noise = fc.constantFrom(
      '<',
      '>',
      '"',
      '</div>',
      '<table><tr>',
      '<svg><p>',
      '<template>',
      '\u0000',
      '\ud800',
      '<!--',
      ']]>',
      '<frameset>',
      '<select><option>',
      '</body></html><p>',
      '<base href="::">',
      '<a href="http://[">',
      '&#x110000;',
      '<plaintext>',
    );
    const edit = fc.tuple(fc.nat(source.length), fc.nat(60), noise);
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
        const html = edits.reduce((now, [at, cut, put]) => now.slice(0, at) + put + now.slice(at + cut), source);
        const { draft, links } = extract(snapshot(html), site, { draftAlways: true });
        expect(draft).not.toBeNull();
        expect(links.every(({ url }) => url.startsWith('http'))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it.each(['', ' ', '<html>', '<frameset><frame src="a"></frameset>', '\u0000\u0001', '{"json": true}'])(
    'gives a reason for %j',
    (html) => {
      expect(extract(snapshot(html), site).draft).toBeNull();
    },
  );
});

describe('extract: responses that are no pages', () => {
  const read = (html: string, type: string, status = 200) =>
    extract(
      snapshot(html, { at: 'https://gazette.example/x', status, headers: type === '' ? {} : { 'content-type': type } }),
      site,
    );

  it.each([
    ['image/jpeg', 'unsupported type image/jpeg'],
    ['application/pdf; x=1', 'unsupported type application/pdf'],
    ['application/json', 'its type is application/json'],
    ['text/html; charset=utf-8', 'the page is empty (the site answered 200)'],
  ])('gives a reason: %s', (type, detail) => {
    const reading = read('', type);
    expect(reading).toMatchObject({ draft: null, reason: 'not-an-article' });
    expect(reading.detail).toContain(detail);
  });

  it('gives no article even if the browser shows something', () => {
    expect(read(articlePage(), 'image/svg+xml').reason).toBe('not-an-article');
    expect(read(articlePage(), 'application/xhtml+xml').reason).toBeNull();
    expect(read('', '', 204).detail).toContain('answered 204');
  });
});

describe('selectors of a wrapper for tags and the lead image', () => {
  const own = (wrapper: WrapperDefinition) => defineScraper({ host: 'gazette.example', wrappers: [wrapper] });
  const html = articlePage({
    head: '<meta property="og:image" content="/share.png"><meta name="keywords" content="bridge, town">',
    byline:
      '<p class="labels"><a>Harbour</a>, <a> Repairs </a>, <a>harbour</a></p><figure class="top"><img src="data:image/gif;base64,R0" data-src="/bridge.jpg"></figure>',
  });

  it('decide before the metadata, with their provenance', () => {
    const { draft, ownRules } = extract(snapshot(html), own({ tags: '.labels a', image: 'figure.top' }));
    expect(draft?.tags).toEqual(['harbour', 'Repairs']);
    expect(draft?.leadImage).toBe('https://gazette.example/bridge.jpg');
    expect(draft?.provenance.tags?.by).toBe('wrapper');
    expect(draft?.provenance.leadImage?.by).toBe('wrapper');
    expect(ownRules.map(({ field, hasMatch }) => [field, hasMatch])).toEqual([
      ['tags', true],
      ['image', true],
    ]);
  });

  it('leave it to the metadata where they match nothing', () => {
    const { draft, ownRules } = extract(snapshot(html), own({ tags: '.topics a', image: '.hero' }));
    expect(draft?.tags).toEqual(['bridge', 'town']);
    expect(draft?.leadImage).toBe('https://gazette.example/share.png');
    expect(draft?.provenance.tags?.by).toBe('meta');
    expect(ownRules.every(({ hasMatch }) => !hasMatch)).toBe(true);
  });

  it('take the address of a meta or link element', () => {
    const read = (image: string) => extract(snapshot(html), own({ image })).draft?.leadImage;
    expect(read('meta[property="og:image"]')).toBe('https://gazette.example/share.png');
    expect(read('figure.top img')).toBe('https://gazette.example/bridge.jpg');
  });
});
