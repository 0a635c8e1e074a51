import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unknownSite } from '../../../../src/settings/scraper.ts';
import { parseDate } from '../../../../src/stages/extract/dates/date-parse.ts';
import { relativeDate } from '../../../../src/stages/extract/dates/relative-dates.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import { articlePage, snapshot } from '../page.ts';

const takenAt = new Date('2026-11-21T12:00:00Z');
const context = { takenAt, offset: null, dayFirst: true };
const site = unknownSite('gazette.example');
const at = 'https://gazette.example/bridge';
const publishedOf = (html: string, address = at) =>
  extract(snapshot(html, { at: address }), site).draft?.publishedAt?.value ?? null;

describe('parseDate', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['٢٠ نوفمبر ٢٠٢٦', '2026-11-20'],
    ['١٧ كانون الثاني ٢٠٢٦', '2026-01-17'],
    ['５月２日 ２０２６年５月２日', '2026-05-02'],
    ['令和8年5月2日', '2026-05-02'],
    ['平成2年12月3日', '1990-12-03'],
    ['二〇二六年三月十八日', '2026-03-18'],
    ['二〇二五年十二月三十一日', '2025-12-31'],
    ['2026년 3월 5일', '2026-03-05'],
    ['2026-11-20T09:30:05+01:00', '2026-11-20T09:30:05+01:00'],
    ['2026-11-20T09:30:05.123Z', '2026-11-20T09:30:05+00:00'],
    ['2026-11-20 09:30 +0800', '2026-11-20T09:30:00+08:00'],
    ['Fri, 20 Nov 2026 09:30:00 GMT', '2026-11-20T09:30:00+00:00'],
    ['1795166400', '2026-11-20T09:20:00+00:00'],
    ['November 20, 2026', '2026-11-20'],
    ['Nov. 20th, 2026 at 9:05 pm EST', '2026-11-20T21:05:00-05:00'],
    ['20 November 2026', '2026-11-20'],
    ['20. November 2026, 9:30 Uhr', '2026-11-20'],
    ['am 3. März 2026', '2026-03-03'],
    ['20.11.2026', '2026-11-20'],
    ['1er décembre 2025', '2025-12-01'],
    ['20 août 2026 à 12h30', '2026-08-20'],
    ['20 de noviembre de 2026', '2026-11-20'],
    ['2026年11月20日 14:32', '2026-11-20'],
    ['2026年1月2日', '2026-01-02'],
    ['2026/11/20', '2026-11-20'],
    ['20/11/2026', '2026-11-20'],
    ['11/20/2026', '2026-11-20'],
    ['20261120', '2026-11-20'],
    ['2026. 11. 20. 11:27', '2026-11-20'],
    ['20.11.26', '2026-11-20'],
    ['20.11.99', '1999-11-20'],
    ['20 septembrie 2026 16:20', '2026-09-20'],
    ['20 сентября 2026', '2026-09-20'],
    ['Erstellt am20.11.2026', '2026-11-20'],
    ['EditorialNovember 20, 2026', '2026-11-20'],
    ['20 de noviembre de 202621:25', '2026-11-20'],
    ['20.11.202620.11.2026', '2026-11-20'],
  ])('reads %s', (text, value) => expect(parseDate(text, context)?.value).toBe(value));

  it.each([
    '',
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '1850-01-01',
    '2027-05-05',
    'November 2026',
    '2026',
    '4500 m',
    'version 10.2.3',
  ])('invents nothing from "%s"', (text) => expect(parseDate(text, context)).toBeNull());

  it('keeps the time only if its zone is known', () => {
    expect(parseDate('2005-04-27 14:32', context)).toEqual({ value: '2005-04-27', precision: 'day' });
    expect(parseDate('2005年04月27日 下午2:32', { ...context, offset: '+08:00' })).toEqual({
      value: '2005-04-27T14:32:00+08:00',
      precision: 'minute',
    });
  });

  it('reads 03/04 in the order of the context', () => {
    expect(parseDate('03/04/2026', { ...context, dayFirst: true })?.value).toBe('2026-04-03');
    expect(parseDate('03/04/2026', { ...context, dayFirst: false })?.value).toBe('2026-03-04');
  });

  it('reads every ISO day', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1990-01-01'), max: takenAt, noInvalidDate: true }), (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(parseDate(day, context)).toEqual({ value: day, precision: 'day' });
        expect(parseDate(date.toISOString(), context)?.value).toBe(`${date.toISOString().slice(0, 19)}+00:00`);
      }),
    );
  });
});

describe('relativeDate', () => {
  it.each([
    ['2 hours ago', '2026-11-21T10:00:00+00:00'],
    ['an hour ago', '2026-11-21T11:00:00+00:00'],
    ['vor 3 Stunden', '2026-11-21T09:00:00+00:00'],
    ['il y a 15 minutes', '2026-11-21T11:45:00+00:00'],
    ['hace 2 días', '2026-11-19'],
    ['3小时前', '2026-11-21T09:00:00+00:00'],
    ['5分钟前', '2026-11-21T11:55:00+00:00'],
    ['2時間前', '2026-11-21T10:00:00+00:00'],
    ['3 days ago', '2026-11-18'],
    ['Il y a 2 jours, 19 heures', '2026-11-18'],
    ['2 weeks, 3 days ago', '2026-11-04'],
    ['yesterday', '2026-11-20'],
    ['昨天 08:30', '2026-11-20'],
    ['gestern', '2026-11-20'],
  ])('counts %s back from the visit', (text, value) => expect(relativeDate(text, takenAt)?.value).toBe(value));

  it.each(['five rounds ago', 'today’s papers are thin… ', 'todayish', ''])(
    'gives "%s" no date, or only a day',
    (text) => expect(relativeDate(text, takenAt)?.precision ?? 'day').toBe('day'),
  );
});

describe('the date of a page', () => {
  it.each([
    ['https://diario.example.com.ar/nota', '2026-11-19T21:53:29-03:00'],
    ['https://shimbun.example.jp/kiji', '2026-11-20T09:53:29+09:00'],
    ['https://paper.example.in/story', '2026-11-20T06:23:29+05:30'],
    ['https://gazette.example/bridge', '2026-11-20T00:53:29+00:00'],
    ['https://zeitung.example.de/bruecke', '2026-11-20T00:53:29+00:00'],
  ])('is the local day of a time in UTC, where the domain gives the zone: %s', (address, value) => {
    const head = '<meta property="article:published_time" content="2026-11-20T00:53:29Z">';
    expect(publishedOf(articlePage({ head, byline: '' }), address)).toBe(value);
  });

  it.each([
    ['Mise en ligne', '20 novembre 2026'],
    ['Publiée le', '20 novembre 2026'],
    ['Notizia del', '20 novembre 2026'],
    ['Publicada el', '20 de noviembre de 2026'],
  ])('reads the label "%s" in another line', (label, day) => {
    expect(publishedOf(articlePage({ byline: '', after: `<p>${label}</p><p>${day}</p>` }))).toBe('2026-11-20');
  });

  it('reads a meta element that names the time of upload', () => {
    const head = '<meta property="gallery:uploaded" content="2026-11-20T10:00:00+01:00">';
    expect(publishedOf(articlePage({ head, byline: '' }))).toBe('2026-11-20T10:00:00+01:00');
  });

  it('is the day with most evidence, and the rule names the other days', () => {
    const said = (day: string) => `<meta property="article:published_time" content="${day}T07:00:00+01:00">`;
    const graph = `<script type="application/ld+json">{"@type":"WebPage","datePublished":"2026-11-19T06:00:00Z"}</script>`;
    expect(publishedOf(articlePage())).toBe('2026-11-20');
    expect(publishedOf(articlePage({ head: said('2026-11-20') }))).toBe('2026-11-20T07:00:00+01:00');
    // a line near the headline has a little more confidence than the head
    expect(publishedOf(articlePage({ head: said('2026-11-19') }))).toBe('2026-11-20');
    const { draft, trace } = extract(snapshot(articlePage({ head: said('2026-11-19') + graph }), { at }), site);
    expect(draft?.publishedAt?.value).toBe('2026-11-19T06:00:00+00:00');
    expect(draft?.provenance.publishedAt?.confidence).toBeGreaterThan(0.95);
    expect(trace.find(({ rule }) => rule.startsWith('date-'))?.why).toContain('not 2026-11-20 by dateline');
  });

  it('gets an offset that fits the day on the page', () => {
    const head = '<meta property="article:published_time" content="2026-11-21T03:28:00Z">';
    expect(publishedOf(articlePage({ head }))).toBe('2026-11-20T23:28:00-04:00');
  });

  it("reads 03/04 in the order of the page's other dates", () => {
    const page = (other: string) => articlePage({ byline: '<p>03/04/2026</p>', after: `<p>More: ${other}</p>` });
    expect(publishedOf(page('25/03/2026'))).toBe('2026-04-03');
    expect(publishedOf(page('03/25/2026'))).toBe('2026-03-04');
  });

  it('is read near the headline also if a class of the body names a sidebar, but not in a sidebar', () => {
    const html = articlePage().replace('<body', '<body class="single has-sidebar comments-open"');
    expect(publishedOf(html)).toBe('2026-11-20');
    const teaser = '<div class="sidebar"><p>1 November 2026</p></div>';
    expect(publishedOf(articlePage({ byline: teaser }))).toBeNull();
  });

  it('is read from a labelled line at the end of the text', () => {
    const after = '<p>Dieser Artikel wurde am 14. November 2026 um 14:48 von Heiner veröffentlicht.</p>';
    expect(publishedOf(articlePage({ byline: '', after }))).toBe('2026-11-14');
  });

  it.each([
    ['near the headline', { byline: '<p>Updated <time>18 November 2026</time></p>' }],
    ['in the footer of the page', { byline: '', after: '<footer><p>Last edited 18 November 2026</p></footer>' }],
    ['below the text, in Dutch', { byline: '', after: '<p>Bijgewerkt op 18 november 2026</p>' }],
  ])('is that of the last change, with little confidence, if the page says no more: %s', (_, parts) => {
    const draft = extract(snapshot(articlePage(parts), { at }), site).draft;
    expect(draft?.modifiedAt?.value).toBe('2026-11-18');
    expect(draft?.publishedAt?.value).toBe('2026-11-18');
    expect(draft?.provenance.publishedAt?.confidence).toBeLessThan(0.5);
  });

  it('is the only day next to the icon of a calendar, also in a side bar', () => {
    const item = (day: string) => `<h2><i class="fa fa-calendar"></i> <span>${day}</span></h2>`;
    expect(publishedOf(articlePage({ byline: '', after: `<aside>${item('14 November 2026')}</aside>` }))).toBe(
      '2026-11-14',
    );
    const cards = `<aside>${item('14 November 2026')}${item('12 November 2026')}</aside>`;
    expect(publishedOf(articlePage({ byline: '', after: cards }))).toBeNull();
  });

  it.each([
    ['a Korean word behind it', '<p>2026년 11월 14일 업데이트</p><p>2026년 11월 12일</p>'],
    [
      'the tooltip of its box',
      '<span title="Edited on 2026-11-14"><time>2026-11-14</time></span><p>12 November 2026</p>',
    ],
  ])('is not that of a change, by %s', (_, byline) => {
    const draft = extract(snapshot(articlePage({ byline }), { at }), site).draft;
    expect({ publishedAtValue: draft?.publishedAt?.value, modifiedAtValue: draft?.modifiedAt?.value }).toEqual({
      publishedAtValue: '2026-11-12',
      modifiedAtValue: '2026-11-14',
    });
  });

  it('has no change before it was published', () => {
    const after = '<p>Updated 12 November 2026</p>';
    const draft = extract(snapshot(articlePage({ after }), { at }), site).draft;
    expect({ value: draft?.publishedAt?.value.slice(0, 10), modifiedAt: draft?.modifiedAt }).toEqual({
      value: '2026-11-20',
      modifiedAt: null,
    });
  });

  it('is null if several lines of the page say when something was changed', () => {
    const after = '<p>Updated 18 November 2026</p><p>Updated 12 November 2026</p>';
    const text =
      '<p>The bridge over the river was opened by the mayor, and many people came to see it, from both banks and from the villages up the valley, where nobody had seen such a crowd for thirty years, and some had brought their boats.</p>'.repeat(
        4,
      );
    const draft = extract(snapshot(articlePage({ byline: '', after: text + after }), { at }), site).draft;
    expect(draft?.publishedAt).toBeNull();
  });

  it('is read next to the headline also in an aside or footer', () => {
    expect(publishedOf(articlePage({ byline: '<footer>18.11.26 / 0 comments</footer>' }))).toBe('2026-11-18');
    expect(publishedOf(articlePage({ byline: '<aside>18 November 2026</aside>' }))).toBe('2026-11-18');
  });

  it('is the earlier of two dates in a line, also without a space between them', () => {
    const byline = '<p><span>November 19, 2026</span><span>November 2, 2026</span> by Ada Marsh</p>';
    expect(publishedOf(articlePage({ byline }))).toBe('2026-11-02');
  });

  it('is not that of an embedded post', () => {
    const byline = '<blockquote class="twitter-tweet">Ada Marsh, 3 May 2026</blockquote><p>18 November 2026</p>';
    expect(publishedOf(articlePage({ byline }))).toBe('2026-11-18');
  });

  it('is read after a label in a separate line', () => {
    const after = '<div class="sidebar"><h4>Published</h4><p>18 November 2026</p></div>';
    expect(publishedOf(articlePage({ byline: '', after }))).toBe('2026-11-18');
  });

  it.each([
    ['https://gazette.example/2026/november/18/bridge', '2026-11-18'],
    ['https://gazette.example/news/18-11-2026', '2026-11-18'],
    ['https://gazette.example/news/45-13-2026', null],
  ])('is read from the address: %s', (address, day) =>
    expect(
      extract(snapshot(articlePage({ byline: '' }), { at: address }), site).draft?.publishedAt?.value ?? null,
    ).toBe(day),
  );

  it('has the order of day and month of the address', () => {
    const byline = '<p>03/10/2026</p>';
    const dayOf = (address: string) =>
      extract(snapshot(articlePage({ byline }), { at: address }), site).draft?.publishedAt?.value;
    expect(dayOf('https://gazette.example/2026/10/03/bridge')).toBe('2026-10-03');
    expect(dayOf('https://gazette.example/2026/03/10/bridge')).toBe('2026-03-10');
  });

  it('follows three rules of the text rather than one of the head', () => {
    const head = '<meta property="article:published_time" content="2026-11-08T10:00:00Z">';
    const byline = '<p class="date">Published <time datetime="2026-11-13">13 November 2026</time></p>';
    expect(publishedOf(articlePage({ head, byline }))).toBe('2026-11-13');
  });

  it('is not that of an update', () => {
    const byline = '<p>Last updated: 21 November 2026</p><p>Published: 18 November 2026</p>';
    expect(publishedOf(articlePage({ byline }))).toBe('2026-11-18');
    const draft = extract(snapshot(articlePage({ byline })), site).draft;
    expect(draft?.modifiedAt?.value).toBe('2026-11-21');
  });

  it('is that of the address if the page has none; else null', () => {
    expect(publishedOf(articlePage({ byline: '' }), 'https://gazette.example/2026/11/20/bridge')).toBe('2026-11-20');
    expect(publishedOf(articlePage({ byline: '' }), 'https://gazette.example/2026/11/bridge-reopens')).toBeNull();
  });

  it('is read from relative times near the headline', () => {
    expect(publishedOf(articlePage({ byline: '<time>2 hours ago</time>' }))).toBe('2026-11-21T10:00:00+00:00');
  });
});

describe('a relative date', () => {
  const readingOf = (byline: string) => extract(snapshot(articlePage({ byline }), { at }), site).draft;

  it('is a guess of low confidence', () => {
    const draft = readingOf('<p>Posted 2 days ago</p>');
    expect(draft?.publishedAt).toEqual({ value: '2026-11-19', precision: 'day' });
    expect(draft?.provenance.publishedAt?.confidence).toBeLessThan(0.5);
  });

  it('does not count next to a written one', () => {
    const draft = readingOf('<p>20 November 2026</p><p>3 days ago</p>');
    expect(draft?.publishedAt?.value).toBe('2026-11-20');
    expect(draft?.provenance.publishedAt?.confidence).toBeGreaterThan(0.8);
  });
});
