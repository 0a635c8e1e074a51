import { describe, expect, it } from 'vitest';
import { readLearned } from '../../../../bench/own-data/learned.ts';
import { makeSite, type OwnDataSite, siteKinds } from '../../../../bench/own-data/make-site.ts';
import { scoreSite } from '../../../../bench/own-data/score.ts';
import type { Site } from '../../../../src/model/crawl/site.ts';
import { recordsOf, valuesOf } from '../../../../src/model/data/own-data.ts';
import { snapshotOfSource } from '../../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../../src/model/web/canonical-url.ts';
import type { Correction } from '../../../../src/model/wrapper/correction.ts';
import type { LearnedWrapper } from '../../../../src/model/wrapper/learned-wrapper.ts';
import { date, number, price, text } from '../../../../src/settings/data/data-fields.ts';
import { defineScraper } from '../../../../src/settings/scraper.ts';
import { learnAndJudgeData } from '../../../../src/stages/extract/data-learning/judge-data.ts';
import { learnData } from '../../../../src/stages/extract/data-learning/learn-data.ts';
import { withOwnData } from '../../../../src/stages/extract/data-learning/with-own-data.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';

const page = (at: number, body: string) =>
  snapshotOfSource({
    url: canonicalUrl(`https://shop.example/p/${at}`),
    html: `<!doctype html><html lang="en"><body>${body}</body></html>`,
    takenAt: new Date('2026-11-23T12:00:00Z'),
  });

const correction = (own: Pick<Correction, 'data' | 'records'>): Correction => ({
  title: null,
  body: null,
  authors: null,
  publishedAt: null,
  ...own,
});

const read = (snapshot: ReturnType<typeof page>, site: Site, wrapper: LearnedWrapper | null) => {
  const { ownData } = extract(snapshot, site, { learned: wrapper });
  return { ...ownData, values: valuesOf(ownData.fields), all: recordsOf(ownData).map(({ values }) => values) };
};

const wrapperOf = (learned: ReturnType<typeof learnData>): LearnedWrapper =>
  withOwnData(null, learned, { site: 'shop.example', formats: ['/p/N', '/p/N'] })?.wrapper as LearnedWrapper;

const bare = defineScraper({ host: 'shop.example', data: { rating: number(), price: price(), day: date() } });

describe('places of own data are learned from corrected pages', () => {
  const row = (label: string, value: string) => `<tr><th>${label}</th><td>${value}</td></tr>`;
  const table = (rows: readonly string[]) => `<h1>Kettle</h1><table>${rows.join('')}</table>`;

  it('by the headings of rows that have no names, in any order', () => {
    const first = page(1, table([row('Rating', '4.5'), row('Price', '£12.00'), row('Made', '3 March 2026')]));
    const second = page(2, table([row('Weight', '4.5'), row('Price', '£9.50'), row('Rating', '3.1')]));
    const third = page(
      3,
      table([row('Made', '7 May 2025'), row('Weight', '8'), row('Price', '£1.20'), row('Rating:', '2')]),
    );
    const learned = learnData(
      [
        {
          snapshot: first,
          correction: correction({ data: { rating: 4.5, price: { amount: 12, currency: 'GBP' }, day: '2026-03-03' } }),
        },
        {
          snapshot: second,
          correction: correction({ data: { rating: 3.1, price: { amount: 9.5, currency: 'GBP' }, day: null } }),
        },
      ],
      bare,
    );
    expect(learned.data.rating?.places).toEqual([
      { by: 'css', selector: 'th:text-is("Rating") + td', attribute: null, match: null },
    ]);
    const found = read(third, bare, wrapperOf(learned));
    expect(found.values).toEqual({ rating: 2, price: { amount: 1.2, currency: 'GBP' }, day: '2025-05-07' });
    expect(found.fields[0]).toMatchObject({ by: 'learned', rule: 'th:text-is("Rating") + td' });
  });

  it('never by a name of one page, where another one is on all', () => {
    const body = (id: string, value: string) => `<div id="item-${id}"><p class="w-${id} score">${value}</p></div>`;
    const learned = learnData(
      [{ snapshot: page(1, body('kettle', '4.5')), correction: correction({ data: { rating: 4.5 } }) }],
      bare,
    );
    const judged = learnData(
      [
        { snapshot: page(1, body('kettle', '4.5')), correction: correction({ data: { rating: 4.5 } }) },
        { snapshot: page(2, body('lamp', '3.5')), correction: null },
        { snapshot: page(3, body('chair', '1.5')), correction: null },
      ],
      bare,
    );
    expect(learned.data.rating?.places).toHaveLength(1);
    expect(judged.data.rating?.places).toEqual([{ by: 'css', selector: '.score', attribute: null, match: null }]);
  });

  it('takes the part of a text that is the value', () => {
    const site = defineScraper({ host: 'shop.example', data: { maker: text() } });
    const body = (maker: string) => `<p class="by">Made by ${maker} in Leeds</p>`;
    const learned = learnData(
      ['Ash Works', 'Elm'].map((maker, at) => ({
        snapshot: page(at, body(maker)),
        correction: correction({ data: { maker } }),
      })),
      site,
    );
    expect(read(page(3, body('Oak and Sons')), site, wrapperOf(learned)).values).toEqual({ maker: 'Oak and Sons' });
  });

  it('leaves a declared place as it is, and learns nothing that no place gives', () => {
    const site = defineScraper({ host: 'shop.example', data: { rating: number('.stars'), price: price() } });
    const snapshot = page(1, '<p class="stars">4</p><p class="other">5</p>');
    const learned = learnData(
      [{ snapshot, correction: correction({ data: { rating: 5, price: { amount: 7, currency: 'EUR' } } }) }],
      site,
    );
    expect(learned).toEqual({ data: {}, records: {} });
    expect(withOwnData(null, learned, { site: 'shop.example', formats: [] })).toBeNull();
  });

  it('finds the types of fields that no scraper declares', () => {
    const site = defineScraper({ host: 'shop.example' });
    const body = (rating: string, made: string) => `<p class="r">${rating}</p><time class="m">${made}</time>`;
    const learned = learnData(
      [
        {
          snapshot: page(1, body('4.5', '3 March 2026')),
          correction: correction({ data: { rating: 4.5, made: '2026-03-03' } }),
        },
      ],
      site,
    );
    expect(learned.data).toMatchObject({ rating: { type: { kind: 'number' } }, made: { type: { kind: 'date' } } });
    expect(read(page(2, body('3.5', '1 May 2025')), site, wrapperOf(learned)).values).toEqual({
      rating: 3.5,
      made: '2025-05-01',
    });
  });

  it('drops a field that pages held back do not confirm', () => {
    const site = defineScraper({ host: 'shop.example', data: { rating: number(), votes: number() } });
    // votes stand somewhere else on each page
    const bodies = [
      '<p class="r">1</p><i>10</i>',
      '<p class="r">2</p><b>20</b>',
      '<p class="r">3</p><u>30</u>',
      '<p class="r">4</p><s>40</s>',
    ];
    const learned = learnAndJudgeData(
      bodies.map((body, at) => ({
        snapshot: page(at, body),
        correction: correction({ data: { rating: at + 1, votes: 10 * (at + 1) } }),
      })),
      site,
    );
    expect(Object.keys(learned.data)).toEqual(['rating']);
  });
});

describe('records are learned from corrected pages', () => {
  const site = defineScraper({
    host: 'shop.example',
    records: { event: { fields: { name: text(), seats: number() } } },
  });
  const rows = (items: readonly (readonly [string, number | null])[]) =>
    `<ul><li>Home</li><li>About</li></ul><ol>${items
      .map(([name, seats]) => `<li><b>${name}</b>${seats === null ? '' : ` <i>${seats}</i>`}</li>`)
      .join('<li><em>Buy our lamps</em></li>')}</ol>`;
  const recordsOfRows = (items: readonly (readonly [string, number | null])[]) => ({
    event: items.map(([name, seats]) => ({ name, seats })),
  });
  const items = [
    ['Blue night', 20],
    ['Wool fair', null],
    ['Tin choir', 7],
    ['Moss walk', 91],
  ] as const;

  it('between advertisements, without any name, with values missing', () => {
    const learned = learnData(
      [{ snapshot: page(1, rows(items)), correction: correction({ records: recordsOfRows(items) }) }],
      site,
    );
    const others = [['Ash day', 3] as const, ['Elm day', null] as const, ['Oak day', 12] as const];
    const found = read(page(2, rows(others)), site, wrapperOf(learned));
    expect(found.all).toEqual(recordsOfRows(others).event);
    expect(found.records[0]?.dropped).toEqual({ empty: 2 });
  });

  it('has no finding, and no failure, as long as nothing is learned', () => {
    expect(read(page(1, rows(items)), site, null).records).toEqual([]);
  });
});

describe('generated sites', () => {
  const cases = siteKinds.flatMap((kind) => [1, 2, 5].map((seed) => ({ kind, seed })));
  it.each(cases)('$kind $seed is read by what two corrected pages teach', ({ kind, seed }) => {
    const made: OwnDataSite = makeSite(kind, seed, 6);
    const score = scoreSite(made.pages.slice(2), readLearned(made, 2));
    expect(score.right / score.values).toBeGreaterThanOrEqual(0.98);
  });
});
