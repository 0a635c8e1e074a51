import { describe, expect, it } from 'vitest';
import { valuesOf } from '../../../../src/model/data/own-data.ts';
import { snapshotOfSource } from '../../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../../src/model/web/canonical-url.ts';
import {
  choice,
  custom,
  date,
  integer,
  list,
  number,
  present,
  price,
  text,
  url,
} from '../../../../src/settings/data/data-fields.ts';
import type { ScraperDefinition } from '../../../../src/settings/definitions/scraper-definition.ts';
import { defineScraper } from '../../../../src/settings/scraper.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';

const read = (
  body: string,
  definition: Omit<ScraperDefinition, 'host'>,
  { path = '/things/1', head = '', lang = 'en' } = {},
) =>
  extract(
    snapshotOfSource({
      url: canonicalUrl(`https://shop.example${path}`),
      html: `<html lang="${lang}"><head><title>Things</title>${head}</head><body>${body}</body></html>`,
      takenAt: new Date('2026-11-23T12:00:00Z'),
    }),
    defineScraper({ host: 'shop.example', ...definition }),
  );
const paragraphs = Array.from(
  { length: 8 },
  (_, n) =>
    `<p>Paragraph ${n} of the story tells at some length what happened in the town, who was there, and what they said about it afterwards.</p>`,
).join('');
const article = (more: string) =>
  `<article><h1>A story of the town</h1><time datetime="2026-11-20">20 November 2026</time>${paragraphs}</article>${more}`;

describe('data of an article', () => {
  it('are read by their rules, the first that gives a value', () => {
    const { draft, ownData, ownRules } = read(
      article(
        '<b class="stars" title="4.5">4½</b><i class="t">ABC</i><i class="t">X&amp;Y</i><a class="more" href="/b">more</a>',
      ),
      {
        data: {
          rating: number(['.missing', '.stars@title']),
          tickers: list('.t'),
          next: url('.more'),
          hasStars: present('.stars'),
          hasFlag: present('.flag'),
          letters: custom((document) => ({ stars: document.text('.stars') })),
          none: text('.none'),
        },
      },
    );
    expect(draft?.data).toEqual({
      rating: 4.5,
      tickers: ['ABC', 'X&Y'],
      next: 'https://shop.example/b',
      hasStars: true,
      hasFlag: false,
      letters: { stars: '4½' },
      none: null,
    });
    expect(ownData.fields[0]).toEqual({
      field: 'rating',
      value: 4.5,
      rule: '.stars@title',
      by: 'scraper',
      raw: '4.5',
      problem: null,
    });
    expect(ownRules.filter(({ field }) => field === 'data.rating')).toEqual([
      { field: 'data.rating', what: '.missing', hasMatch: false },
      { field: 'data.rating', what: '.stars@title', hasMatch: true },
    ]);
  });

  it('are read from structured data', () => {
    const head = `<meta property="og:price:amount" content="1.299"><meta property="og:price:currency" content="EUR">
      <script type="application/ld+json">{"@type":"Product","name":"A","offers":[{"price":"12.50","priceCurrency":"USD"},{"price":"13"}],"aggregateRating":{"ratingValue":4.1}}</script>
      <script id="__NEXT_DATA__" type="application/json">{"props":{"product":{"sold":1234}}}</script>`;
    const { ownData } = read(
      article(
        '<div itemprop="offers"><span itemprop="price" content="7.25">7</span><meta itemprop="priceCurrency" content="GBP"></div>',
      ),
      {
        data: {
          offer: price('json-ld:offers.price'),
          whole: price('json-ld:Product.offers'),
          stars: number('json-ld:aggregateRating.ratingValue'),
          meta: price('meta:og:price:amount'),
          micro: price('microdata:offers.price'),
          sold: integer('state:props.product.sold'),
          gone: number('json-ld:Product.nothing'),
        },
      },
      { head, lang: 'de' },
    );
    expect(valuesOf(ownData.fields)).toEqual({
      offer: { amount: 12.5, currency: 'USD' },
      whole: { amount: 12.5, currency: 'USD' },
      stars: 4.1,
      meta: { amount: 1.299, currency: 'EUR' },
      micro: { amount: 7.25, currency: 'GBP' },
      sold: 1234,
      gone: null,
    });
  });

  it('that do not parse are a problem with their text, not silence', () => {
    const { draft, ownData, trace, reason } = read(article('<b class="stars">great</b>'), {
      data: { rating: number('.stars') },
    });
    expect(reason).toBeNull();
    expect(draft?.data).toEqual({ rating: null });
    expect(ownData.fields[0]).toMatchObject({ value: null, raw: 'great', problem: 'not a number: no number' });
    expect(trace).toContainEqual({ rule: 'data.rating', why: 'not a number: no number: "great" by .stars' });
  });

  it('that are required and missing fail the page by name', () => {
    const data = { rating: number('.stars', { required: true }), price: number('.price', { required: true }) };
    expect(read(article('<b class="stars">great</b>'), { data })).toMatchObject({
      draft: null,
      reason: 'layout-changed',
      detail: 'required, but not found: data.rating (not a number: no number: "great"), data.price',
    });
    expect(read(article('<b class="stars">4</b><b class="price">5</b>'), { data })).toMatchObject({ reason: null });
  });

  it('take the part of a text that `match` names', () => {
    const data = {
      votes: integer('.rating', { match: /\(([\d.,]+)\)/ }),
      stars: number('.rating', { match: /^[\d.,]+/ }),
    };
    const { draft } = read(article('<b class="rating">4,5 (1.234)</b>'), { data }, { lang: 'de' });
    expect(draft?.data).toEqual({ votes: 1234, stars: 4.5 });
  });
});

describe('data of a page that is no article', () => {
  const data = { name: text('h1'), price: price('.price', { required: true }) };
  const product = (inner: string) =>
    read(`<h1>A thing</h1>${inner}`, { data }, { head: '<meta property="og:type" content="product">' });

  it('make it a data page where the required ones are there', () => {
    expect(product('<b class="price">5 €</b>')).toMatchObject({
      reason: 'not-an-article',
      ownData: { isDataPage: true },
    });
    expect(read('<h1>A thing</h1><b class="price">5 €</b>', { data })).toMatchObject({ ownData: { isDataPage: true } });
  });

  it('fail a page that must have them, and no other', () => {
    expect(product('<b class="price">soon</b>')).toMatchObject({
      reason: 'layout-changed',
      detail: expect.stringContaining('data.price'),
    });
    expect(read('<h1>About us</h1><p>We sell things.</p>', { data })).toMatchObject({
      reason: 'not-an-article',
      ownData: { isDataPage: false },
    });
  });

  it('a site without articles has none', () => {
    expect(read(article('<b class="price">5 €</b>'), { data, articles: false })).toMatchObject({
      draft: null,
      reason: 'not-an-article',
      detail: 'the scraper says that the site has no articles',
      ownData: { isDataPage: true },
    });
  });
});

describe('records', () => {
  const records = {
    event: {
      region: '.event',
      key: 'id',
      fields: {
        id: text('@data-id', { required: true }),
        title: text('.t'),
        day: date('time'),
        status: choice('.s', ['open', 'sold out']),
      },
    },
  };
  const event = (id: string, more = '') =>
    `<li class="event" data-id="${id}"><b class="t">Event ${id}</b><time datetime="2027-01-0${id}">soon</time>${more}</li>`;

  it('are one for each region, with its values and key', () => {
    const { ownData, ownRules } = read(
      `<ul>${event('1', '<i class="s">Open</i>')}<li class="event ad"></li>${event('2')}${event('2')}<li class="event"><b class="t">No id</b></li></ul>`,
      { records },
    );
    const [found] = ownData.records;
    expect(found?.records.map(({ key, values }) => [key, values])).toEqual([
      ['1', { id: '1', title: 'Event 1', day: '2027-01-01', status: 'open' }],
      ['2', { id: '2', title: 'Event 2', day: '2027-01-02', status: null }],
    ]);
    expect(found).toMatchObject({
      kind: 'event',
      matches: 5,
      dropped: { empty: 1, 'same-key': 1, 'required-missing': 1 },
      lacking: { id: 1 },
      isComplete: false,
    });
    expect(ownRules).toContainEqual({ field: 'records.event', what: '.event', hasMatch: true });
    expect(ownRules).toContainEqual({ field: 'records.event.status', what: '.s', hasMatch: true });
  });

  it('are complete where nothing is left out and no page goes on with the list', () => {
    const complete = (html: string, path = '/events') =>
      read(html, { records }, { path }).ownData.records[0]?.isComplete;
    expect(complete(event('1'))).toBe(true);
    expect(complete(`${event('1')}<a rel="next" href="/events?page=2">more</a>`)).toBe(false);
    expect(complete(`${event('1')}<nav class="pagination"></nav>`)).toBe(false);
    expect(complete(event('1'), '/events?page=3')).toBe(false);
    expect(complete('<p>Nothing</p>')).toBe(false);
  });

  it('within records keep their own fields', () => {
    const thread =
      '<div class="c" data-id="1"><p class="by">Ann</p><div class="c" data-id="2"><p class="by">Bob</p><i itemprop="score">4</i></div></div>';
    const fields = { id: text('@data-id'), by: list('.by'), score: number('microdata:score') };
    const { ownData } = read(thread, { records: { region: '.c', key: ['id'], fields } });
    expect(ownData.records[0]?.records.map(({ kind, values }) => [kind, values])).toEqual([
      ['item', { id: '1', by: ['Ann'], score: null }],
      ['item', { id: '2', by: ['Bob'], score: 4 }],
    ]);
  });

  it('without a declared key are identified by what usually stays', () => {
    const keyOf = (price_: string, title = 'A') =>
      read(`<div class="r"><b>${title}</b><i>${price_}</i></div>`, {
        records: { region: '.r', fields: { title: text('b'), price: number('i') } },
      }).ownData.records[0]?.records[0]?.key;
    expect(keyOf('1')).toBe(keyOf('2'));
    expect(keyOf('1')).not.toBe(keyOf('1', 'B'));
    expect(keyOf('1')).toMatch(/^[\da-f]{32}$/);
  });

  it('that a page must list and does not are a failure', () => {
    const must = { event: { ...records.event, pages: [/\/events/], required: true } };
    expect(read('<p>Nothing</p>', { records: must }, { path: '/events' })).toMatchObject({
      reason: 'layout-changed',
      detail: 'required, but not found: records.event ".event"',
    });
    expect(read('<p>Nothing</p>', { records: must }, { path: '/about' })).toMatchObject({
      reason: 'not-an-article',
      ownData: { records: [] },
    });
  });

  it('are bounded, and what is left out is counted', () => {
    const many = Array.from({ length: 1_100 }, (_, n) => `<li class="event" data-id="n${n}"></li>`).join('');
    const [found] = read(many, { records }).ownData.records;
    expect(found?.records).toHaveLength(1_000);
    expect(found).toMatchObject({ matches: 1_100, dropped: { 'over-limit': 100 }, isComplete: false });
  });
});
